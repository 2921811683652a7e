import type { DatasetReport, LayerReport, Report, ReportedFinding } from '@geoinsights/contract';
import type { FindingsByLayer } from '@geoinsights/tools/fix-geometry';
import { areaWords } from '@geoinsights/contract/units';
import { writeOut } from './standard-streams.ts';
import { unitOf } from './summary.ts';

const CHARACTERS_AT_A_TIME = 1 << 16;
/** What a kind's size is, where it has one: a near edge has a distance. */
const LENGTHS = new Set(['near-edge']);

/** Prints every finding on a line of its own, as they come: there may be a million. */
export async function printFindings(report: Report, findings: FindingsByLayer): Promise<void> {
  let pending = '';
  for (const [position, dataset] of report.datasets.entries()) {
    for (const [index, layer] of dataset.layers.entries()) {
      const place = placeName(dataset, layer);
      for (const finding of findings[position]?.[index]?.findings() ?? []) {
        pending += `${findingLine(place, layer, finding)}\n`;
        if (pending.length < CHARACTERS_AT_A_TIME) continue;
        await writeOut(pending);
        pending = '';
      }
    }
  }
  if (pending !== '') await writeOut(pending);
}

/** The layer too, where the dataset may have others. */
function placeName(dataset: DatasetReport, layer: LayerReport): string {
  return layer.name === dataset.name ? dataset.name : `${dataset.name}/${layer.name}`;
}

/** Columns with two spaces between: dataset, kind, place, features, size, what is done about it and who has the land then. */
function findingLine(place: string, layer: LayerReport, finding: ReportedFinding): string {
  const { kind, at, action, received_by: receiver } = finding;
  const columns = [
    place,
    kind,
    at === null ? 'at no place' : `at ${at[0]} ${at[1]}`,
    featuresOf(finding),
    ...sizeOf(layer, finding),
    typeof receiver === 'number' ? `${action} to ${receiver}` : action,
  ];
  // Names out of files may hold anything; a line is to stay one, and a terminal as it is.
  return columns.map((column) => column.replaceAll(/\p{Cc}+/gu, ' ')).join('  ');
}

/** Each with its place in the layer, from one on. */
function featuresOf({ feature, label, other, other_label: otherLabel }: ReportedFinding): string {
  const first = `"${label}" (${feature + 1})`;
  return other === null ? first : `${first} with "${otherLabel ?? ''}" (${other + 1})`;
}

/** In square metres and hectares where the land was told, else as it was measured. */
function sizeOf(layer: LayerReport, { kind, measure, area_m2: area }: ReportedFinding): string[] {
  if (typeof area === 'number') return [areaWords(area, 'metre')];
  return measure === null ? [] : [`${Number(measure.toPrecision(4))} ${unitOf(layer)}${LENGTHS.has(kind) ? '' : '²'}`];
}
