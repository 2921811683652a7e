import type { DatasetReport, LayerReport, Report, ReportedFinding } from '@geoinsights/contract';
import type { FindingsByLayer } from '@geoinsights/tools/fix-geometry';
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

/** Columns with two spaces between: dataset, kind, place, features, size, what is done about it. */
function findingLine(place: string, layer: LayerReport, finding: ReportedFinding): string {
  const { kind, label, other_label: other, at, measure, action } = finding;
  const columns = [
    place,
    kind,
    at === null ? 'at no place' : `at ${at[0]} ${at[1]}`,
    other === null ? `"${label}"` : `"${label}" with "${other}"`,
    ...(measure === null ? [] : [`${Number(measure.toPrecision(4))} ${unitOf(layer)}${LENGTHS.has(kind) ? '' : '²'}`]),
    action,
  ];
  // Names out of files may hold anything; a line is to stay one, and a terminal as it is.
  return columns.map((column) => column.replaceAll(/\p{Cc}+/gu, ' ')).join('  ');
}
