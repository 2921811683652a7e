import type { BalanceEntry, ReportedFinding } from '@geoinsights/contract';
import type { Table } from './blocks.ts';
import type { Numbers } from './numbers.ts';
import { shownName } from './numbers.ts';
import type { LayerSummary } from './summary.ts';
import type { Words } from './words.ts';

type Labels = ReadonlyMap<number, string>;

const LONGEST_LABEL = 60;
const LONGEST_REASON = 160;
/** Of those that a feature gave to or received from; the rest is counted. */
const MOST_SHARES = 3;
/** Land below it is the play of borders that became one. */
const LEAST_SHARE = 0.005;

/** Each changed feature and whom it dealt with. */
export function balanceTable({ balance, balanceCount }: LayerSummary, labels: Labels, words: Words, numbers: Numbers): Table {
  const shares = [0.06, 0.17, 0.105, 0.105, 0.125, 0.085, 0.175, 0.175];
  return {
    kind: 'table',
    caption: words.balance,
    columns: words.balanceColumns.map((heading, index) => ({ heading, share: shares[index], isNumber: index === 0 || (index >= 2 && index <= 5) })),
    rows: balance.map((entry) => [
      numbers.count(entry.position),
      entry.emptied === null ? shownName(entry.label, LONGEST_LABEL) : `${shownName(entry.label, LONGEST_LABEL)}. ${words.empty(shownName(entry.emptied, LONGEST_REASON))}`,
      numbers.hectares(entry.area_before_m2),
      numbers.hectares(entry.area_after_m2),
      numbers.signed(entry.area_after_m2 - entry.area_before_m2, 2),
      numbers.fixed(entry.max_displacement_m, 2),
      gaveTo(entry, labels, words, numbers),
      receivedFrom(entry, labels, words, numbers),
    ]),
    more: balanceCount > balance.length ? words.more(numbers.count(balanceCount - balance.length)) : null,
  };
}

function gaveTo({ gave, to_nobody_m2: nobody }: BalanceEntry, labels: Labels, words: Words, numbers: Numbers): string {
  return sharesOf(gave.map(({ to, area_m2: area }) => ({ name: nameOf(to, labels, words, numbers), area })), words.toNobody, nobody, words, numbers);
}

function receivedFrom({ received, from_nobody_m2: nobody }: BalanceEntry, labels: Labels, words: Words, numbers: Numbers): string {
  return sharesOf(received.map(({ from, area_m2: area }) => ({ name: nameOf(from, labels, words, numbers), area })), words.fromNobody, nobody, words, numbers);
}

function sharesOf(named: readonly { readonly name: string; readonly area: number }[], nobodyName: string, nobody: number, words: Words, numbers: Numbers): string {
  const all = [...named, { name: nobodyName, area: nobody }].filter(({ area }) => area >= LEAST_SHARE).toSorted((a, b) => b.area - a.area);
  const shown = all.slice(0, MOST_SHARES).map(({ name, area }) => `${name}: ${numbers.fixed(area, 2)}\u00A0m²`);
  return [...shown, ...(all.length > MOST_SHARES ? [words.andOthers(all.length - MOST_SHARES)] : [])].join('\n');
}

/** Findings in which land changed hands, or is wanted by several or by nobody. */
export function ownershipTable({ ownership, ownershipCount }: LayerSummary, labels: Labels, words: Words, numbers: Numbers): Table {
  const shares = [0.05, 0.14, 0.19, 0.17, 0.13, 0.14, 0.18];
  return {
    kind: 'table',
    caption: words.ownership,
    columns: words.ownershipColumns.map((heading, index) => ({ heading, share: shares[index], isNumber: index === 0 || index === 4 })),
    rows: ownership.map((finding, index) => [
      numbers.count(index + 1),
      words.kinds[finding.kind] ?? shownName(finding.kind, LONGEST_LABEL),
      featureOf(finding, words, numbers),
      otherOf(finding, words, numbers),
      typeof finding.area_m2 === 'number' ? numbers.fixed(finding.area_m2, 2) : '',
      receiverOf(finding, labels, words, numbers),
      finding.at === null ? '' : finding.at.map(ordinate).join(' '),
    ]),
    more: ownershipCount > ownership.length ? words.more(numbers.count(ownershipCount - ownership.length)) : null,
  };
}

/** Degrees and metres to some decimetres or better, as a receiver takes them: with a point. */
function ordinate(value: number): string {
  return value.toFixed(Math.abs(value) < 1000 ? 6 : 2);
}

function featureOf({ feature, position = feature + 1, label }: ReportedFinding, words: Words, numbers: Numbers): string {
  return withNumber(label, position, words, numbers);
}

function otherOf({ other, other_position: position = other === null ? null : other + 1, other_label: label }: ReportedFinding, words: Words, numbers: Numbers): string {
  return position === null ? '' : withNumber(label ?? '', position, words, numbers);
}

function receiverOf({ received_by: receiver }: ReportedFinding, labels: Labels, words: Words, numbers: Numbers): string {
  return typeof receiver === 'number' ? nameOf(receiver, labels, words, numbers) : words.nobody;
}

function nameOf(position: number, labels: Labels, words: Words, numbers: Numbers): string {
  const label = labels.get(position);
  return label === undefined ? words.number(numbers.count(position)) : withNumber(label, position, words, numbers);
}

/** `Lot 7 (no. 12)`; a feature that is called by its number needs no other. */
function withNumber(label: string, position: number, words: Words, numbers: Numbers): string {
  const name = shownName(label, LONGEST_LABEL);
  return name === '' || name === String(position) ? words.number(numbers.count(position)) : `${name} (${words.number(numbers.count(position))})`;
}
