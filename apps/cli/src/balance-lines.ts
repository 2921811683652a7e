import { isOnlyPosition } from '@geoinsights/contract/labels';
import { areaWords, lengthWords, unitOfLand, unitWords, type DistanceUnit, type RepairState } from '@geoinsights/contract/units';
import type { BalanceEntry, LayerReport } from '@geoinsights/contract';

/** The number of features in a summary, and of receivers per feature. */
const NAMED = 10;
const NAMED_RECEIVERS = 3;

/** Below this, in square metres or units, nothing is worth mentioning. */
const LEAST = 0.01;

/** Who lost or gained most, and in exchange with whom: the top entries of a layer, one line each; none without a land report. */
export function balanceLines({ balance = [], balance_totals: totals, tolerances, crs }: Pick<LayerReport, 'balance' | 'balance_totals' | 'tolerances' | 'crs'>, state: RepairState = 'done'): string[] {
  if (totals === undefined) return [];
  const moved = balance.filter(({ lost_m2, gained_m2 }) => lost_m2 >= LEAST || gained_m2 >= LEAST);
  if (moved.length === 0) return [];
  const unit = unitOfLand(tolerances.unit, crs);
  const [changed, went, came, most] = state === 'planned' ? ['would change', 'would go', 'would come', 'Most of it, as a repair would leave it'] : ['changed', 'went', 'came', 'Most of it'];
  const heading = `    ${areaOf(totals.changed_hands_m2, unit)} ${changed} hands, ${areaOf(totals.to_nobody_m2, unit)} ${went} to nobody, ${areaOf(totals.from_nobody_m2, unit)} ${came} from nobody. ${most}:`;
  const more = moved.length > NAMED ? [`      and ${moved.length - NAMED} more; a report (--report) lists them all`] : [];
  return [heading, ...moved.slice(0, NAMED).map((entry) => `      ${entryLine(entry, unit)}`), ...more];
}

/** `12 "Santa Rita": 25.14 ha before, 25.08 ha after; gave 592 m² to 7; its border moved 2.2 m at most` */
function entryLine(entry: BalanceEntry, unit: DistanceUnit): string {
  const { position, label, area_before_m2: before, area_after_m2: after, gave, to_nobody_m2: toNobody, max_displacement_m: moved, emptied } = entry;
  const parts = [
    `${areaOf(before, unit)} before, ${areaOf(after, unit)} after`,
    ...shares('gave', 'to', [...gave.map(({ to, area_m2 }) => ({ with: String(to), area_m2 })), { with: 'nobody', area_m2: toNobody }], unit),
    ...receivedShares(entry, unit),
    ...(emptied === null ? [`its border moved ${distanceOf(moved, unit)} at most`] : []),
  ];
  return `${isOnlyPosition(label, position) ? label : `${position} "${label}"`}: ${parts.join('; ')}${emptied === null ? '' : `. ${emptied}`}`;
}

/** Of land that several claimed, the one that has it afterwards gained nothing: it kept what was its own already. */
function receivedShares({ received, from_nobody_m2: fromNobody, gained_m2: gained }: BalanceEntry, unit: DistanceUnit): string[] {
  const all = [...received.map(({ from, area_m2 }) => ({ with: String(from), area_m2 })), { with: 'nobody', area_m2: fromNobody }];
  const claimed = all.reduce((sum, { area_m2 }) => sum + area_m2, 0) - gained;
  if (claimed < LEAST) return shares('received', 'from', all, unit);
  if (gained < LEAST) return shares('kept', 'that was also claimed by', all, unit);
  return shares('received', 'from', all, unit).map((words) => `${words}, of which it had claimed ${areaOf(claimed, unit)} itself`);
}

function shares(verb: string, preposition: string, all: readonly { readonly with: string; readonly area_m2: number }[], unit: DistanceUnit): string[] {
  const listed = all.filter(({ area_m2 }) => area_m2 >= LEAST);
  if (listed.length === 0) return [];
  const named = listed.slice(0, NAMED_RECEIVERS).map((share) => `${areaOf(share.area_m2, unit)} ${preposition} ${share.with}`);
  return [`${verb} ${named.join(', ')}${listed.length > NAMED_RECEIVERS ? ` and ${listed.length - NAMED_RECEIVERS} more` : ''}`];
}

function areaOf(area: number, unit: DistanceUnit): string {
  return areaWords(area < LEAST ? 0 : area, unit);
}

function distanceOf(distance: number, unit: DistanceUnit): string {
  if (unit === 'metre') return lengthWords(distance);
  const rounded = Number(distance.toPrecision(3));
  return `${rounded} ${unitWords(unit, {}, rounded)}`;
}
