import type { BalanceEntry, ChangedFeature, DatasetReport, LayerReport, Report, ReportedFinding } from '@geoinsights/contract';
import { FINDING_KINDS, type Findings } from '@geoinsights/geometry';
import { TRANSFER } from './transfers-report.ts';

/** Number of faults by kind, without kinds that have none. Transfers do not count, since they consist of overlaps already counted. */
export function countsOf(findings: Findings): Record<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i < findings.count; i++) {
    if (findings.kind[i] === TRANSFER) continue;
    const kind = FINDING_KINDS[findings.kind[i]];
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

/** Adds up counts by kind. */
export function sumOfCounts(all: readonly Record<string, number>[]): Record<string, number> {
  const sum = new Map<string, number>();
  for (const counts of all) for (const [kind, count] of Object.entries(counts)) sum.set(kind, (sum.get(kind) ?? 0) + count);
  return Object.fromEntries(sum);
}

/** The details of a layer that are only in the report file, since they may exceed memory. */
export interface LayerDetails {
  readonly findings: () => Iterable<ReportedFinding>;
  /** The whole balance; null if it was not computed. */
  readonly balance: (() => Iterable<BalanceEntry>) | null;
  /** Changed features before and after, if computed. */
  readonly changed?: readonly ChangedFeature[];
}

/** The details of each layer of each dataset, in the order of the report. */
export type FindingsByLayer = readonly (readonly LayerDetails[])[];

/** The text of a report with all findings and the whole balance as JSON, piece by piece, with a line for each finding and each entry. */
export function* reportText(report: Report, findings: FindingsByLayer): Generator<string> {
  const { datasets, ...head } = report;
  yield `${JSON.stringify(head, null, 2).replace(/\n\}$/, '')},\n  "datasets": [`;
  for (const [position, dataset] of datasets.entries()) {
    yield position === 0 ? '\n' : ',\n';
    yield* datasetText(dataset, findings[position] ?? []);
  }
  yield `\n  ]${END_OF_REPORT}`;
}

/** The end of a report's text. */
export const END_OF_REPORT = '\n}\n';

function* datasetText(dataset: DatasetReport, findings: FindingsByLayer[number]): Generator<string> {
  const { layers, ...head } = dataset;
  yield `    ${openObject(head)}, "layers": [`;
  for (const [position, layer] of layers.entries()) {
    yield position === 0 ? '\n' : ',\n';
    yield* layerText(layer, findings[position] ?? { findings: () => [], balance: null });
  }
  yield '\n    ]}';
}

function* layerText(layer: LayerReport, details: LayerDetails): Generator<string> {
  const { balance: first, ...head } = layer;
  yield `      ${openObject(head)}`;
  const balance = details.balance?.() ?? first;
  if (balance !== undefined) yield* listText('balance', balance);
  if (details.changed !== undefined) yield* listText('changed', details.changed);
  yield* listText('findings', details.findings());
  yield '}';
}

/** A member that is a list, with a line for each entry, so that it can be read line by line. */
function* listText(name: string, entries: Iterable<object>): Generator<string> {
  yield `, "${name}": [`;
  let separator = '\n';
  let pending = '';
  for (const entry of entries) {
    pending += `${separator}        ${JSON.stringify(entry)}`;
    separator = ',\n';
    if (pending.length < 65_536) continue;
    yield pending;
    pending = '';
  }
  yield `${pending}\n      ]`;
}

/** A JSON object without its closing brace, so that more members can follow. */
function openObject(value: object): string {
  return JSON.stringify(value).slice(0, -1);
}
