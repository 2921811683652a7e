import { describe, expect, it } from 'vitest';
import { trials } from '../../../testing/trials.ts';
import { applyPatch, countByKind, FINDING_ACTIONS, FINDING_KINDS, keptFindings, repairNow, validateNow } from '../src/index.ts';
import type { Findings } from '../src/index.ts';
import { diceOf } from './dice.ts';
import { dirtyLayer } from './dirty-layers.ts';
import { judgeLayers } from './judge.ts';
import { areaOf, at, box, layerOf, multiPolygon, polygon, shapesOf } from './layers.ts';
import type { Shape } from './layers.ts';
import { PLANAR } from './planar.ts';

const KEEP = { ...PLANAR, overlaps: 'keep', snapDistance: 0.3, maxGapWidth: 1 } as const;

/** Quads of 100 by 100, each moved by up to `jitter`. */
function stacked(count: number, jitter: number, seed: number): Shape[] {
  const dice = diceOf(seed);
  const moved = (value: number): number => value + (dice.below(1e6) / 1e6 - 0.5) * 2 * jitter;
  return Array.from({ length: count }, () => {
    const corners = [[0, 0], [100, 0], [100, 100], [0, 100]].map(([x, y]) => [moved(x), moved(y)]);
    return polygon([...corners, corners[0]]);
  });
}

function linesOf(findings: Findings): string[] {
  return Array.from({ length: findings.count }, (_, i) => `${at(FINDING_KINDS, at(findings.kind, i))} ${at(findings.feature, i)} ${at(findings.other, i)} ${at(FINDING_ACTIONS, at(findings.action, i))}`);
}

