import { describe, expect, it } from 'vitest';
import { repairNow, validateNow } from '../src/index.ts';
import type { LandDecision } from '../src/index.ts';
import type { RepairOptions } from '../src/repair-options.ts';
import { areaOf, at, box, layerOf, polygon } from './layers.ts';
import { PLANAR } from './planar.ts';
import { linesOf, NO_RULES, repaired } from './ruled-repair.ts';

/** A pocket of 3 × 4 in the border between A and B, in a layer without slivers: `auto` takes 1 m for the gap width, and would close it if there were any. */
const POCKET = layerOf([
  polygon([[0, 0], [100, 0], [100, 48], [97, 48], [97, 52], [100, 52], [100, 100], [0, 100], [0, 0]]),
  polygon([[100, 0], [200, 0], [200, 100], [100, 100], [100, 52], [100, 48], [100, 0]]),
  ...[200, 300, 400, 500, 600, 700].map((x) => polygon(box(x, 0, x + 100, 100))),
]);

const GIVEN: LandDecision = { kind: 'gap', x: 97, y: 48, features: [0, 1], action: 'give', to: 0 };
const decided = (decision: Partial<LandDecision>): RepairOptions => ({ ...PLANAR, landRules: { ...NO_RULES, decisions: [{ ...GIVEN, ...decision }] } });

describe('a decision on a void that is wider than the gap width', () => {
  it.each([
    ['gives it away', { area: 12 }, 10_000, 'gap 0 1 gap-closed'],
    ['leaves it', { area: 12, action: 'leave', to: -1 }, 9988, 'gap 0 1 reported'],
  ] as const)('%s if the area is that of the void: another repair may have had a larger gap width', (_, decision, area, finding) => {
    const options = decided(decision);
    const { shapes, after, result } = repaired(POCKET, options);
    expect(result.ruled?.outcomes).toEqual(['done']);
    expect(areaOf(at(shapes, 0))).toBeCloseTo(area, 9);
    expect(linesOf(result.findings)).toEqual([finding]);
    expect(repairNow(after, options).patch).toBeNull();
    expect(linesOf(validateNow(after, options).findings)).toEqual(linesOf(result.findings).filter((line) => line.endsWith('reported')));
  });

  it.each<[string, Partial<LandDecision>, Partial<RepairOptions>]>([
    ['without an area', {}, {}],
    ['on a much smaller gap', { area: 2 }, {}],
    ['where the gap width is a number', { area: 12 }, { snapDistance: 0.3, maxGapWidth: 1 }],
  ])('meets nothing %s', (_, decision, tolerances) => {
    const { patch, findings, ruled } = repairNow(POCKET, { ...decided(decision), ...tolerances });
    expect([patch, findings.count, ruled?.outcomes]).toEqual([null, 0, ['met-nothing']]);
  });

  it('changes no void that it does not name, whatever the limits', () => {
    const landRules = { ...NO_RULES, maxTransfer: 1, decisions: [{ ...GIVEN, x: 150, y: 0, features: [1, 2], area: 12 }] };
    const { patch, findings } = repairNow(POCKET, { ...PLANAR, landRules });
    expect([patch, findings.count]).toEqual([null, 0]);
  });
});

it('tells the tolerances with which a repair with rules began, not those of its later passes', () => {
  const told: number[] = [];
  const layer = layerOf([polygon(box(0, 0, 100, 100)), polygon(box(98, 0, 200, 100))]);
  const { patch } = repairNow(layer, { ...PLANAR, landRules: NO_RULES, onTolerances: ({ snapDistance }) => void told.push(snapDistance) });
  expect(patch).not.toBeNull();
  expect(told).toHaveLength(1);
});
