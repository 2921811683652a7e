import type { BalanceColumn } from '../model/balance-view.ts';
import type { Measures } from '../model/measures.ts';

/** The columns of the balance, in order. */
export const COLUMNS: readonly { readonly key: BalanceColumn; readonly words: string; readonly unit?: 'wholeUnit' | 'differenceUnit' }[] = [
  { key: 'label', words: 'Feature' },
  { key: 'lost_m2', words: 'Gave' },
  { key: 'gained_m2', words: 'Received' },
  { key: 'difference', words: 'Difference', unit: 'differenceUnit' },
  { key: 'area_before_m2', words: 'Before', unit: 'wholeUnit' },
  { key: 'area_after_m2', words: 'After', unit: 'wholeUnit' },
  { key: 'max_displacement_m', words: 'Border moved' },
];

export function headOf({ words, unit }: (typeof COLUMNS)[number], measures: Measures): string {
  return unit === undefined ? words : `${words}, ${measures[unit]}`;
}

/** Null: as in the report. */
export interface BalanceOrder {
  readonly column: BalanceColumn | null;
  readonly isDescending: boolean;
}

export const AS_IN_REPORT: BalanceOrder = { column: null, isDescending: false };

/** Names ascending, numbers descending. */
export function orderBy(column: BalanceColumn): BalanceOrder {
  return { column, isDescending: column !== 'label' };
}
