import { featuresReportSchema, type FeaturesReport, type ToolReport } from '@geoinsights/contract';
import type { ToolDefinition } from '@geoinsights/tools';
import { counted, nameOf } from './summary.ts';
import { oneLine } from './one-line.ts';

/** Members that most tools' reports have; others have some of them. */
const partsSchema = featuresReportSchema.pick({ inputs: true, outputs: true, losses: true }).partial();

/**
 * The report of a tool in words, for a terminal.
 * @param delivered the names of files of the result that got others
 */
export function toolSummary(definition: ToolDefinition, report: ToolReport, delivered: ReadonlyMap<string, string> = new Map()): string[] {
  const { inputs = [], outputs = [], losses = [] } = partsSchema.parse(report);
  const lines = [
    ...inputs.flatMap(inputLines),
    ...outputs.flatMap((output) => outputLines(output, delivered)),
    ...lossLines(losses, new Set(inputs.flatMap(({ layers }) => layers.map(({ name }) => name)))),
    ...(definition.summaryLines?.(report) ?? []),
    ...report.notes.map(({ text }) => `note: ${text}`),
    ...(report.failures.length === 0 ? [] : [`left out, see above: ${report.failures.map(nameOf).join(', ')}`]),
  ];
  return lines.map(oneLine);
}

function inputLines({ name, format, layers, notes }: FeaturesReport['inputs'][number]): string[] {
  return [
    `read ${name} (${format})`,
    ...layers.map((layer) => `  ${layer.name}: ${counted(layer.features, 'feature', 'features')}, ${counted(layer.fields, 'field', 'fields')}, ${layer.crs.name}`),
    ...notes.map(({ text }) => `  note: ${text}`),
  ];
}

/** @param layers that were read: where there are several, a sentence about one names it, and one that fits several is said once. */
function lossLines(losses: FeaturesReport['losses'], layers: ReadonlySet<string>): string[] {
  const of = new Map<string, Set<string>>();
  for (const { layer, text } of losses) of.set(text, (of.get(text) ?? new Set()).add(layer));
  return [...of].map(([text, named]) => `changed${layers.size > 1 && !isNamedIn(text, named) ? `, in ${layersInWords([...named])}` : ''}: ${text}`);
}

/** Whether a sentence names one of these layers. Only a sentence with quotation marks is searched: one without may be that of any number of layers. */
function isNamedIn(text: string, layers: ReadonlySet<string>): boolean {
  return text.includes('"') && [...layers].some((layer) => text.includes(`"${layer}"`));
}

const MOST_LAYERS = 5;

function layersInWords(layers: readonly string[]): string {
  const names = layers.slice(0, MOST_LAYERS).map((layer) => `"${layer}"`).join(', ');
  if (layers.length <= MOST_LAYERS) return `${layers.length === 1 ? 'layer' : 'layers'} ${names}`;
  return `${layers.length} layers (${names} and ${layers.length - MOST_LAYERS} more)`;
}

function outputLines({ format, files, layers }: FeaturesReport['outputs'][number], delivered: ReadonlyMap<string, string>): string[] {
  return [`made ${files.map((name) => delivered.get(name) ?? name).join(', ')} (${format})`, ...layers.map((layer) => `  ${layer.name}: ${counted(layer.features, 'feature', 'features')}, ${layer.crs.name}`)];
}
