import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { appendFile, stat, truncate } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type { BalanceEntry, ChangedFeature, DatasetReport, FileDigest, LayerReport, Report, ReportedFinding, ToolReport } from '@geoinsights/contract';
import type { DatasetLayer } from '@geoinsights/formats';
import { featureSize, FINDING_KINDS, type Findings } from '@geoinsights/geometry';

const TRANSFER = FINDING_KINDS.indexOf('transfer');

/** Number of faults by kind; kinds without any are left out, and so are transfers, which are made of overlaps that are counted. */
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

/** Transfers that a report names; of more, whoever looks needs the list of all findings. */
const NAMED_TRANSFERS = 10;

/** The transfers by which most land is lost, and how much each feature had. */
export function transfersOf(findings: Findings, layer: Pick<DatasetLayer, 'geometry' | 'crs'>, names: Pick<DatasetLayer, 'label'>): Pick<LayerReport, 'losing_features' | 'transfers'> {
  const places: number[] = [];
  for (let i = 0; i < findings.count; i++) if (findings.kind[i] === TRANSFER) places.push(i);
  places.sort((p, q) => findings.measure[q] - findings.measure[p] || findings.feature[p] - findings.feature[q]);
  const transfers = places.slice(0, NAMED_TRANSFERS).map((i) => ({
    feature: findings.feature[i],
    label: names.label(findings.feature[i]),
    other: findings.other[i],
    other_label: names.label(findings.other[i]),
    lost: findings.measure[i],
    area: featureSize(layer.geometry, findings.feature[i], layer.crs.units).area,
  }));
  return { losing_features: places.length, transfers };
}

/** What of a layer stands in the report file only, as it may be more than memory should hold. */
export interface LayerDetails {
  readonly findings: () => Iterable<ReportedFinding>;
  /** The whole balance; null where it was not worked out. */
  readonly balance: (() => Iterable<BalanceEntry>) | null;
  /** Changed features before and after, where they were worked out. */
  readonly changed?: readonly ChangedFeature[];
}

/** The details of each layer of each dataset, in the order of the report. */
export type FindingsByLayer = readonly (readonly LayerDetails[])[];

/** Writes the report with every finding and the whole balance in it as JSON, piece by piece: each finding, and each entry, a line. */
export async function writeReportFile(path: string, report: Report, findings: FindingsByLayer): Promise<void> {
  const stream = createWriteStream(path, { flags: 'wx' });
  const done = finished(stream);
  const write = async (text: string) => {
    if (!stream.write(text)) await Promise.race([once(stream, 'drain'), done]);
  };
  const { datasets, ...head } = report;
  await write(`${JSON.stringify(head, null, 2).replace(/\n\}$/, '')},\n  "datasets": [`);
  for (const [position, dataset] of datasets.entries()) {
    await write(position === 0 ? '\n' : ',\n');
    await writeDataset(write, dataset, findings[position] ?? []);
  }
  await write(`\n  ]${END}`);
  stream.end();
  await done;
}

const END = '\n}\n';

/** Adds what the tools tell that went on with the result, and what they made, to a report file that `writeReportFile` has written without results. */
export async function addToReportFile(path: string, { then, results }: { readonly then: readonly ToolReport[]; readonly results: readonly FileDigest[] }): Promise<void> {
  const { size } = await stat(path);
  await truncate(path, size - END.length);
  await appendFile(path, `,\n  "results": ${JSON.stringify(results)},\n  "then": ${JSON.stringify(then)}${END}`);
}

async function writeDataset(write: (text: string) => Promise<void>, dataset: DatasetReport, findings: FindingsByLayer[number]): Promise<void> {
  const { layers, ...head } = dataset;
  await write(`    ${openObject(head)}, "layers": [`);
  for (const [position, layer] of layers.entries()) {
    await write(position === 0 ? '\n' : ',\n');
    await writeLayer(write, layer, findings[position] ?? { findings: () => [], balance: null });
  }
  await write('\n    ]}');
}

async function writeLayer(write: (text: string) => Promise<void>, layer: LayerReport, details: LayerDetails): Promise<void> {
  const { balance: first, ...head } = layer;
  await write(`      ${openObject(head)}`);
  const balance = details.balance?.() ?? first;
  if (balance !== undefined) await writeList(write, 'balance', balance);
  if (details.changed !== undefined) await writeList(write, 'changed', details.changed);
  await writeList(write, 'findings', details.findings());
  await write('}');
}

/** A member that is a list, with a line for each of its entries: so that it can be read line by line. */
async function writeList(write: (text: string) => Promise<void>, name: string, entries: Iterable<object>): Promise<void> {
  await write(`, "${name}": [`);
  let separator = '\n';
  let pending = '';
  for (const entry of entries) {
    pending += `${separator}        ${JSON.stringify(entry)}`;
    separator = ',\n';
    if (pending.length < 65_536) continue;
    await write(pending);
    pending = '';
  }
  await write(`${pending}\n      ]`);
}

/** A JSON object without its closing brace, so that more members can follow. */
function openObject(value: object): string {
  return JSON.stringify(value).slice(0, -1);
}
