import type { BalanceEntry } from '@geoinsights/contract';
import { once } from '../../../ui/once.ts';

export const BALANCE_COLUMNS = ['label', 'area_before_m2', 'area_after_m2', 'difference', 'max_displacement_m', 'lost_m2', 'gained_m2'] as const;
export type BalanceColumn = (typeof BALANCE_COLUMNS)[number];

export interface BalanceWish {
  /** Part of a name, an id or a position; empty for all. */
  readonly search: string;
  /** Null: as in the report, those that lost or gained most first. */
  readonly column: BalanceColumn | null;
  readonly isDescending: boolean;
}

const names = once(() => new Intl.Collator('en', { numeric: true }));

/** The requested entries, in the requested order. */
export function balanceView(entries: readonly BalanceEntry[], { search, column, isDescending }: BalanceWish): BalanceEntry[] {
  const wanted = search.trim().toLowerCase();
  const found = wanted === '' ? [...entries] : entries.filter((entry) => namesOf(entry).some((name) => name.toLowerCase().includes(wanted)));
  if (column === null) return found;
  const sign = isDescending ? -1 : 1;
  return found.sort((a, b) => sign * compared(a, b, column) || a.position - b.position);
}

function namesOf({ label, id, position }: BalanceEntry): string[] {
  return [label, ...(id === null ? [] : [String(id)]), String(position)];
}

function compared(a: BalanceEntry, b: BalanceEntry, column: BalanceColumn): number {
  if (column === 'label') return names().compare(a.label, b.label);
  if (column === 'difference') return a.area_after_m2 - a.area_before_m2 - (b.area_after_m2 - b.area_before_m2);
  return a[column] - b[column];
}

/** In the summary, a feature counts as unchanged below this, in square metres. */
const NOTICED_M2 = 1;

/** The summary of all changed features. */
export interface BalanceDigest {
  /** How many lost or gained more than a square metre. */
  readonly noticed: number;
  readonly emptied: readonly { readonly label: string; readonly position: number; readonly why: string }[];
  readonly emptiedCount: number;
  /** The largest transfer by a feature that still has land; those without any are reported separately. */
  readonly largest: { readonly from: BalanceEntry; readonly to: number; readonly areaM2: number } | null;
  readonly farthestM: number;
}

const MOST_EMPTIED = 20;

export function digestOf(entries: readonly BalanceEntry[]): BalanceDigest {
  const empty = entries.filter(({ emptied }) => emptied !== null);
  let largest: BalanceDigest['largest'] = null;
  for (const from of entries.filter(({ emptied }) => emptied === null)) {
    for (const { to, area_m2: areaM2 } of from.gave) if (areaM2 > (largest?.areaM2 ?? 0)) largest = { from, to, areaM2 };
  }
  return {
    noticed: entries.filter(({ lost_m2: lost, gained_m2: gained }) => Math.max(lost, gained) > NOTICED_M2).length,
    emptied: empty.slice(0, MOST_EMPTIED).map(({ label, position, emptied }) => ({ label, position, why: emptied ?? '' })),
    emptiedCount: empty.length,
    largest,
    farthestM: entries.reduce((most, { max_displacement_m: distance }) => Math.max(most, distance), 0),
  };
}