describe('overlaps that are kept', () => {
  it.each([['copies within the snap distance', 0.2], ['copies farther apart', 3]])('stay as they are where %s lie over each other', (_, jitter) => {
    const layer = layerOf(stacked(65, jitter, 7));
    const { patch, findings, remaining, isSettled } = repairNow(layer, KEEP);
    expect(patch).toBeNull();
    expect(isSettled).toBe(true);
    expect(remaining.count).toBe(0);
    // Each pair once, as it is in the input.
    expect(findings.count).toBe((65 * 64) / 2);
    expect(validateNow(layer, KEEP).findings.count).toBe(findings.count);
  });

  it('get no vertices where borders cross, and are reported by pair with the land in common', () => {
    const layer = layerOf([polygon(box(0, 0, 10, 10)), polygon(box(5, -5, 15, 5))]);
    const { patch, findings } = repairNow(layer, KEEP);
    expect(patch).toBeNull();
    expect([...countByKind(findings)]).toEqual([['overlap', 1]]);
    expect([findings.feature[0], findings.other[0], findings.measure[0]]).toEqual([1, 0, 25]);
  });

  it.each([
    ['equals another', box(0, 0, 10, 10), 'duplicate-feature', [1, 0]],
    ['lies in another', box(2, 2, 4, 4), 'contained-feature', [0, 1]],
    ['holds another', box(-2, -2, 14, 14), 'contained-feature', [1, 0]],
  ] as const)('are reported as what they are where a feature %s', (_, ring, kind, pair) => {
    const { findings } = repairNow(layerOf([polygon(box(0, 0, 10, 10)), polygon(ring)]), KEEP);
    expect([...countByKind(findings)]).toEqual([[kind, 1]]);
    expect([findings.feature[0], findings.other[0]]).toEqual(pair);
  });

  it('do not keep what is wrong beside them from being repaired', () => {
    // Two parcels 0.2 apart, a bow-tie next to them, and a reserve over everything that stays
    // unchanged.
    const parcels = [polygon(box(0, 0, 10, 10)), polygon(box(10.2, 0, 20, 10)), polygon([[0, 20], [6, 26], [6, 20], [0, 26], [0, 20]])];
    const layer = layerOf([polygon(box(-3, 2, 30, 8)), ...parcels]);
    const { patch, findings, isSettled } = repairNow(layer, KEEP);
    if (patch === null) throw new Error('nothing was repaired');
    expect([...patch.features]).toEqual([2, 3]);
    expect(isSettled).toBe(true);
    expect([...countByKind(findings).keys()].sort()).toEqual(['near-edge', 'overlap', 'self-intersection']);
    const after = applyPatch(layer, patch);
    expect(judgeLayers(layer, after, { units: PLANAR.units, snapDistance: 0.3, maxGapWidth: 1, overlaps: 'keep', gaps: 'fix' })).toEqual([]);
    expect(repairNow(after, KEEP).patch).toBeNull();
  });

  it('are told as given away where matching with a third feature closed them', () => {
    // B overlaps two others, so that it shares a sheet with only one of the two whose edge is just inside B. It is matched with that one.
    const [inA, b, a] = [polygon(box(-10, 0, -8, 10)), polygon(box(-20, 0, -9.9, 10)), polygon(box(-10, 0, 0, 10))];
    const layer = layerOf([inA, b, a, polygon(box(-30, 0, -18, 5)), polygon(box(-30, 5, -18, 10))]);
    const { patch, findings } = repairNow(layer, KEEP);
    if (patch === null) throw new Error('nothing was repaired');
    expect(linesOf(findings)).toContain('overlap 1 0 overlap-assigned');
    expect(linesOf(validateNow(applyPatch(layer, patch), KEEP).findings).filter((line) => line.includes('overlap'))).toEqual(['overlap 3 1 reported', 'overlap 4 1 reported']);
  });

  it('match a border that was digitised twice, which is no overlap to be kept', () => {
    const layer = layerOf([polygon(box(0, 0, 10, 10)), polygon(box(9.9, 0, 20, 10))]);
    const { patch } = repairNow(layer, KEEP);
    if (patch === null) throw new Error('nothing was repaired');
    const areas = shapesOf(applyPatch(layer, patch)).map(areaOf);
    expect(areas[0] + areas[1]).toBeCloseTo(200, 6);
  });

  // A field, another that overlaps it by less than the snap distance, and a third over the first: the first and the third have equally many overlaps.
  const field = polygon(box(0, 0, 10, 10));
  const beside = polygon(box(9.9, 0, 20, 10));
  const thirds = { 'further west': polygon(box(-5, 2, 5, 8)), 'further south': polygon(box(0, -5, 5, 8)), 'further north': polygon(box(2, 5, 6, 15)), 'in its corner': polygon(box(0, 0, 5, 5)) };

  it.each(Object.entries(thirds))('do not make the order of the features decide which borders are matched: with a field %s', (_, third) => {
    const shapes = [field, beside, third];
    const outcomes = [[0, 1, 2], [2, 1, 0], [1, 2, 0]].map((order) => {
      const layer = layerOf(order.map((i) => at(shapes, i)));
      const { patch, findings } = repairNow(layer, KEEP);
      const after = shapesOf(patch === null ? layer : applyPatch(layer, patch));
      return { land: shapes.map((__, i) => at(after, order.indexOf(i))), found: [...countByKind(findings)].sort() };
    });
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(outcomes[2]).toEqual(outcomes[0]);
  });

  it('are kept apart so that most borders are matched: a house in a parcel, further west than the parcel is', () => {
    const house = polygon(box(-1, 2, 4, 4));
    for (const shapes of [[house, field, beside], [field, beside, house]]) {
      const layer = layerOf(shapes);
      const { patch, findings } = repairNow(layer, KEEP);
      if (patch === null) throw new Error('nothing was matched');
      expect([...countByKind(findings).keys()].sort()).toEqual(['near-edge', 'overlap']);
      const after = shapesOf(applyPatch(layer, patch));
      expect(areaOf(at(after, shapes.indexOf(field))) + areaOf(at(after, shapes.indexOf(beside)))).toBeCloseTo(200, 6);
    }
  });

  it.each(Object.entries(thirds))('leave no overlap untold that is too narrow to be kept, but not matched either: with a field %s', (_, third) => {
    const layer = layerOf([third, field, beside]);
    const { patch, findings } = repairNow(layer, KEEP);
    const pairs = new Set(Array.from(findings.kind, (__, i) => [findings.feature[i], findings.other[i]].sort().join()).filter((pair) => !pair.startsWith('-1')));
    expect([...pairs].sort()).toEqual(['0,1', '1,2']);
    const again = validateNow(patch === null ? layer : applyPatch(layer, patch), KEEP).findings;
    // Told as left if it is, and else gone.
    expect(again.count).toBe(patch === null ? 2 : 1);
  });

  const copied = {
    'with a snap distance of 0.3': { within: 0.3, shapes: [polygon([[191, 401], [-24, 413], [-18, 267], [191, 401]]), polygon([[191, 401], [272, 614], [199, 452], [191, 401]]), polygon([[191.2, 400.9], [188, 300], [191, 249], [191.2, 400.9]]), polygon([[137, 402], [191.1, 400.8], [-11, 469], [137, 402]]), polygon([[191.1, 400.9], [272.4, 614.3], [210.3, 554.6], [202, 503.5], [198.5, 451.9], [191.1, 400.9]])] },
  };

  // Which of two near-copies is matched changes with each round.
  it.each(Object.entries(copied))('leave no border unmatched without a word where the sheets do not come to rest, as beside near-copies %s', (_, { within, shapes }) => {
    const options = { ...KEEP, snapDistance: within, maxGapWidth: 2 * within };
    // A reserve over all of them keeps every two that overlap in different sheets.
    const { layer, remaining, isSettled } = repairNow(layerOf([...shapes, polygon(box(-2000, -2000, 2000, 2000))]), options);
    const left = linesOf(validateNow(layer, options).findings).filter((finding) => finding.startsWith('near-edge'));
    expect(left).not.toEqual([]);
    expect(isSettled).toBe(false);
    expect([...countByKind(remaining).keys()]).toContain('near-edge');
  });

  // Two crescents, each over the tips of the other, and a slit of 0.4 between them.
  const crescents = [polygon([[0, 0], [20, 0], [20, 6], [17, 6], [17, 4], [3, 4], [3, 6], [0, 6], [0, 0]]), polygon([[0, 5], [3, 5], [3, 4.4], [17, 4.4], [17, 5], [20, 5], [20, 10], [0, 10], [0, 5]])];

  it('let a gap be closed and a border be matched between features that overlap each other elsewhere', () => {
    const layer = layerOf(crescents);
    const { patch, findings, isSettled } = repairNow(layer, KEEP);
    if (patch === null) throw new Error('nothing was repaired');
    expect(isSettled).toBe(true);
    expect(linesOf(findings)).toEqual(['gap 0 1 gap-closed', 'overlap 1 0 reported']);
    const after = applyPatch(layer, patch);
    expect(shapesOf(after).map(areaOf).reduce((sum, area) => sum + area)).toBeCloseTo(shapesOf(layer).map(areaOf).reduce((sum, area) => sum + area) + 5.6, 9);
    expect(repairNow(after, KEEP).patch).toBeNull();
    expect(linesOf(validateNow(layer, KEEP).findings)).toEqual(['gap 0 1 reported', 'overlap 1 0 reported']);
    // The overlap lies between the corners, and borders without one of the other's vertices beside it are 0.2 apart.
    const parcels = layerOf([polygon([[0, 0], [10, 0], [10, 5], [12, 6], [10, 7], [10, 20], [0, 20], [0, 0]]), polygon(box(10.2, 0, 20, 20))]);
    const matched = repairNow(parcels, KEEP);
    expect([...countByKind(matched.findings).keys()].sort()).toEqual(['near-edge', 'overlap', 'unmatched-vertex']);
    expect(matched.isSettled).toBe(true);
    expect(areaOf(at(shapesOf(matched.layer), 0)) + areaOf(at(shapesOf(matched.layer), 1))).toBeCloseTo(areaOf(at(shapesOf(parcels), 0)) + 200, 0);
  });

  it('are told apart from borders that were digitised twice, which check and repair find alike', () => {
    // B overlaps A by 0.1 all along, and C overlaps B widely far away from it.
    const layer = layerOf([polygon(box(0, 0, 10, 30)), polygon(box(9.9, 0, 20, 30)), polygon(box(18, 25, 30, 30))]);
    const { patch, findings, isSettled } = repairNow(layer, KEEP);
    if (patch === null) throw new Error('nothing was repaired');
    expect(isSettled).toBe(true);
    expect(linesOf(findings)).toEqual(['overlap 1 0 overlap-assigned', 'overlap 2 1 reported']);
    expect(linesOf(validateNow(layer, KEEP).findings)).toEqual(['overlap 1 0 reported', 'overlap 2 1 reported']);
    expect(linesOf(validateNow(applyPatch(layer, patch), KEEP).findings)).toEqual(['overlap 2 1 reported']);
  });

  it('are left beside a reserve over parcels, which are matched with each other as if it were not there', () => {
    const reserve = polygon(box(-3, 2, 30, 8));
    const parcels = [polygon(box(0, 0, 10, 20)), polygon(box(10.2, 0, 20, 20))];
    const { patch, findings, isSettled } = repairNow(layerOf([reserve, ...parcels]), KEEP);
    if (patch === null) throw new Error('nothing was repaired');
    expect(isSettled).toBe(true);
    expect(patch.features).not.toContain(0);
    expect([...countByKind(findings)].sort()).toEqual([['near-edge', 2], ['overlap', 2]]);
  });

  it('report progress that never leaves its range, however many rounds there are', () => {
    const shares: number[] = [];
    const { shapes, options } = dirtyLayer(116);
    repairNow(layerOf(shapes), { ...options, overlaps: 'keep', onProgress: (share) => shares.push(share) });
    expect(shares.filter((share) => !(share >= 0 && share <= 1))).toEqual([]);
  });

  it('report a gap between features that overlap each other and a third, which stays', () => {
    const third = polygon(box(-1, 3.5, 2, 5.5));
    for (const gaps of ['fix', 'keep'] as const) {
      const layer = layerOf([...crescents, third]);
      const { patch, findings, isSettled } = repairNow(layer, { ...KEEP, gaps });
      expect(patch).toBeNull();
      expect(isSettled).toBe(true);
      expect([...countByKind(findings)].sort()).toEqual([['gap', 1], ['overlap', 3]]);
      const gap = Array.from(findings.kind).indexOf(FINDING_KINDS.indexOf('gap'));
      expect(findings.measure[gap]).toBeCloseTo(5.6, 9);
      expect([...countByKind(validateNow(layer, { ...KEEP, gaps }).findings)].sort()).toEqual([['gap', 1], ['overlap', 3]]);
    }
    const covered = repairNow(layerOf([...crescents, polygon(box(2, 3, 18, 5))]), KEEP);
    expect([...countByKind(covered.findings).keys()]).toEqual(['overlap']);
  });

  it('leave a void alone that land of another sheet covers, and close one that none does', () => {
    // A slit between two fields, closed by a third, and a feature that covers part of it.
    const land = multiPolygon([box(0, 0, 10, 4)], [box(0, 4.5, 10, 8)], [box(0, 4, 0.5, 4.5)]);
    const east = polygon(box(10, 0, 20, 8));
    const covering = polygon(box(2, 3, 4, 6));
    const closing = { ...KEEP, snapDistance: 0 };
    const closed = repairNow(layerOf([land, east]), closing);
    expect([...countByKind(closed.findings).keys()]).toContain('gap');
    const kept = repairNow(layerOf([land, east, covering]), closing);
    const gaps = linesOf(kept.findings).filter((finding) => finding.startsWith('gap'));
    // What is left of the slit on either side of the covering feature.
    expect(gaps.map((finding) => finding.replace(/ \d+ reported$/, ' reported'))).toEqual(['gap 0 reported', 'gap 0 reported']);
    expect([...countByKind(kept.findings).keys()]).toContain('overlap');
  });

  it.each([300_037_469, 300_054_776, 410_010_915, 720_008_316])('stay at rest where the result asks for a smaller snap distance, with which more overlaps are kept (seed %i)', (seed) => {
    const { shapes, options: { units } } = dirtyLayer(seed);
    const options = { ...PLANAR, units, overlaps: 'keep' } as const;
    const { patch, tolerances } = repairNow(layerOf(shapes), options);
    if (patch === null) throw new Error('nothing was repaired');
    const again = repairNow(applyPatch(layerOf(shapes), patch), options);
    expect(again.tolerances.snapDistance).toBeLessThan(tolerances.snapDistance);
    expect(again.patch).toBeNull();
  });

  it.each([
    [352, 'fix'],
    [917, 'fix'],
    [1666, 'fix'],
    [917, 'keep'],
    // Overlaps too narrow to be kept, which matching does not close everywhere.
    [500, 'keep'],
    [965, 'keep'],
  ] as const)('and gaps that are kept are reported once, as they are left, however many rounds find them (seed %i, overlaps: %s)', (seed, overlaps) => {
    const { shapes, options: { units, snapDistance, maxGapWidth } } = dirtyLayer(seed);
    const options = { ...PLANAR, units, overlaps, gaps: 'keep', snapDistance: snapDistance === 'auto' ? 0.3 : snapDistance, maxGapWidth: maxGapWidth === 'auto' ? 1 : maxGapWidth } as const;
    const layer = layerOf(shapes);
    const { patch, findings } = repairNow(layer, options);
    if (patch === null) throw new Error('nothing was repaired');
    expect(linesOf(keptFindings(findings)).sort()).toEqual(linesOf(validateNow(applyPatch(layer, patch), options).findings).sort());
  });

  it('are bounded: dozens of quads over each other, and as many swaths of a tractor, each over the next fifty', () => {
    const count = trials(60);
    const swaths = Array.from({ length: count }, (_, i) => polygon(box(2 * i, 0, 2 * i + 100, 4)));
    for (const shapes of [stacked(count, 3, 3), swaths]) {
      const { patch, isSettled } = repairNow(layerOf(shapes), KEEP);
      expect(patch).toBeNull();
      expect(isSettled).toBe(true);
    }
  });
});
