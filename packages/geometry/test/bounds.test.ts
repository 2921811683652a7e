import { describe, expect, it } from 'vitest';
import { FindingList } from '../src/layer/finding-list.ts';
import { applyPatch, countByKind, repairNow, validateNow } from '../src/index.ts';
import type { Layer } from '../src/index.ts';
import { internRings } from '../src/edges/intern-rings.ts';
import { Ground } from '../src/ground.ts';
import { MatchingCandidates } from '../src/matching/candidates.ts';
import { OpenBorders } from '../src/matching/open-borders.ts';
import { prepare } from '../src/edges/prepare.ts';
import { TooTangledError } from '../src/tangled.ts';
import { judge } from './fuzz.ts';
import { judgeLayers } from './judge.ts';
import { kernel } from './kernel.ts';
import { box, layerOf, polygon } from './layers.ts';
import { PLANAR } from './planar.ts';

/** Squares of a hundred kilometres, each a centimetre further than the one before. `auto` matches within 200 m. */
const crowd = (count: number): Layer => layerOf(Array.from({ length: count }, (_, i) => polygon(box(0.01 * i, 0.01 * i, 1e5 + 0.01 * i, 1e5 + 0.01 * i))));

describe('squares that differ by far less than the snap distance', () => {
  it('come out valid and without overlaps, and what is left is reported', () => {
    const layer = crowd(12);
    const { patch, remaining, tolerances, isSettled } = repairNow(layer, PLANAR);
    if (patch === null) throw new Error('nothing was repaired');
    const output = applyPatch(layer, patch);
    expect(judgeLayers(layer, output, { units: PLANAR.units, ...tolerances, overlaps: 'fix', gaps: 'keep' })).toEqual([]);
    expect(validateNow(output, { ...PLANAR, snapDistance: 0, maxGapWidth: 0 }).findings.count).toBe(0);
    expect(isSettled).toBe(remaining.count === 0);
  });
});

describe('a hundred such squares', () => {
  it('come out valid, though what matching makes of them runs there and back more often than memory holds', () => {
    const layer = crowd(100);
    const { patch, remaining, isSettled } = repairNow(layer, PLANAR);
    if (patch === null) throw new Error('nothing was repaired');
    expect(validateNow(applyPatch(layer, patch), { ...PLANAR, snapDistance: 0, maxGapWidth: 0 }).findings.count).toBe(0);
    expect(isSettled).toBe(remaining.count === 0);
  });
});

describe('the bound of the search for borders that lie near', () => {
  it('refuses a layer in which it would not end', () => {
    const prepared = prepare(crowd(60), new FindingList());
    const { vertices, edges } = internRings(prepared);
    const topology = { prepared, vertices, edges, ground: new Ground(PLANAR.units) };
    const candidates = new MatchingCandidates(topology, new OpenBorders(topology, 200, null, 1000));
    const search = (): unknown => candidates.all();
    expect(search).toThrow(TooTangledError);
    expect(search).toThrow('More than 1000');
  });
});

describe('coordinates beyond 1e100', () => {
  // From PostGIS (regress/core/orientation.sql). Products of the larger coordinates overflow doubles, and the smaller ones are too far from
  // them for any common scale.
  it.each([
    ['on one vertex', polygon([[0, 0], [4, 0], [4, 4], [1e155, 1e155], [0, 4], [0, 0]]), ['invalid-coordinate']],
    ['on all vertices but two', polygon([[0, 0], [1e-200, 0], [1e300, 1e300], [0, 0]]), ['invalid-coordinate', 'collapsed', 'emptied']],
  ] as const)('count as broken, and are reported: %s', async (_, shape, kinds) => {
    const options = { ...PLANAR, snapDistance: 0, maxGapWidth: 0 };
    expect([...countByKind(repairNow(layerOf([shape]), options).findings).keys()].sort()).toEqual([...kinds].sort());
    expect(await judge(kernel, [shape], options)).toEqual([]);
  });
});
