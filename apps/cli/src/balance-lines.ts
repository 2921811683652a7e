import { areaWords } from '@geoinsights/contract/units';
import type { BalanceEntry, LayerReport } from '@geoinsights/contract';

/** The number of features in a summary, and of receivers per feature. */
const NAMED = 10;
const NAMED_RECEIVERS = 3;

/** Who lost or gained most, and in exchange with whom: the top entries of a layer, one line each; none without a land report. */
export function balanceLines({ balance = [], balance_totals: totals }: Pick<LayerReport, 'balance' | 'balance_totals'>): string[] {
  if (totals === undefined) return [];
  const moved = balance.filter(({ lost_m2, gained_m2 }) => areaOf(lost_m2) !== NOTHING || areaOf(gained_m2) !== NOTHING);
  if (moved.length === 0) return [];
  const heading = `    ${areaOf(totals.changed_hands_m2)} changed hands, ${areaOf(totals.to_nobody_m2)} went to nobody, ${areaOf(totals.from_nobody_m2)} came from nobody. Most of it:`;
  const more = moved.length > NAMED ? [`      and ${moved.length - NAMED} more; a report (--report) has them all`] : [];
  return [heading, ...moved.slice(0, NAMED).map((entry) => `      ${entryLine(entry)}`), ...more];
}

const NOTHING = '0 m²';

/** `12 "Santa Rita": 25.14 ha before, 25.08 ha after; gave 592 m² to 7; its border moved 2.2 m at most` */
function entryLine(entry: BalanceEntry): string {
  const { position, label, area_before_m2: before, area_after_m2: after, gave, to_nobody_m2: toNobody, max_displacement_m: moved, emptied } = entry;
  const parts = [
    `${areaOf(before)} before, ${areaOf(after)} after`,
    ...shares('gave', 'to', [...gave.map(({ to, area_m2 }) => ({ with: String(to), area_m2 })), { with: 'nobody', area_m2: toNobody }]),
    ...receivedShares(entry),
    ...(emptied === null ? [`its border moved ${Number(moved.toPrecision(3))} m at most`] : []),
  ];
  return `${position} "${label}": ${parts.join('; ')}${emptied === null ? '' : `. ${emptied}`}`;
}

/** Of land that several claimed, the one that has it afterwards gained nothing: it kept what was its own already. */
function receivedShares({ received, from_nobody_m2: fromNobody, gained_m2: gained }: BalanceEntry): string[] {
  const all = [...received.map(({ from, area_m2 }) => ({ with: String(from), area_m2 })), { with: 'nobody', area_m2: fromNobody }];
  const claimed = all.reduce((sum, { area_m2 }) => sum + area_m2, 0) - gained;
  if (areaOf(claimed) === NOTHING) return shares('received', 'from', all);
  if (areaOf(gained) === NOTHING) return shares('kept', 'that was also claimed by', all);
  return shares('received', 'from', all).map((words) => `${words}, of which it had claimed ${areaOf(claimed)} itself`);
}

function shares(verb: string, preposition: string, all: readonly { readonly with: string; readonly area_m2: number }[]): string[] {
  const told = all.filter(({ area_m2 }) => areaOf(area_m2) !== NOTHING);
  if (told.length === 0) return [];
  const named = told.slice(0, NAMED_RECEIVERS).map((share) => `${areaOf(share.area_m2)} ${preposition} ${share.with}`);
  return [`${verb} ${named.join(', ')}${told.length > NAMED_RECEIVERS ? ` and ${told.length - NAMED_RECEIVERS} more` : ''}`];
}

/** Below a hundredth of a square metre nothing is worth mentioning. */
function areaOf(squareMetres: number): string {
  return squareMetres < 0.01 ? NOTHING : areaWords(squareMetres, 'metre');
}
