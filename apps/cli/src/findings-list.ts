import type { DatasetReport, LayerReport, Report, ReportedFinding } from '@geoinsights/contract';
import type { FindingsByLayer } from '@geoinsights/tools/fix-geometry';
import { areaWords, unitOfLand } from '@geoinsights/contract/units';
import { writeOut } from './standard-streams.ts';
import { measureWords } from './summary.ts';
import { oneLine } from './one-line.ts';

const CHARACTERS_AT_A_TIME = 1 << 16;
/** Kinds whose size is a length: a near edge has a distance. */
const LENGTHS = new Set(['near-edge']);

/** Prints each finding on its own line, as it comes: there may be a million. */
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

/** Includes the layer if the dataset may have several. */
function placeName(dataset: DatasetReport, layer: LayerReport): string {
  return layer.name === dataset.name ? dataset.name : `${dataset.name}/${layer.name}`;
}

/** Columns separated by two spaces: dataset, kind, place, features, size, action and the new owner of the land. */
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
  return oneLine(columns.join('  '));
}

/** Each with its position in the layer, from one on. */
function featuresOf({ feature, label, other, other_label: otherLabel }: ReportedFinding): string {
  const first = `"${label}" (${feature + 1})`;
  return other === null ? first : `${first} with "${otherLabel ?? ''}" (${other + 1})`;
}

/** In square metres and hectares if the land report has the area and the length of a unit is known, else as measured. */
function sizeOf(layer: LayerReport, { kind, measure, area_m2: area }: ReportedFinding): string[] {
  if (typeof area === 'number') return [areaWords(area, unitOfLand(layer.tolerances.unit, layer.crs))];
  return measure === null ? [] : [`${measureWords(layer, measure)}${LENGTHS.has(kind) ? '' : '²'}`];
}
