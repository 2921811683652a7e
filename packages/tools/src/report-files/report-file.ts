import { createReadStream } from 'node:fs';
import { balanceEntrySchema, changedFeatureSchema, findingSchema, reportSchema, type BalanceEntry, type ChangedFeature, type Report, type ReportedFinding } from '@geoinsights/contract';
import { z } from 'zod';

/** An item of a kind that a layer may have a million times. */
export type ReportItem = { readonly layer: number } & (
  | { readonly kind: 'balance'; readonly value: BalanceEntry }
  | { readonly kind: 'changed'; readonly value: ChangedFeature }
  | { readonly kind: 'findings'; readonly value: ReportedFinding }
);

const SECTIONS = ['balance', 'changed', 'findings'] as const;
export type Section = (typeof SECTIONS)[number];
const OPENING = new RegExp(`"(${SECTIONS.join('|')})": ?\\[$`);

/**
 * A report on disk, read line by line so that even a very long one takes little memory. It has the layout of `writeReportFile`:
 * `findings`, `balance` and `changed` of a layer have a line for each member, and `findings` is the last of a layer's own
 * members.
 */
export interface ReportFile {
  /** The whole report except what `items` yields. */
  readonly report: Report;
  /** The layers of all datasets, in order. `items` counts in this list. */
  readonly layers: readonly ReportLayer[];
  /** Every call starts at the beginning of the file. @param wanted the lists to read; lines of the others are skipped */
  items(wanted?: readonly Section[]): AsyncGenerator<ReportItem, void, undefined>;
}

export interface ReportLayer {
  readonly dataset: Report['datasets'][number];
  readonly layer: Report['datasets'][number]['layers'][number];
}

/** @throws Error for a file that is not one of our reports */
export async function openReportFile(place: string): Promise<ReportFile> {
  const head: string[] = [];
  for await (const line of linesOf(place)) if (line.section === null) head.push(line.text);
  const report = reportSchema.parse(JSON.parse(head.join('\n')));
  const layers = report.datasets.flatMap((dataset) => dataset.layers.map((layer) => ({ dataset, layer })));
  return { report, layers, items: (wanted = SECTIONS) => itemsOf(place, layers, wanted) };
}

async function* itemsOf(place: string, layers: readonly ReportLayer[], wanted: readonly Section[]): AsyncGenerator<ReportItem, void, undefined> {
  for (const [position, { layer }] of layers.entries()) {
    // A short list may be on the line of its layer.
    for (const value of (wanted.includes('balance') && layer.balance) || []) yield { layer: position, kind: 'balance', value };
    for (const value of (wanted.includes('changed') && layer.changed) || []) yield { layer: position, kind: 'changed', value };
    for (const value of (wanted.includes('findings') && layer.findings) || []) yield { layer: position, kind: 'findings', value };
  }
  for await (const { section, layer, text } of linesOf(place)) {
    if (section === null || !wanted.includes(section)) continue;
    const value: unknown = JSON.parse(text.endsWith(',') ? text.slice(0, -1) : text);
    if (section === 'balance') yield { layer, kind: section, value: balanceEntrySchema.parse(value) };
    else if (section === 'changed') yield { layer, kind: section, value: changedFeatureSchema.parse(value) };
    else yield { layer, kind: section, value: findingSchema.parse(value) };
  }
}

interface ReportLine {
  /** The list that the line is a member of; null for other lines. */
  readonly section: Section | null;
  readonly layer: number;
  readonly text: string;
}

const sectionSchema = z.enum(SECTIONS);

async function* linesOf(place: string): AsyncGenerator<ReportLine, void, undefined> {
  let section: Section | null = null;
  let layer = 0;
  for await (const line of textLinesOf(place)) {
    if (section !== null && !/^\s*\]/.test(line)) {
      yield { section, layer, text: line.trim() };
      continue;
    }
    // The line that closes one list may open the next.
    if (section === 'findings') layer++;
    const opened: string | undefined = OPENING.exec(line.trimEnd())?.[1];
    section = opened === undefined ? null : sectionSchema.parse(opened);
    yield { section: null, layer, text: line };
  }
}

/** The readline module of Node also ends a line at U+2028 and U+2029, which a name in JSON may have as they are. */
async function* textLinesOf(place: string): AsyncGenerator<string, void, undefined> {
  let begun = '';
  for await (const piece of createReadStream(place, { encoding: 'utf8', highWaterMark: 1 << 18 })) {
    const text = String(piece);
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      yield begun + text.slice(from, end);
      begun = '';
      from = end + 1;
    }
    begun += text.slice(from);
  }
  if (begun !== '') yield begun;
}
