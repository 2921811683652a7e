import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { BalanceEntry, ReportedFinding } from '@geoinsights/contract';
import type { ReportLanguage } from '../kinds.ts';
import type { ReportFile, ReportItem, ReportLayer, Section } from '../report-file.ts';
import { Names } from '../page/names.ts';
import { BYTE_ORDER_MARK, csvRow, type Cell } from './csv-text.ts';
import { balanceHeading, findingsHeading, termsOf, type Terms } from './headings.ts';

const CHARACTERS_AT_A_TIME = 1 << 16;

/** One row for each changed feature of each layer. Areas are square metres, positions count from one. */
export async function writeBalanceTable(file: ReportFile, target: string, language: ReportLanguage): Promise<void> {
  const names = new Names(language);
  await writeRows(file, target, language, { list: 'balance', heading: balanceHeading(language) }, (item, place) => (item.kind === 'balance' ? balanceRow(item.value, place, language, names) : null));
}

/** One row for each finding of each layer. */
export async function writeFindingsTable(file: ReportFile, target: string, language: ReportLanguage): Promise<void> {
  const terms = termsOf(language);
  await writeRows(file, target, language, { list: 'findings', heading: findingsHeading(language) }, (item, place) => (item.kind === 'findings' ? findingRow(item.value, place, terms) : null));
}

async function writeRows(file: ReportFile, target: string, language: ReportLanguage, { list, heading }: { list: Section; heading: readonly string[] }, rowOf: (item: ReportItem, place: ReportLayer) => Cell[] | null): Promise<void> {
  const stream = createWriteStream(target, { flags: 'wx' });
  const done = finished(stream);
  // Awaited below, which throws any earlier error.
  done.catch(() => undefined);
  const write = async (text: string) => {
    if (!stream.write(text)) await Promise.race([once(stream, 'drain'), done]);
  };
  let pending = BYTE_ORDER_MARK + csvRow(heading, language);
  try {
    for await (const item of file.items([list])) {
      const row = rowOf(item, file.layers[item.layer]);
      if (row === null) continue;
      pending += csvRow(row, language);
      if (pending.length < CHARACTERS_AT_A_TIME) continue;
      await write(pending);
      pending = '';
    }
    await write(pending);
  } finally {
    stream.end();
  }
  await done;
}

function balanceRow(entry: BalanceEntry, { dataset, layer }: ReportLayer, language: ReportLanguage, names: Names): Cell[] {
  const shares = (all: readonly (readonly [position: number, area: number])[]): string => all.map(([position, area]) => `${String(position)}: ${csvNumber(area, language)}`).join(' | ');
  return [
    dataset.name,
    layer.name,
    entry.position,
    entry.id,
    entry.label,
    entry.area_before_m2,
    entry.area_after_m2,
    rounded(entry.area_after_m2 - entry.area_before_m2),
    entry.lost_m2,
    entry.gained_m2,
    entry.emptied === null ? entry.max_displacement_m : null,
    shares(entry.gave.map(({ to, area_m2 }) => [to, area_m2])),
    shares(entry.received.map(({ from, area_m2 }) => [from, area_m2])),
    entry.to_nobody_m2,
    entry.from_nobody_m2,
    entry.emptied === null ? null : names.whyEmpty(entry),
  ];
}

function findingRow(finding: ReportedFinding, { dataset, layer }: ReportLayer, terms: Terms): Cell[] {
  const { position = finding.feature + 1, other_position: other = finding.other === null ? null : finding.other + 1 } = finding;
  return [
    dataset.name,
    layer.name,
    terms.kind(finding.kind),
    finding.weight === undefined ? null : terms.weight(finding.weight),
    position,
    finding.id ?? null,
    finding.label,
    other,
    finding.other_id ?? null,
    finding.other_label,
    finding.area_m2 ?? null,
    finding.received_by ?? null,
    finding.measure,
    finding.at?.[0] ?? null,
    finding.at?.[1] ?? null,
    terms.action(finding.action),
    finding.reason === undefined ? null : terms.reason(finding.reason),
    finding.decision ?? null,
  ];
}

/** A difference of two areas has no more significant digits than they have. */
function rounded(area: number): number {
  return Number(area.toFixed(4));
}

function csvNumber(area: number, language: ReportLanguage): string {
  const text = area.toFixed(2);
  return language === 'pt' ? text.replace('.', ',') : text;
}
