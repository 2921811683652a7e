import { isOnlyPosition } from '@geoinsights/contract/labels';
import { begunWords, evidenceWords, isReportedTolerance, openVoidsWords, systemWords, transfersHeading, transferWords, unitWords, type RepairState } from '@geoinsights/contract/units';
import { balanceLines } from './balance-lines.ts';
import type { DatasetReport, Failure, LayerReport, Problem, Report, ReportedFinding } from '@geoinsights/contract';
import type { FindingsByLayer } from '@geoinsights/tools/fix-geometry';
import { oneLine } from './one-line.ts';

/** The most emptied features of a layer that its summary names. */
const EMPTIED_NAMED = 20;

/** The report of a repair in words, for a terminal. */
export function summaryOf(report: Report, findings: FindingsByLayer): string {
  return linesOf(report, 'done', (layer, dataset, index) => repairedLines(layer, findings[dataset]?.[index]?.findings() ?? [])).join('\n');
}

/** The report of a check in words. Nothing has been repaired yet. @param isListed whether the findings follow */
export function checkSummaryOf(report: Report, { isListed }: { readonly isListed: boolean }): string {
  const lines = linesOf(report, 'planned', (layer) => [...evidenceLines(layer), ...foundLines(layer)]);
  if (!isListed && Object.keys(report.found).length > 0) lines.push('To see where each of them is: --list or --json. To repair them: geotools fix-geometry.');
  return lines.join('\n');
}

/** Given a layer, the position of its dataset in the report, and its own in the dataset. */
type CountLines = (layer: LayerReport, dataset: number, index: number) => string[];

function linesOf(report: Report, state: RepairState, countLines: CountLines): string[] {
  const lines = report.datasets.flatMap((dataset, position) => datasetLines(dataset, state, (layer, index) => countLines(layer, position, index)));
  for (const note of report.notes) lines.push(`note: ${note.text}`);
  if (report.failures.length > 0) lines.push(`left out, see above: ${report.failures.map(nameOf).join(', ')}`);
  return lines.map(oneLine);
}

/** A line with the reason for each dataset that could not be processed. */
export function failureLines(failures: readonly Failure[]): string[] {
  return failures.map(({ problem }) => oneLine(`${problem.title}: ${problem.detail}`));
}

/** A problem in words; that of a batch has a line for each failure. */
export function problemLines(problem: Problem): string[] {
  return failureLines(problem.failures ?? [{ files: [], problem }]);
}

export function nameOf({ files, archive }: Failure): string {
  return `${files[0]}${archive === undefined || archive === files[0] ? '' : ` in ${archive}`}`;
}

function datasetLines(dataset: DatasetReport, state: RepairState, countLines: (layer: LayerReport, index: number) => string[]): string[] {
  const lines = [`${dataset.name} (${dataset.format})`];
  if (dataset.layers.length === 0) lines.push('  nothing in it that could be repaired');
  lines.push(...transferLines(dataset.layers, state));
  for (const [index, layer] of dataset.layers.entries()) lines.push(...headLines(layer), ...countLines(layer, index), ...impossibleLines(layer), ...openVoidsLines(layer), ...balanceLines(layer, state));
  for (const note of dataset.notes) lines.push(`  note: ${note.text}`);
  return lines;
}

/** Land that goes from one feature to another is listed before mere repairs. Layers are named if there are several. */
function transferLines(layers: readonly LayerReport[], state: RepairState): string[] {
  const losing = layers.filter(({ transfers }) => transfers.length > 0);
  if (losing.length === 0) return [];
  const lines = [`  ${transfersHeading(losing.reduce((sum, { losing_features: count }) => sum + count, 0), state)}`];
  for (const { name, transfers, losing_features: count, tolerances, crs } of losing) {
    if (layers.length > 1) lines.push(`    ${name}:`);
    lines.push(...transfers.map((transfer) => `    ${transferWords(transfer, tolerances.unit, crs, state)}`));
    if (count > transfers.length) lines.push(`    and ${count - transfers.length} more, each of which ${state === 'planned' ? 'would lose' : 'loses'} less`);
  }
  return lines;
}

