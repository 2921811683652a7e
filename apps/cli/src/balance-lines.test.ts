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
function layerWith(balance: readonly BalanceEntry[], unit: LayerReport['tolerances']['unit'] = 'metre', metres: number | null = 1): Parameters<typeof balanceLines>[0] {
  const tolerances = { snap_distance: 0, snap_distance_auto: true, max_gap_width: 0, max_gap_width_auto: true, unit };
  const crs = { name: 'a grid', code: null, units: 'planar', system: null, metres_per_unit: metres } as const;
  return { tolerances, crs, balance: [...balance], balance_totals: { features: balance.length, area_before_m2: 0, area_after_m2: 0, changed_hands_m2: 0, to_nobody_m2: 0, from_nobody_m2: 0 } };
}

describe('balanceLines', () => {
  it('writes that land which a feature had claimed itself was kept, not received', () => {
    const received = [{ from: 2, area_m2: 600 }];
    expect(linesOf(entry({ lost_m2: 1, to_nobody_m2: 1, received }))).toEqual(['      1 "Santa Rita": 1 ha before, 1 ha after; gave 1 m² to nobody; kept 600 m² that was also claimed by 2; its border moved 0 mm at most']);
    expect(linesOf(entry({ gained_m2: 600, received }))[0]).toContain('; received 600 m² from 2; its border');
    expect(linesOf(entry({ gained_m2: 100, received }))[0]).toContain('; received 600 m² from 2, of which it had claimed 500 m² itself; its border');
  });

  it('names a feature by its number once', () => {
    expect(linesOf(entry({ position: 1200, label: 'record 1200', lost_m2: 1 }))[0]).toMatch(/^ {6}record 1200: 1 ha before/);
    expect(linesOf(entry({ position: 432, label: '432', lost_m2: 1 }))[0]).toMatch(/^ {6}432: 1 ha before/);
    expect(linesOf(entry({ position: 1200, label: 'record 12', lost_m2: 1 }))[0]).toMatch(/^ {6}1200 "record 12": 1 ha before/);
  });

  it('calls a unit of unknown length a unit, and converts the others to metres', () => {
    const balance = [entry({ lost_m2: 600, max_displacement_m: 1, gave: [{ to: 7, area_m2: 600 }] })];
    expect(balanceLines(layerWith(balance, 'coordinate unit', null))).toEqual([
      '    0 units² changed hands, 0 units² went to nobody, 0 units² came from nobody. Most of it:',
      '      1 "Santa Rita": 10,000 units² before, 10,000 units² after; gave 600 units² to 7; its border moved 1 unit at most',
    ]);
    for (const [unit, metres] of [['foot', 0.3048], ['coordinate unit', 5.0292]] as const) {
      expect(balanceLines(layerWith(balance, unit, metres))[1]).toBe('      1 "Santa Rita": 1 ha before, 1 ha after; gave 600 m² to 7; its border moved 1 m at most');
    }
  });

  it('says how many features it does not list', () => {
    const lines = linesOf(...Array.from({ length: 12 }, (_, i) => entry({ position: i + 1, lost_m2: 5, gave: [{ to: 20, area_m2: 5 }] })));
    expect(lines).toHaveLength(11);
    expect(lines[10]).toBe('      and 2 more; a report (--report) lists them all');
  });
});
