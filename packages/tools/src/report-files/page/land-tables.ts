import type { BalanceEntry, ReportedFinding } from '@geoinsights/contract';
import type { Table } from './blocks.ts';
import type { Names } from './names.ts';
import type { LayerSummary } from './summary.ts';

/** The maximum number of features listed that a feature gave land to or received it from; the rest is counted. */
const MOST_SHARES = 3;
/** Smaller areas only come from borders that were merged. */
const LEAST_SHARE = 0.005;

/** Each changed feature and whom it exchanged land with. */
export function balanceTable({ balance, balanceCount }: LayerSummary, names: Names, caption: string): Table {
  const { words, numbers } = names;
  const shares = [0.05, 0.15, 0.1, 0.1, 0.12, 0.08, 0.2, 0.2];
  return {
    kind: 'table',
    caption,
    columns: words.balanceColumns.map((heading, index) => ({ heading, share: shares[index], isNumber: index === 0 || (index >= 2 && index <= 5) })),
    rows: balance.map((entry) => [
      numbers.count(entry.position),
      nameOf(entry, names),
      numbers.hectares(entry.area_before_m2),
      numbers.hectares(entry.area_after_m2),
      numbers.signed(entry.area_after_m2 - entry.area_before_m2, 2),
      entry.emptied === null ? numbers.fixed(entry.max_displacement_m, 2) : '–',
      gaveTo(entry, names),
      receivedFrom(entry, names),
    ]),
    more: moreOf(balance, balanceCount, names),
  };
}

function nameOf({ label, position, emptied }: BalanceEntry, names: Names): string {
  const name = names.name(label, position);
  if (emptied === null) return name || '–';
  return name === '' ? names.words.empty : `${name}. ${names.words.empty}`;
}

function gaveTo({ gave, to_nobody_m2: nobody }: BalanceEntry, names: Names): string {
  return sharesOf(gave.map(({ to, area_m2: area }) => ({ name: names.of(to), area })), { name: names.words.toNobody, area: nobody }, names);
}

function receivedFrom({ received, from_nobody_m2: nobody }: BalanceEntry, names: Names): string {
  return sharesOf(received.map(({ from, area_m2: area }) => ({ name: names.of(from), area })), { name: names.words.fromNobody, area: nobody }, names);
}

interface NamedShare {
  readonly name: string;
  readonly area: number;
}

function sharesOf(named: readonly NamedShare[], nobody: NamedShare, { words, numbers }: Names): string {
  const all = [...named, nobody].filter(({ area }) => area >= LEAST_SHARE).toSorted((a, b) => b.area - a.area);
  const shown = all.slice(0, MOST_SHARES).map(({ name, area }) => `${name}: ${numbers.fixed(area, 2)}\u00A0m²`);
  return [...shown, ...(all.length > MOST_SHARES ? [words.andOthers(all.length - MOST_SHARES)] : [])].join('\n');
}

/** Findings in which land changed hands, or is claimed by several or by nobody. */
export function ownershipTable({ ownership, ownershipCount }: LayerSummary, names: Names): Table {
  const { words } = names;
  return {
    kind: 'table',
    caption: words.ownership,
    // Coordinates in degrees fit on one line.
    columns: findingColumns(words.ownershipColumns, [0.05, 0.13, 0.18, 0.18, 0.11, 0.15, 0.2]),
    rows: ownership.map((finding, index) => [...findingCells(finding, index, names), receiverOf(finding, names), finding.at === null ? '' : finding.at.map(ordinate).join(' ')]),
    more: moreOf(ownership, ownershipCount, names),
  };
}

/** Findings with a ruling, and its outcome. */
export function ruledTable({ ruled, ruledCount }: LayerSummary, names: Names): Table {
  const { words } = names;
  return {
    kind: 'table',
    caption: words.ruled,
    columns: findingColumns(words.ruledColumns, [0.05, 0.13, 0.19, 0.19, 0.12, 0.16, 0.16]),
    rows: ruled.map((finding, index) => [...findingCells(finding, index, names), outcomeOf(finding, names), reasonOf(finding, names)]),
    more: moreOf(ruled, ruledCount, names),
  };
}

function findingColumns(headings: readonly string[], shares: readonly number[]): Table['columns'] {
  return headings.map((heading, index) => ({ heading, share: shares[index], isNumber: index === 0 || index === 4 }));
}

function findingCells(finding: ReportedFinding, index: number, names: Names): string[] {
  return [names.numbers.count(index + 1), names.kind(finding.kind), featureOf(finding, names), otherOf(finding, names), typeof finding.area_m2 === 'number' ? names.numbers.fixed(finding.area_m2, 2) : ''];
}

function moreOf(shown: readonly unknown[], count: number, { words, numbers }: Names): string | null {
  return count > shown.length ? words.more(numbers.count(count - shown.length)) : null;
}

/** Degrees and metres to some decimetres or better, in the notation of a GPS receiver: with a decimal point. */
function ordinate(value: number): string {
  return value.toFixed(Math.abs(value) < 1000 ? 6 : 2);
}

function featureOf({ feature, position = feature + 1, label }: ReportedFinding, names: Names): string {
  return names.withNumber(label, position);
}

function otherOf({ other, other_position: position = other === null ? null : other + 1, other_label: label }: ReportedFinding, names: Names): string {
  return position === null ? '' : names.withNumber(label ?? '', position);
}

function receiverOf({ received_by: receiver, action }: ReportedFinding, names: Names): string {
  if (action === 'reported') return names.words.left;
  return typeof receiver === 'number' ? names.of(receiver) : names.words.nobody;
}

function outcomeOf({ received_by: receiver, action }: ReportedFinding, names: Names): string {
  if (action === 'reported') return names.words.left;
  return typeof receiver === 'number' ? `${names.words.given} ${names.of(receiver)}` : names.words.divided;
}

function reasonOf({ reason, decision }: ReportedFinding, { words, numbers }: Names): string {
  if (reason === undefined) return '';
  return reason === 'decision' ? words.decision(decision === undefined ? '' : numbers.count(decision)) : words.reasons[reason];
}
