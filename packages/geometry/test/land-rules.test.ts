import { describe, expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../testing/growth.ts';
import { trials } from '../../../testing/trials.ts';
import { FINDING_KINDS, repairNow, validateNow } from '../src/index.ts';
import type { LandDecision, Layer } from '../src/index.ts';
import { Ground } from '../src/ground.ts';
import { FindingList } from '../src/layer/finding-list.ts';
import { addLeftEarlier } from '../src/layer/left-earlier.ts';
import type { RepairOptions } from '../src/repair-options.ts';
import { anyLayer } from './any-layer.ts';
import { brokenCoverage } from './coverage.ts';
import { shuffled } from './dice.ts';
import { dirtyLayer } from './dirty-layers.ts';
import { fieldLayer } from './field-layers.ts';
import { judgeRules, rulesBy } from './judge-rules.ts';
import { areaOf, at, box, layerOf, multiPolygon, polygon, shapesOf } from './layers.ts';
import type { Shape } from './layers.ts';
import { PLANAR } from './planar.ts';
import { commonArea, linesOf, NO_RULES, repaired, withRules } from './ruled-repair.ts';
import type { Repaired } from './ruled-repair.ts';

const overlap = (action: LandDecision['action'], to = -1): LandDecision => ({ kind: 'overlap', x: 9, y: 5, features: [1, 0], action, to });
const gap = (action: LandDecision['action'], to = -1): LandDecision => ({ kind: 'gap', x: 10, y: 5, features: [0, 1], action, to });

/** A and B overlap in x from 8 to 10. C lies below both, and has no vertex where B ends. */
const STRIP = [polygon(box(0, 0, 10, 10)), polygon(box(8, 0, 20, 10)), polygon(box(0, -10, 20, 0))];
/** A slit of 0.8 between A and B, closed by A at both ends. */
const SLIT = [multiPolygon([box(0, 0, 10, 10)], [box(0, -10, 20, 0)], [box(0, 10, 20, 20)]), polygon(box(10.8, 0, 20, 10))];

function expectAtRest({ after, result }: Repaired, options: RepairOptions): void {
  expect(result.isSettled).toBe(true);
  expect(result.remaining.count).toBe(0);
  expect(repairNow(after, options).patch).toBeNull();
  const left = linesOf(result.findings).filter((finding) => finding.endsWith('reported'));
  expect(linesOf(validateNow(after, options).findings)).toEqual(left);
}

describe('an overlap that is decided on', () => {
  it('is not compared with all others if one feature overlaps thousands', async () => {
    const decide = (count: number): void => {
      const parcels = Array.from({ length: count }, (_, i) => polygon(box(2 * i, -1, 2 * i + 1, 1)));
      const layer = layerOf([polygon(box(-10, 0, 2 * count + 10, 50)), ...parcels]);
      const { layer: after, findings } = repairNow(layer, withRules({ leavesOverlaps: true, maxTransfer: 0 }));
      expect([findings.count, after.ringOffsets.length, after.xy.length - layer.xy.length]).toEqual([parcels.length, parcels.length + 2, 0]);
    };
    expect(await growthOf((share) => decide(10_000 * share))).toBeLessThan(IN_PROPORTION);
  });

  it.each([
    ['given to the first', overlap('give', 0), [100, 100, 200], 0],
    ['given to the second', overlap('give', 1), [80, 120, 200], 0],
    ['split', overlap('split'), [90, 110, 200], 0],
    ['left', overlap('leave'), [100, 120, 200], 20],
  ] as const)('%s', (_, decision, areas, common) => {
    const options = withRules({ decisions: [decision] });
    const done = repaired(layerOf(STRIP), options);
    expect(done.result.ruled?.outcomes).toEqual(['done']);
    done.shapes.forEach((shape, i) => expect(areaOf(shape)).toBeCloseTo(at(areas, i), 9));
    expect(commonArea(at(done.shapes, 0), at(done.shapes, 1))).toBeCloseTo(common, 9);
    if (common === 0) expect(brokenCoverage(done.shapes)).toEqual([]);
    expectAtRest(done, options);
  });

  it('is split along the line halfway between the borders', () => {
    const { shapes } = repaired(layerOf(STRIP), withRules({ decisions: [overlap('split')] }));
    const [first] = shapes;
    expect(Math.max(...first.flatMap(({ rings }) => rings.flatMap((ring) => ring.map(([x = 0]) => x))))).toBe(9);
  });

  it.each([
    ['side by side', 8, [5, 5]],
    // The middle wavers with the triangles between borders that are not parallel.
    ['that diverge', 8.4, [6, 6]],
  ])('gets no more vertices than a line between two straight borders %s needs', (_, above, most) => {
    const layer = layerOf([polygon(box(0, 0, 10, 10)), polygon([[8, 0], [20, 0], [20, 10], [above, 10], [8, 0]])]);
    const options = withRules({ decisions: [overlap('split')] });
    const done = repaired(layer, options);
    done.shapes.forEach((shape, i) => {
      expect(shape).toHaveLength(1);
      expect(at(shape, 0).rings.map((ring) => ring.length <= at(most, i))).toEqual([true]);
    });
    const [first, second] = done.shapes.map(areaOf);
    expect(Math.abs(100 - at([first], 0) - (areaOf(at(shapesOf(layer), 1)) - at([second], 0)))).toBeLessThan(0.1);
    expect(brokenCoverage(done.shapes)).toEqual([]);
    expectAtRest(done, options);
  });

  it('is reported once if it is split, with all of its land', () => {
    const { result: { findings } } = repaired(layerOf(STRIP), withRules({ decisions: [overlap('split')] }));
    const found = Array.from({ length: findings.count }, (_, i) => [FINDING_KINDS[at(findings.kind, i)], at(findings.measure, i)] as const);
    expect(found.filter(([kind]) => kind === 'overlap')).toEqual([['overlap', 20]]);
  });

  it('leaves all as it is that nobody else shares', () => {
    const alone = layerOf([polygon(box(0, 0, 10, 10)), polygon(box(5, -5, 15, 5))]);
    const { result } = repaired(alone, withRules({ decisions: [{ ...overlap('leave'), x: 7, y: 2 }] }));
    expect(result.patch).toBeNull();
    expect(linesOf(result.findings)).toEqual(['overlap 1 0 reported']);
  });

  it.each([1e-8, 1e-12])('do not say that a feature is empty of which a needle of rounding is left: %s wide', (width) => {
    const layer = layerOf([polygon(box(0, 0, 10, 10)), polygon([[0, 0], [10 + width, 0], [10, 10], [0, 10], [0, 0]])]);
    const { result, shapes } = repaired(layer, withRules({ decisions: [{ kind: 'overlap', x: 0, y: 0, features: [0, 1], action: 'give', to: 0 }] }));
    expect(shapes.map((shape) => shape.length)).toEqual([1, 1]);
    expect(linesOf(result.findings)).toContain('duplicate-feature 1 0 overlap-assigned');
    expect(result.ruled?.rulings.size).toBe(1);
    expect(linesOf(result.findings).join()).not.toContain('emptied');
  });

  it('keeps a duplicate that is left, which would end empty', () => {
    const twice = layerOf([polygon(box(0, 0, 10, 10)), polygon(box(0, 0, 10, 10))]);
    const { result } = repaired(twice, withRules({ decisions: [{ ...overlap('leave'), x: 0, y: 0 }] }));
    expect(result.patch).toBeNull();
    expect(linesOf(result.findings)).toEqual(['duplicate-feature 1 0 reported']);
  });

  it('meets nothing far from its place, and cannot be split where one lies in the other', () => {
    const inside = layerOf([polygon(box(0, 0, 100, 100)), polygon(box(40, 40, 60, 60))]);
    const decisions = [{ ...overlap('leave'), x: 5, y: 5 }, { ...overlap('split'), x: 50, y: 50 }, { ...overlap('give', 2), x: 50, y: 50 }, { ...overlap('leave'), features: [0, 7], x: 50, y: 50 }];
    const { result, shapes } = repaired(inside, withRules({ decisions }));
    expect(result.ruled?.outcomes).toEqual(['met-nothing', 'impossible', 'impossible', 'met-nothing']);
    expect(shapes.map(areaOf)).toEqual([9600, 400]);
  });
});

describe('a gap that is decided on', () => {
  it.each([
    ['given to the first', gap('give', 0), 608, 92],
    ['given to the second', gap('give', 1), 600, 100],
    ['left', gap('leave'), 600, 92],
  ] as const)('%s', (_, decision, first, second) => {
    const options = withRules({ decisions: [decision] });
    const layer = layerOf(SLIT);
    const before = shapesOf(layer).map(areaOf);
    const done = repaired(layer, options);
    const grown = done.shapes.map((shape, i) => areaOf(shape) - at(before, i));
    expect(grown[0]).toBeCloseTo(first - 600, 9);
    expect(grown[1]).toBeCloseTo(second - 92, 9);
    expect(done.result.ruled?.outcomes).toEqual(['done']);
    expectAtRest(done, options);
  });

  it('is split between those along it', () => {
    const options = withRules({ decisions: [gap('split')] });
    const layer = layerOf(SLIT);
    const done = repaired(layer, options);
    const before = shapesOf(layer).map(areaOf);
    const grown = done.shapes.map((shape, i) => areaOf(shape) - at(before, i));
    expect(at(grown, 0) + at(grown, 1)).toBeCloseTo(8, 9);
    expect(Math.min(...grown)).toBeGreaterThan(3);
    expectAtRest(done, options);
  });
});

describe('limits and the profile', () => {
  it.each([
    ['an overlap of more land than the limit', { maxTransfer: 19 }, 20, 'max-transfer'],
    ['none of as much', { maxTransfer: 20 }, 0, undefined],
    ['an overlap that is wider than a border may move', { maxDisplacement: 1.9 }, 20, 'max-displacement'],
    ['none that is as wide', { maxDisplacement: 2 }, 0, undefined],
    ['an overlap of a fifth of a feature, with the profile', { leavesOverlaps: true }, 20, 'profile'],
    ['what was decided otherwise, not', { leavesOverlaps: true, maxTransfer: 1, decisions: [overlap('give', 1)] }, 0, undefined],
  ] as const)('leave %s', (_, rules, common, reason) => {
    const options = withRules(rules);
    const done = repaired(layerOf(STRIP), options);
    expect(commonArea(at(done.shapes, 0), at(done.shapes, 1))).toBeCloseTo(common, 9);
    const left = [...(done.result.ruled?.rulings.values() ?? [])].filter(({ decision }) => decision < 0).map((ruling) => ruling.reason);
    expect(left).toEqual(reason === undefined ? [] : [reason]);
    expectAtRest(done, options);
  });

  it('find how far the border of a gap among thousands of parcels would move in proportion to them', async () => {
    const work = (share: number): void => {
      const count = 3600 * share;
      // Two rows of parcels, 0.8 apart, which meet at both ends.
      const rows = Array.from({ length: count }, (_, i) => [
        polygon(box(20 * i, -30, 20 * i + 20, 0.4)),
        polygon([[20 * i, i === 0 ? 0.4 : 1.2], [20 * i + 20, i === count - 1 ? 0.4 : 1.2], [20 * i + 20, 40], [20 * i, 40], [20 * i, i === 0 ? 0.4 : 1.2]]),
      ]);
      const { result } = repaired(layerOf(rows.flat()), withRules({ maxDisplacement: 0.5 }));
      expect(linesOf(result.findings)).toEqual([expect.stringMatching(/^gap .* reported$/)]);
    };
    expect(await growthOf(work)).toBeLessThan(IN_PROPORTION);
  });

  it('leave a gap that is enclosed only once the borders at its end are matched, and say so', () => {
    const [a, b, below, above] = [polygon(box(0, 0, 10, 10)), polygon(box(10.8, 0, 20, 10)), polygon(box(0, -10, 20, 0)), polygon(box(0, 10.1, 20, 20))];
    const layer = layerOf([a, b, below, above]);
    const closed = repaired(layer, withRules({ maxDisplacement: 1 }));
    expect(linesOf(closed.result.findings)).toContainEqual(expect.stringMatching(/^gap .* gap-closed$/));
    for (const limit of [{ maxDisplacement: 0.5 }, { maxTransfer: 7 }]) {
      const options = withRules(limit);
      const done = repaired(layer, options);
      expect(linesOf(done.result.findings).filter((finding) => finding.startsWith('gap'))).toEqual([expect.stringMatching(/ reported$/)]);
      expect(Math.abs(areaOf(at(done.shapes, 0)) - 100)).toBeLessThan(2);
      expect(Math.abs(areaOf(at(done.shapes, 1)) - 92)).toBeLessThan(2);
      expectAtRest(done, options);
    }
  });

  it('report a gap of the layer that is no longer one by the smaller tolerances of the result', () => {
    const [findings, first, last] = [new FindingList(), new FindingList(), new FindingList()];
    first.add({ kind: 'gap', feature: 1, other: 2, x: 10, y: 5, measure: 8, action: 'reported' });
    first.add({ kind: 'gap', feature: 3, other: 4, x: 50, y: 5, measure: 9, action: 'reported' });
    first.add({ kind: 'overlap', feature: 5, other: 6, x: 70, y: 5, measure: 9, action: 'reported' });
    last.add({ kind: 'gap', feature: 2, other: 1, x: 10.3, y: 5, measure: 7.9, action: 'reported' });
    addLeftEarlier(findings, new Set(['gap']), [first.finish(false), first.finish(false)], last.finish(false), new Ground(PLANAR.units), 0.3);
    expect(linesOf(findings.finish(false))).toEqual(['gap 3 4 reported']);
  });

  it('report a gap that is kept once, however many passes find it', () => {
    const { shapes, options: { units } } = dirtyLayer(172);
    const { result } = repaired(layerOf(shapes), { ...withRules({ maxDisplacement: 5 }), units, gaps: 'keep' });
    const { count, kind, feature, other, xy } = result.findings;
    const gaps = Array.from({ length: count }, (_, i) => [kind[i], feature[i], other[i], xy[2 * i], xy[2 * i + 1]].join(' ')).filter((_, i) => FINDING_KINDS[at(kind, i)] === 'gap');
    expect(gaps).not.toEqual([]);
    expect(new Set(gaps).size).toBe(gaps.length);
  });

  it('closes a gap between several features that matching closes, however far one of them would have to go to get it all', () => {
    // Two rows of parcels, as rounding leaves them: where the upper two meet, they stand a millimetre above the lower two.
    const corner = [30, 20.001];
    const layer = layerOf([polygon(box(0, 0, 40, 20)), polygon(box(40, 0, 100, 20)), polygon([[0, 20], corner, [30, 40], [0, 40], [0, 20]]), polygon([corner, [100, 20], [100, 40], [30, 40], corner])]);
    const { result, shapes } = repaired(layer, withRules({ maxDisplacement: 0.5 }));
    expect(linesOf(result.findings).filter((finding) => finding.endsWith('reported'))).toEqual([]);
    expect(shapes.reduce((sum, shape) => sum + areaOf(shape), 0)).toBeCloseTo(4000, 9);
    // Beyond the snap distance, nothing is known of where the land goes, and the gap is left.
    const wide = repaired(layer, { ...withRules({ maxDisplacement: 0.5 }), snapDistance: 0 });
    expect(linesOf(wide.result.findings).filter((finding) => finding.endsWith('reported'))).toHaveLength(1);
  });

  it('hold the snap distance so far below the largest movement that matching keeps it, however often a vertex is matched', () => {
    const { result } = repaired(layerOf([polygon(box(0, 0, 10, 10)), polygon(box(10.2, 0, 20, 10))]), withRules({ maxDisplacement: 0.1 }));
    expect(result.patch).toBeNull();
    expect(result.tolerances.snapDistance).toBeCloseTo(0.04, 12);
  });

  it('leave a bay with a narrow mouth that is deeper than the largest movement', () => {
    const bay = polygon([[0, 0], [10, 0], [10, 4.8], [2, 5], [10, 5.2], [10, 10], [0, 10], [0, 0]]);
    const layer = layerOf([bay, polygon(box(10, 0, 20, 10))]);
    const areaWithin = (maxDisplacement: number): number => areaOf(at(repaired(layer, withRules({ maxDisplacement })).shapes, 0));
    expect(areaWithin(7.5)).toBe(areaOf(bay));
    expect(areaWithin(8.5)).toBe(100);
    expect(linesOf(repaired(layer, withRules({ maxDisplacement: 7.5 })).result.findings)).toContain('gap 0 1 reported');
  });
});

describe('land that A and B leave to each other, and B and C, but not A and C', () => {
  it('goes to one of the pairs by the rules, in whatever order the features stand', () => {
    const shapes = [polygon([[2, 1], [3, 1], [3.2, 2.1], [2, 1]]), polygon([[2, 1], [3.3, 2.1], [2, 2], [2, 1]]), polygon([[2, 2], [3.3, 2], [2, 3], [2, 2]])];
    const options: RepairOptions = { ...PLANAR, snapDistance: 0, maxGapWidth: 0, landRules: { ...NO_RULES, leavesOverlaps: true } };
    const areasOf = (list: readonly Shape[]): number[] => repaired(layerOf(list), options).shapes.map(areaOf);
    const [forward, backward] = [areasOf(shapes), areasOf(shapes.toReversed()).toReversed()];
    expect(forward.map((area, i) => Math.abs(area - at(backward, i)) < 1e-12)).toEqual([true, true, true]);
    // What A and C both claim one of them has lost, and B nothing.
    expect(Math.abs(at(forward, 1) - areaOf(at(shapes, 1)))).toBeLessThan(1e-12);
    expect(forward.reduce((sum, area) => sum + area, 0)).toBeLessThan(shapes.map(areaOf).reduce((sum, area) => sum + area, 0) - 1e-4);
  });
});

describe('rules on generated layers', () => {
  it('leave valid features, no overlap but what is reported, and nothing to change; in pieces, too', () => {
    let all = 0;
    for (let seed = 700; seed < 700 + trials(30); seed++) {
      const { shapes, options } = anyLayer(seed);
      const { broken, left } = judgeRules(shapes, options, rulesBy(Math.floor(seed / 3), shapes, options));
      expect(broken.map(({ promise, message }) => `seed ${seed}, ${promise}: ${message}`)).toEqual([]);
      all += left;
    }
    expect(all).toBeGreaterThan(15);
  });

  it('settle dense swaths, of which each pass leaves a few less', () => {
    const { shapes, options } = fieldLayer(1_000_306);
    expect(judgeRules(shapes, options, { ...NO_RULES, leavesOverlaps: true }).broken).toEqual([]);
  });

  it('name features that only got vertices of others, as land beside them was given away', () => {
    const { shapes, options } = dirtyLayer(56_200_227);
    expect(judgeRules(shapes, options, rulesBy(2, shapes, options)).broken).toEqual([]);
  });

  it('give each feature the same land in whatever order features and decisions stand', () => {
    let decided = 0;
    for (let seed = 800; seed < 800 + trials(150); seed++) {
      const { family, shapes, options } = dirtyLayer(seed);
      // Random coordinates: no two borders or areas tie, so no rule depends on the order.
      if (family !== 'jittered coverage' && family !== 'fat borders') continue;
      const fixing = { ...options, overlaps: 'fix', gaps: 'fix' } as const;
      const rules = rulesBy(seed, shapes, options);
      const order = shuffled(shapes.length, seed);
      const placeOf = (feature: number): number => (feature < 0 ? feature : order.indexOf(feature));
      const moved = shuffled(rules.decisions.length, seed).map((i) => at(rules.decisions, i)).map((decision) => ({ ...decision, features: decision.features.map(placeOf), to: placeOf(decision.to) }));
      const one = repaired(layerOf(shapes), { ...fixing, landRules: rules });
      const other = repaired(layerOf(order.map((feature) => at(shapes, feature))), { ...fixing, landRules: { ...rules, decisions: moved } });
      const size = Math.max(...one.shapes.map(areaOf));
      const differ = one.shapes.flatMap((shape, i) => (Math.abs(areaOf(shape) - areaOf(at(other.shapes, placeOf(i)))) > 1e-6 * size ? [i] : []));
      expect(differ, `seed ${seed}`).toEqual([]);
      decided += rules.decisions.length;
    }
    expect(decided).toBeGreaterThan(12);
  });
});

describe('land that is left to several', () => {
  it('and then goes to another feature is lost by each of them, which is reported', () => {
    // A and B keep what they share; C lies in it, and is cut out of both.
    const layer = layerOf([polygon(box(0, 0, 10, 10)), polygon(box(5, 0, 15, 10)), polygon(box(6, 2, 9, 5))]);
    const { shapes, result } = repaired(layer, withRules({ maxTransfer: 20 }));
    expect(shapes.map(areaOf)).toEqual([91, 91, 9]);
    const { findings } = result;
    expect(linesOf(findings)).toEqual(['contained-feature 0 2 cut-out', 'overlap 1 0 reported', 'contained-feature 1 2 cut-out']);
    expect([...findings.measure]).toEqual([9, 41, 9]);
  });

  it('and then to some of them is lost by the others, as one finding for each two', () => {
    // A and B leave land to each other, and so do B and C. What A and C share lies in B; a hole of B cuts it in two.
    const layer = layerOf([polygon(box(0, 0, 10, 10)), polygon(box(2, -5, 16, 15), box(8.5, 4, 9.5, 6)), polygon(box(9, 0, 19, 10))]);
    const { shapes, result } = repaired(layer, withRules({ maxTransfer: 20 }));
    const { findings } = result;
    const lost = linesOf(findings).flatMap((line, i) => (line.endsWith('overlap-assigned') ? [{ line, area: at(findings.measure, i) }] : []));
    // All around the hole C has it with B; in the hole there is no B to have it with.
    expect(lost).toEqual([{ line: 'overlap 0 2 overlap-assigned', area: 9 }, { line: 'overlap 2 0 overlap-assigned', area: 1 }]);
    expect(shapes.map(areaOf)).toEqual([91, 278, 99]);
  });
});

it('reports every vertex that a feature gets from its neighbours where land is left to several', () => {
  // Two parcels side by side, each with a part of its own inside along the common border; the corners of the parts are at different heights.
  const layer = layerOf([polygon(box(0, 0, 10, 10)), polygon(box(5, 0, 10, 4)), polygon(box(10, 0, 20, 10)), polygon(box(10, 0, 15, 6))]);
  const { after, result } = repaired(layer, withRules({ leavesOverlaps: true }));
  expect(linesOf(result.findings).sort()).toEqual(['contained-feature 0 1 reported', 'contained-feature 2 3 reported', ...[0, 0, 2, 2, 3].map((feature) => `unmatched-vertex ${feature} -1 vertex-inserted`)]);
  const ringOf = (feature: number) => at(at(at(shapesOf(after), feature), 0).rings, 0);
  for (const feature of [0, 2]) expect(ringOf(feature)).toEqual(expect.arrayContaining([[10, 4], [10, 6]]));
  expect(ringOf(3)).toContainEqual([10, 4]);
});

it('gives both features a vertex where land that is left to both ends and their common border begins', () => {
  // The borders cross at 10, 5: below, both claim land that is left; above, a narrow gap is closed.
  const layer = layerOf([polygon(box(0, 0, 10, 10)), polygon([[8, 0], [20, 0], [20, 10], [10, 10], [10.2, 5.5], [8, 0]])]);
  const options = { ...withRules({ maxTransfer: 1 }), snapDistance: 0.01 };
  const { after, result } = repaired(layer, options);
  expect(linesOf(result.findings)).toContain('gap 1 0 gap-closed');
  for (const shape of shapesOf(after)) {
    const { rings: [ring] } = at(shape, 0);
    expect(ring.some(([x, y]) => Math.hypot(x - 10, y - 5) < 1e-9)).toBe(true);
  }
  expect(linesOf(validateNow(after, options).findings)).toEqual(['overlap 1 0 reported']);
});

it('leaves no border for a second run to match, wherever land was left', () => {
  for (const seed of [8, 77, 133, 163, 200, 299, 330, 331, 378]) {
    const { shapes, options: { units } } = dirtyLayer(seed);
    for (const rules of [{ leavesOverlaps: true }, { maxDisplacement: 5 }, { maxTransfer: 1 }]) {
      const options = { ...withRules(rules), units };
      const { after } = repaired(layerOf(shapes), options);
      const kinds = linesOf(validateNow(after, options).findings).map((finding) => finding.split(' ')[0]);
      expect(kinds.filter((kind) => kind === 'near-edge' || kind === 'unmatched-vertex'), `seed ${seed}`).toEqual([]);
    }
  }
});

describe('a ring whose last height is not its first', () => {
  const withHeights = (ring: readonly (readonly number[])[]): number[][] => ring.map(([x, y], i) => [x, y, 100 + i]);
  const heightsOf = (layer: Layer, feature: number): number[][] => at(shapesOf(layer), feature).map(({ rings }) => rings[0].map(([, , z]) => z));

  it('is closed', () => {
    const { after, result } = repaired(layerOf([polygon(withHeights(box(0, 0, 10, 10))), polygon(box(50, 0, 60, 10).map(([x, y]) => [x, y, 7]))]), withRules({}));
    expect(linesOf(result.findings)).toEqual(['unclosed-ring 0 -1 ring-closed']);
    expect([heightsOf(after, 0), heightsOf(after, 1)]).toEqual([[[100, 101, 102, 103, 100]], [[7, 7, 7, 7, 7]]]);
    expect(linesOf(validateNow(after, withRules({})).findings)).toEqual([]);
  });

  it.each([
    ['has a height only at one end', [[0, 0, 5], [10, 0, 5], [10, 10, 5], [0, 0]], 1],
    ['has none at either end', [[0, 0], [10, 0, 5], [10, 10, 5], [0, 0]], 0],
  ])('and one that %s', (_, ring, findings) => {
    expect(linesOf(repaired(layerOf([polygon(ring)]), withRules({})).result.findings).length).toBe(findings);
  });

  it('is closed where its feature gets an overlap back', () => {
    const parcel = multiPolygon([withHeights(box(0, 0, 10, 10))], [withHeights(box(50, 0, 60, 10))]);
    // The crossing at 4, 0 changes the first part.
    const layer = layerOf([parcel, polygon(withHeights(box(8, 0, 20, 10))), polygon(withHeights([[4, 0], [0, -10], [20, -10], [20, 0], [4, 0]]))]);
    const { after, result } = repaired(layer, withRules({ leavesOverlaps: true }));
    expect(result.patch?.features).toContain(0);
    expect(heightsOf(after, 0)[1]).toEqual([100, 101, 102, 103, 100]);
    const alone = repaired(layerOf([polygon(withHeights(box(0, 0, 10, 10))), polygon(withHeights(box(8, 0, 20, 10)))]), withRules({ leavesOverlaps: true }));
    for (const feature of [0, 1]) expect(heightsOf(alone.after, feature)).toEqual([[100, 101, 102, 103, 100]]);
  });
});