function headLines(layer: LayerReport): string[] {
  const { tolerances } = layer;
  const length = (value: number) => `${String(rounded(value))} ${unitWords(tolerances.unit, layer.crs, rounded(value))}`;
  const head = `  ${layer.name}: ${counted(layer.features, 'feature', 'features')}, ${counted(layer.vertices, 'vertex', 'vertices')}, ${systemWords(layer.crs)}`;
  if (!measures(layer)) return [head];
  return [
    head,
    `    snap distance ${length(tolerances.snap_distance)}${auto(tolerances.snap_distance_auto)}, ` +
      `gap width ${length(tolerances.max_gap_width)}${auto(tolerances.max_gap_width_auto)}`,
    ...(tolerances.begun_with === undefined ? [] : [`    ${begunWords(tolerances.begun_with, tolerances.unit, layer.crs)}`]),
  ];
}

function measures({ tolerances }: LayerReport): boolean {
  return isReportedTolerance(tolerances.snap_distance, tolerances.snap_distance_auto) || isReportedTolerance(tolerances.max_gap_width, tolerances.max_gap_width_auto);
}

/** Before a repair, people ask why the tolerances are what they are. */
function evidenceLines(layer: LayerReport): string[] {
  const { tolerances: { evidence, unit }, crs } = layer;
  return evidence === undefined || !measures(layer) ? [] : [`    ${evidenceWords(evidence, unit, crs)}`];
}

/** What was decided, and is not done. Decisions that met nothing are in a note on all files, as each is for one of them. */
function impossibleLines({ decisions }: LayerReport): string[] {
  const impossible = decisions?.problems.filter(({ outcome }) => outcome === 'impossible') ?? [];
  return impossible.map(({ decision, text }) => `    decision ${decision} is not carried out: ${text}`);
}

/** A void that stays open is no fault by the tolerances, but a registrar may see a gap in it. */
function openVoidsLines({ open_voids: voids, tolerances, crs }: LayerReport): string[] {
  return voids === undefined ? [] : [`    ${openVoidsWords(voids, tolerances.unit, crs)}`];
}

function foundLines({ found }: LayerReport): string[] {
  const kinds = Object.entries(found);
  if (kinds.length === 0) return ['    nothing to repair'];
  return [`    ${totalOf(found)} found`, ...kinds.map(([kind, count]) => countLine(count, kind))];
}

function repairedLines(layer: LayerReport, findings: Iterable<ReportedFinding>): string[] {
  const { found, remaining } = layer;
  const [total, left] = [totalOf(found), totalOf(remaining)];
  if (total === 0 && left === 0) return ['    nothing to repair'];
  const lines = [`    ${total} found, ${left === 0 ? 'all repaired' : `${left} left`}`];
  for (const [kind, count] of Object.entries(found)) {
    const leftOfKind = Object.hasOwn(remaining, kind) ? remaining[kind] : 0;
    lines.push(countLine(count, leftOfKind > 0 ? `${kind} (${leftOfKind} left)` : kind));
  }
  for (const [kind, count] of Object.entries(remaining)) if (!Object.hasOwn(found, kind)) lines.push(countLine(count, `${kind} left`));
  if (layer.changed_features > 0) lines.push(`    ${counted(layer.changed_features, 'feature', 'features')} changed`);
  if (layer.emptied_features > 0) lines.push(emptiedLine(layer, findings));
  return lines;
}

/** Nobody should have to ask for a list to learn whose land is gone. */
function emptiedLine({ emptied_features: count }: LayerReport, findings: Iterable<ReportedFinding>): string {
  const names = [];
  for (const { kind, feature, label } of findings) {
    if (kind !== 'emptied') continue;
    names.push(isOnlyPosition(label, feature + 1) ? label : `"${label}" (${feature + 1})`);
    if (names.length === Math.min(count, EMPTIED_NAMED)) break;
  }
  const named = names.length === 0 ? '' : `: ${names.join(', ')}${count > names.length ? ` and ${count - names.length} more (--list)` : ''}`;
  return `    ${counted(count, 'feature', 'features')} without land of ${count === 1 ? 'its' : 'their'} own${named}`;
}

function countLine(count: number, text: string): string {
  return `    ${String(count).padStart(8)}  ${text}`;
}

function totalOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

export function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** A measure of a finding, with the unit of the layer's distances in its short form. */
export function measureWords({ tolerances }: Pick<LayerReport, 'tolerances'>, measure: number): string {
  return `${String(rounded(measure))} ${unitWords(tolerances.unit, {}, rounded(measure))}`;
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

function auto(isAuto: boolean): string {
  return isAuto ? ' (auto)' : '';
}
