import type { BalanceEntry, LayerReport } from '@geoinsights/contract';
import { describe, expect, it } from 'vitest';
import { balanceLines } from './balance-lines.ts';

const entry = (more: Partial<BalanceEntry>): BalanceEntry => ({
  position: 1,
  id: null,
  label: 'Santa Rita',
  area_before_m2: 10_000,
  area_after_m2: 10_000,
  lost_m2: 0,
  gained_m2: 0,
  max_displacement_m: 0,
  gave: [],
  received: [],
  to_nobody_m2: 0,
  from_nobody_m2: 0,
  emptied: null,
  ...more,
});
const linesOf = (...balance: readonly BalanceEntry[]): string[] =>
  balanceLines(layerWith(balance)).slice(1);

/** As much of a report as these lines are made of. */
function layerWith(balance: readonly BalanceEntry[]): Pick<LayerReport, 'balance' | 'balance_totals'> {
  return { balance: [...balance], balance_totals: { features: balance.length, area_before_m2: 0, area_after_m2: 0, changed_hands_m2: 0, to_nobody_m2: 0, from_nobody_m2: 0 } };
}

describe('balanceLines', () => {
  it('says of land that a feature had claimed itself that it was kept, not received', () => {
    const received = [{ from: 2, area_m2: 600 }];
    expect(linesOf(entry({ lost_m2: 1, to_nobody_m2: 1, received }))).toEqual(['      1 "Santa Rita": 1 ha before, 1 ha after; gave 1 m² to nobody; kept 600 m² that was also claimed by 2; its border moved 0 m at most']);
    expect(linesOf(entry({ gained_m2: 600, received }))[0]).toContain('; received 600 m² from 2; its border');
    expect(linesOf(entry({ gained_m2: 100, received }))[0]).toContain('; received 600 m² from 2, of which it had claimed 500 m² itself; its border');
  });

  it('says how many features it does not name', () => {
    const lines = linesOf(...Array.from({ length: 12 }, (_, i) => entry({ position: i + 1, lost_m2: 5, gave: [{ to: 20, area_m2: 5 }] })));
    expect(lines).toHaveLength(11);
    expect(lines[10]).toBe('      and 2 more; a report (--report) has them all');
  });
});
