import { describe, expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../testing/growth.ts';
import { landMeasure } from '../src/land/land-measure.ts';
import { FINDING_KINDS, LAND_WEIGHTS, landOfRepair, repair } from '../src/index.ts';
import type { LandOfRepair, RepairOptions, RepairResult } from '../src/index.ts';
import { largeCoverage } from './dirty-layers.ts';
import { geodesicArea } from './geodesic-area.ts';
import { at, box, layerOf, multiPolygon, polygon } from './layers.ts';
import type { Ring, Shape } from './layers.ts';

const PLANAR: RepairOptions = { units: { kind: 'planar' }, snapDistance: 0.5, maxGapWidth: 2, overlaps: 'fix', gaps: 'fix', shellWinding: 'counter-clockwise', threads: 1 };

async function landOf(shapes: readonly Shape[], options: Partial<RepairOptions> = {}, metresPerUnit: number | null = null): Promise<{ land: LandOfRepair; result: RepairResult }> {
  const layer = layerOf(shapes);
  const asked = { ...PLANAR, ...options };
  const result = await repair(layer, asked);
  return { result, land: await landOfRepair(layer, result.changes, result.findings, { ...asked, metresPerUnit, snapDistance: result.tolerances.snapDistance }) };
}

function expectClose(values: Float64Array, others: Float64Array): void {
  expect(values).toHaveLength(others.length);
  for (const [i, value] of values.entries()) {
    if (Number.isNaN(at(others, i))) expect(value).toBeNaN();
    else expect(value).toBeCloseTo(at(others, i), 4);
  }
}

/** The entry of a feature in a balance. */
function entryOf({ balance }: LandOfRepair, feature: number) {
  const entry = balance.features.indexOf(feature);
  const shares = ({ offsets, features, areas }: LandOfRepair['balance']['gave']) => Array.from({ length: at(offsets, entry + 1) - at(offsets, entry) }, (_, i) => [at(features, at(offsets, entry) + i), at(areas, at(offsets, entry) + i)]);
  const value = (column: Float64Array) => at(column, entry);
  return {
    before: value(balance.before),
    after: value(balance.after),
    lost: value(balance.lost),
    gained: value(balance.gained),
    toNobody: value(balance.toNobody),
    fromNobody: value(balance.fromNobody),
    displacement: value(balance.displacement),
    gave: shares(balance.gave),
    received: shares(balance.received),
  };
}

function findingOf({ result, land }: { result: RepairResult; land: LandOfRepair }, kind: string) {
  const i = result.findings.kind.indexOf(FINDING_KINDS.findIndex((known) => known === kind));
  expect(i, kind).toBeGreaterThanOrEqual(0);
  return { area: at(land.findings.area, i), receivedBy: at(land.findings.receivedBy, i), weight: LAND_WEIGHTS[at(land.findings.weight, i)], piece: land.findings.pieceOf(i) };
}

describe('the balance of a repair', () => {
  it('does not go through all of a feature for each of the thousands that lie in it', async () => {
    const layersOf = (count: number) => layerOf([polygon(box(-1, -1, 500, 500)), ...Array.from({ length: count }, (_, i) => polygon(box(4 * (i % 110), 4 * Math.floor(i / 110), 4 * (i % 110) + 3, 4 * Math.floor(i / 110) + 3)))]);
    const repaired = new Map<number, { readonly layer: ReturnType<typeof layersOf>; readonly result: RepairResult }>();
    for (const count of [3000, 12_000]) repaired.set(count, { layer: layersOf(count), result: await repair(layersOf(count), PLANAR) });
    const balance = async (share: number): Promise<void> => {
      const { layer, result: { changes, findings } } = repaired.get(12_000 * share) ?? expect.fail('not repaired');
      const land = await landOfRepair(layer, changes, findings, { ...PLANAR, snapDistance: 0.5 });
      expect(new Set(land.findings.area)).toEqual(new Set([9]));
      expect(land.balance.totals.changedHands).toBe(9 * 12_000 * share);
    };
    expect(await growthOf(balance)).toBeLessThan(IN_PROPORTION);
  });

  it('says who gave an overlap to whom, and how far the border moved', async () => {
    const done = await landOf([polygon(box(0, 0, 100, 100)), polygon(box(90, 0, 250, 100))]);
    const loser = at(done.land.balance.features, 0);
    expect(entryOf(done.land, loser)).toMatchObject({ lost: 1000, gained: 0, toNobody: 0, gave: [[1 - loser, 1000]], received: [], displacement: 10 });
    expect(done.land.balance.totals).toEqual({ changedHands: 1000, toNobody: 0, fromNobody: 0 });
    expect(findingOf(done, 'overlap')).toMatchObject({ area: 1000, receivedBy: 1 - loser, weight: 'ownership', piece: { kind: 'polygon' } });
  });

  it('counts a needle by its mean width, however long it is and however far from the rest', async () => {
    const withStrip = (width: number) => multiPolygon([box(0, 0, 100, 100)], [box(400, 20, 400 + width, 80)]);
    const neighbours = [polygon(box(99, 0, 200, 100)), polygon(box(300, 0, 500, 100))];
    const needle = await landOf([withStrip(2), ...neighbours]);
    expect(entryOf(needle.land, 0).gave).toEqual([[2, 120]]);
    expect(entryOf(needle.land, 0).displacement).toBeCloseTo(240 / 124, 9);
    // Wider land is told with its distance from the border that is left.
    const strip = await landOf([withStrip(4), ...neighbours]);
    expect(entryOf(strip.land, 0).displacement).toBeCloseTo(304, 9);
    // What is not a needle counts beside it.
    const beside = await landOf([withStrip(2), polygon(box(90, -50, 110, 150)), polygon(box(300, 0, 500, 100))]);
    expect(entryOf(beside.land, 0).displacement).toBe(10);
  });

  it('measures in metres where the unit is a foot', async () => {
    const { land } = await landOf([polygon(box(0, 0, 100, 100)), polygon(box(90, 0, 250, 100))], {}, 0.3048);
    expect(at(land.balance.lost, 0)).toBeCloseTo(1000 * 0.3048 ** 2, 9);
    expect(at(land.balance.displacement, 0)).toBeCloseTo(10 * 0.3048, 9);
  });

  it('takes both lobes of a bow-tie for land that was there, and a spike for none', async () => {
    const { land } = await landOf([polygon([[0, 0], [100, 100], [100, 0], [0, 100], [0, 0]]), polygon([[200, 0], [300, 0], [300, 100], [400, 100], [300, 100], [200, 100], [200, 0]])]);
    expect(entryOf(land, 0)).toMatchObject({ before: 5000, after: 5000, lost: 0, gained: 0 });
    expect(entryOf(land, 1)).toMatchObject({ before: 10_000, after: 10_000, lost: 0, gained: 0, displacement: 0 });
  });

  it('reports a duplicate that ended empty, and the feature that it gave all to', async () => {
    const done = await landOf([polygon(box(0, 0, 100, 100)), polygon(box(0, 0, 100, 100))]);
    expect(entryOf(done.land, 1)).toMatchObject({ before: 10_000, after: 0, lost: 10_000, gave: [[0, 10_000]], displacement: 0 });
    expect(findingOf(done, 'duplicate-feature')).toMatchObject({ area: 10_000, receivedBy: 0, weight: 'ownership' });
    expect(findingOf(done, 'emptied')).toMatchObject({ weight: 'ownership', piece: null });
  });

  it('reports land that nobody claimed before, with the polygon of the gap', async () => {
    // A wedge between two parcels, closed at both ends.
    const done = await landOf([polygon([[0, 0], [100, 0], [98.5, 50], [100, 100], [0, 100], [0, 0]]), polygon(box(100, 0, 200, 100))]);
    const gap = findingOf(done, 'gap');
    expect(gap).toMatchObject({ weight: 'ownership', piece: { kind: 'polygon' } });
    expect(gap.area).toBeCloseTo(75, 9);
    expect(entryOf(done.land, gap.receivedBy)).toMatchObject({ lost: 0, fromNobody: gap.area, gained: gap.area });
  });

  it('reports a border that moved as the stretch of the old one that is gone, and as cosmetic', async () => {
    const done = await landOf([polygon(box(0, 0, 100, 100)), polygon(box(100.25, 0, 200, 100))]);
    const { piece, ...near } = findingOf(done, 'near-edge');
    expect(near).toMatchObject({ area: NaN, receivedBy: -1, weight: 'cosmetic' });
    expect(piece?.kind).toBe('lines');
    expect(piece?.chains.map((chain) => Array.from(chain))).toEqual([[100.25, 0, 100.25, 100]]);
  });

  it('lists the land of a gap once, though matched borders cut it into two findings', async () => {
    // Half a metre wide, but for a neck of 5 cm half way up.
    const left: Ring = [[0, 0], [100, 0], [100, 45], [100, 55], [100, 100], [0, 100], [0, 0]];
    const right: Ring = [[100, 0], [200, 0], [200, 100], [100, 100], [100.5, 90], [100.5, 60], [100.05, 55], [100.05, 45], [100.6, 40], [100.6, 10], [100, 0]];
    const { result: { findings }, land } = await landOf([polygon(left), polygon(right)], { snapDistance: 0.1 });
    const gaps = Array.from(findings.kind.keys()).filter((i) => FINDING_KINDS[at(findings.kind, i)] === 'gap');
    expect(gaps.map((i) => [at(findings.measure, i), at(land.findings.area, i), LAND_WEIGHTS[at(land.findings.weight, i)]])).toEqual([
      [expect.closeTo(22.5, 6), expect.closeTo(42, 6), 'ownership'],
      [expect.closeTo(18.75, 6), NaN, 'cosmetic'],
    ]);
  });

  it('tells apart pieces that meet where their findings are', async () => {
    // Three overlaps along a border, which meet in 30 0 and 60 0. A finding is where its overlap is farthest to the left, which is in those points.
    const { result: { findings }, land } = await landOf([polygon(box(0, 0, 100, 100)), polygon([[0, 0], [15, 20], [30, 0], [45, 40], [60, 0], [80, 10], [100, 0], [100, -100], [0, -100], [0, 0]])]);
    const overlaps = Array.from(findings.kind.keys()).filter((i) => FINDING_KINDS[at(findings.kind, i)] === 'overlap');
    expect(overlaps.map((i) => [at(findings.xy, 2 * i), at(findings.measure, i), at(land.findings.area, i)])).toEqual([[0, 300, 300], [30, 600, 600], [60, 200, 200]]);
    expect(overlaps.map((i) => Math.max(...(land.findings.pieceOf(i)?.chains.flatMap((chain) => Array.from(chain).filter((_, place) => place % 2 === 0)) ?? [])))).toEqual([30, 60, 100]);
  });

  it('lists in a crowd what one feature lost to another', async () => {
    // Each takes its own zone from all around it. Seven and more lie on top of each other in the inner six zones.
    const { result: { findings }, land } = await landOf(Array.from({ length: 12 }, (_, i) => polygon(box(5 * i, 5 * i, 200 - 5 * i, 200 - 5 * i))));
    const told = Array.from(findings.kind.keys()).filter((i) => FINDING_KINDS[at(findings.kind, i)] === 'contained-feature');
    expect(told).toHaveLength((12 * 11) / 2);
    for (const i of told) expect(at(land.findings.area, i)).toBe(at(findings.measure, i));
  });

  it('lists all the land of a copy, in a crowd too', async () => {
    const shifted = Array.from({ length: 9 }, (_, i) => polygon(box(10 * i, 0, 10 * i + 100, 100)));
    expect(findingOf(await landOf([...shifted, ...shifted.slice(0, 1)]), 'duplicate-feature')).toMatchObject({ area: 10_000, weight: 'ownership' });
  });

  it('lists all that two features share where both keep it, in a crowd too', async () => {
    const { result: { findings }, land } = await landOf(Array.from({ length: 9 }, (_, i) => polygon(box(10 * i, 0, 10 * i + 100, 100))), { overlaps: 'keep' });
    expect(land.findings.area).toHaveLength(36);
    for (const [i, area] of land.findings.area.entries()) expect(area).toBe(100 * (100 - 10 * Math.abs(at(findings.feature, i) - at(findings.other, i))));
  });

  it('cuts a hole that touches its shell in a vertex as a ring of its own', async () => {
    const diamond: Ring = [[0, 50], [25, 25], [50, 50], [25, 75], [0, 50]];
    const done = await landOf([polygon(box(0, 0, 100, 100)), polygon([[0, 0], [100, 0], [100, 100], [0, 100], [0, 50], [0, 0]], diamond)], { overlaps: 'keep' });
    const overlap = findingOf(done, 'contained-feature');
    expect(overlap.area).toBeCloseTo(10_000 - 1250, 6);
    expect(overlap.piece?.chains.map((chain) => chain.length / 2)).toHaveLength(2);
  });

  it('adds up, whatever the layer, and is the same whichever way the features are cut', async () => {
    const { shapes, options } = largeCoverage(7, 12, 9);
    const asked = { ...PLANAR, ...options };
    const layer = layerOf(shapes);
    const result = await repair(layer, asked);
    const snapDistance = result.tolerances.snapDistance;
    const { balance, findings } = await landOfRepair(layer, result.changes, result.findings, { ...asked, snapDistance });
    const inPieces = await landOfRepair(layer, result.changes, result.findings, { ...asked, snapDistance, batchVertices: 60 });
    expectClose(inPieces.balance.lost, balance.lost);
    expectClose(inPieces.balance.gave.areas, balance.gave.areas);
    expectClose(inPieces.balance.displacement, balance.displacement);
    expectClose(inPieces.findings.area, findings.area);
    expect(inPieces.findings.weight).toEqual(findings.weight);
    expect(inPieces.findings.receivedBy).toEqual(findings.receivedBy);
    expect(inPieces.balance.totals.changedHands).toBeCloseTo(balance.totals.changedHands, 4);
    expect(balance.features.length).toBeGreaterThan(5);
    for (const feature of balance.features) {
      const { before, after, lost, gained, gave, toNobody } = entryOf({ balance, findings, notMeasured: 0 }, feature);
      expect(before - lost + gained).toBeCloseTo(after, 6);
      expect(gave.reduce((sum, [, area]) => sum + area, toNobody)).toBeCloseTo(lost, 4);
    }
  });
});

describe('areas on the ellipsoid', () => {
  const measure = landMeasure({ kind: 'geographic' }, 1);
  const areaOf = (ring: Ring): number => ring.slice(1).reduce((sum, [bx = NaN, by = NaN], i) => sum + measure.areaUnder(0, at(at(ring, i), 0), at(at(ring, i), 1), bx, by), 0);

  it.each([
    ['a parcel in Goiás', [[-49.3, -16.7], [-49.29, -16.702], [-49.291, -16.69], [-49.301, -16.691], [-49.3, -16.7]]],
    ['over the equator', [[10, -0.3], [10.4, 0.2], [10.1, 0.5], [9.8, 0.1], [10, -0.3]]],
    ['a parcel in Rio Grande do Sul', [[-53.8, -30], [-53.79, -30.002], [-53.791, -29.99], [-53.801, -29.991], [-53.8, -30]]],
    ['a parcel in Patagonia', [[-69, -50], [-68.98, -50.004], [-68.982, -49.98], [-69.002, -49.982], [-69, -50]]],
    ['far north', [[20, 78], [21, 78.1], [20.6, 78.6], [20, 78]]],
  ] as const)('are those of GeographicLib: %s', (_, ring) => {
    const theirs = geodesicArea(polygon(ring), 20);
    expect(Math.abs(areaOf(ring) / theirs - 1)).toBeLessThan(1e-9);
  });

  it('come to that of the whole ellipsoid', () => {
    expect(areaOf([[-180, -90], [180, -90], [180, 90], [-180, 90], [-180, -90]]) / 510_065_621_724_088.4).toBeCloseTo(1, 10);
  });
});
