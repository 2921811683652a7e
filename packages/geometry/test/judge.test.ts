import { describe, expect, it } from 'vitest';
import { FINDING_KINDS } from '../src/layer/findings.ts';
import type { Findings } from '../src/layer/findings.ts';
import type { Layer, Patch } from '../src/layer/layer.ts';
import { judgeLayers } from './judge.ts';
import type { Broken, Terms } from './promises.ts';
import { judgeKernel } from './judge-kernel.ts';
import { PLANAR } from './planar.ts';
import type { Kernel } from './judge-kernel.ts';
import { judgePatch } from './judge-patch.ts';
import { at, box, layerOf, multiPolygon, polygon } from './layers.ts';
import type { Ring, Shape } from './layers.ts';
import { judgeLosses } from './losses.ts';

const terms: Terms = { units: { kind: 'planar' }, snapDistance: 0, maxGapWidth: 0.1, overlaps: 'fix', gaps: 'fix' };
const promises = (broken: readonly Broken[]) => [...new Set(broken.map(({ promise }) => promise))];
const judged = (before: Shape[], after: Shape[], change: Partial<Terms> = {}) => promises(judgeLayers(layerOf(before), layerOf(after), { ...terms, ...change }));

const left = polygon(box(0, 0, 10, 10));
const over = polygon(box(9, 0, 20, 10));

describe('judgeLayers', () => {
  it.each<[string, Shape[], Shape[], string[], Partial<Terms>?]>([
    ['an overlap given to the earlier of equals', [left, polygon(box(9, 0, 19, 10))], [left, polygon(box(10, 0, 19, 10))], []],
    ['an overlap given to the later of equals', [left, polygon(box(9, 0, 19, 10))], [polygon(box(0, 0, 9, 10)), polygon(box(9, 0, 19, 10))], ['overlap-rule']],
    ['an overlap given to the larger', [left, over], [polygon(box(0, 0, 9, 10)), over], []],
    ['an overlap cut in two', [left, over], [polygon(box(0, 0, 9.5, 10)), polygon(box(9.5, 0, 20, 10))], ['land']],
    ['an overlap given to nobody', [left, over], [polygon(box(0, 0, 9, 10)), polygon(box(10, 0, 20, 10))], ['land']],
    ['an overlap that stays', [left, over], [left, over], ['coverage']],
    ['a bow-tie that stays', [polygon([[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]])], [polygon([[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]])], ['valid']],
    ['a bow-tie of which one lobe is lost', [polygon([[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]])], [polygon([[0, 0], [1, 1], [0, 2], [0, 0]])], ['land']],
    ['a bow-tie split', [polygon([[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]])], [multiPolygon([[[0, 0], [1, 1], [0, 2], [0, 0]]], [[[2, 0], [2, 2], [1, 1], [2, 0]]])], []],
    ['a T-junction that stays', [left, polygon(box(10, 0, 20, 5))], [left, polygon(box(10, 0, 20, 5))], ['coverage']],
    ['a T-junction matched', [left, polygon(box(10, 0, 20, 5))], [polygon([[0, 0], [10, 0], [10, 5], [10, 10], [0, 10], [0, 0]]), polygon(box(10, 0, 20, 5))], []],
    ['a feature lost', [left, over], [left], ['features']],
    ['a feature emptied for nothing', [left], [[]], ['emptied', 'land']],
    ['a duplicate that stays where both should be', [left, left], [[], left], ['emptied', 'land']],
    ['a duplicate emptied', [left, left], [left, []], []],
    ['a contained feature swallowed', [left, polygon(box(3, 3, 5, 5))], [left, []], ['emptied', 'overlap-rule']],
    ['a contained feature cut out', [left, polygon(box(3, 3, 5, 5))], [polygon(box(0, 0, 10, 10), box(3, 3, 5, 5)), polygon(box(3, 3, 5, 5))], []],
    ['a hole filled', [polygon(box(0, 0, 9, 9), box(3, 3, 5, 5))], [polygon(box(0, 0, 9, 9))], ['land']],
    ['land added outside', [left], [polygon(box(0, 0, 11, 10))], ['land']],
  ])('%s', (_, before, after, expected, change) => {
    expect(judged(before, after, change)).toEqual(expected);
  });

  const notched = [polygon([[0, 0], [1, 0], [1, 2], [0.99, 3], [1, 4], [1, 10], [0, 10], [0, 0]]), polygon([[1, 0], [2, 0], [2, 10], [1, 10], [1, 4], [1, 2], [1, 0]])];
  it('sees a gap that is left, and not one that is too wide', () => {
    expect(judged(notched, notched)).toEqual(['gap']);
    expect(judged(notched, notched, { maxGapWidth: 0.001 })).toEqual([]);
    expect(judged(notched, notched, { gaps: 'keep' })).toEqual([]);
  });
  it('takes a void for a road where it keeps its width, though it widens at a bend, and not where it tapers', () => {
    const around = (hole: Ring, within: Ring): Shape[] => [polygon(box(-50, -50, 700, 400), hole), polygon(within)];
    // 4 m wide for 300 m, and wider in the corner, from which it tapers along the other border.
    const bent = around([[0, 0], [60, 12], [600, 12], [600, 300], [4, 300], [0, 300], [0, 0]], [[4, 12], [60, 12], [600, 12], [600, 300], [4, 300], [4, 12]]);
    const tapering = around([[0, 0], [60, 12], [600, 12], [600, 300], [0, 300], [0, 0]], [[0, 300], [4, 12], [60, 12], [600, 12], [600, 300], [0, 300]]);
    expect(judged(bent, bent, { maxGapWidth: 50, keepsCorridors: true })).toEqual([]);
    expect(judged(bent, bent, { maxGapWidth: 50 })).toEqual(['gap']);
    expect(judged(tapering, tapering, { maxGapWidth: 50, keepsCorridors: true })).toEqual(['gap']);
  });
  it('accepts a gap that is closed', () => {
    const closed = [polygon([[0, 0], [1, 0], [1, 2], [1, 4], [1, 10], [0, 10], [0, 0]]), at(notched, 1)];
    expect(judged(notched, closed)).toEqual([]);
    expect(judged(notched, closed, { gaps: 'keep' })).toEqual(['land']);
  });
  it('lets a feature that repeats another but for land as narrow as rounding keep its own, and the other the rest', () => {
    const far = polygon(box(20, 10, 30, 12));
    const whole = polygon([[1, 0], [1, 0.5], [1, 1], [2, 1], [2, 0], [1, 0]]);
    const repeat = polygon([[1, 0], [1.00000008, 0.5], [1, 1], [2, 1], [2, 0], [1, 0]]);
    const rest = polygon([[1, 0], [1, 0.5], [1, 1], [1.00000008, 0.5], [1, 0]]);
    expect(judged([far, whole, repeat], [far, rest, repeat])).toEqual([]);
    expect(judged([far, whole, repeat], [far, whole, []])).toEqual([]);
    expect(judged([far, whole, repeat], [far, rest, []])).toEqual(['land']);
  });
  it('does not take the hole of one feature for a gap', () => {
    const pond = [polygon(box(0, 0, 9, 9), box(3, 3, 3.01, 5))];
    expect(judged(pond, pond)).toEqual([]);
  });
});

describe('judgeLosses', () => {
  const matched: Terms = { ...terms, snapDistance: 0.05 };
  const islands = (count: number): Ring[][] => Array.from({ length: count }, (_, i) => [box(20 + 2 * i, 0, 20.5 + 2 * i, 0.5)]);
  const land = [box(0, 0, 10, 10)];
  it.each<[string, Shape[], Shape[], string | null]>([
    ['one island of two hundred goes', [multiPolygon(land, ...islands(200))], [multiPolygon(land, ...islands(199))], 'had land that nobody has now'],
    ['a hole is made in the middle of a large feature', [left], [polygon(...land, box(1, 1, 1.2, 1.2))], 'had land that nobody has now'],
    ['land goes to a neighbour', [left, polygon(box(10, 0, 20, 10))], [polygon([[0, 0], [10, 0], [10, 4], [9.8, 4], [9.8, 5], [10, 5], [10, 10], [0, 10], [0, 0]]), polygon([[10, 0], [20, 0], [20, 10], [10, 10], [10, 5], [9.8, 5], [9.8, 4], [10, 4], [10, 0]])], 'no longer has land of its own'],
    ['a road is given to one side', [left, polygon(box(11, 0, 20, 10))], [polygon(box(0, 0, 11, 10)), polygon(box(11, 0, 20, 10))], 'has land that nobody had'],
    ['an overlap goes to one side', [left, over], [polygon(box(0, 0, 9, 10)), over], null],
    ['a border moves by the snap distance', [left], [polygon(box(0.05, 0, 10.05, 10))], null],
  ])('%s', (_, before, after, expected) => {
    const messages = judgeLosses(before, after, matched).map(({ message }) => message);
    if (expected === null) expect(messages).toEqual([]);
    else expect(messages.join('\n')).toContain(expected);
  });
});

const noFindings: Findings = { count: 0, kind: new Uint8Array(), feature: new Int32Array(), other: new Int32Array(), xy: new Float64Array(), measure: new Float64Array(), action: new Uint8Array() };
const oneFinding: Findings = { count: 1, kind: Uint8Array.of(2), feature: Int32Array.of(0), other: Int32Array.of(-1), xy: Float64Array.of(0, 0), measure: Float64Array.of(NaN), action: Uint8Array.of(1) };

const repeated = layerOf([polygon([[0, 0, 1], [4, 0, 2], [4, 0, 2], [4, 4, 3], [0, 0, 1]], [[2, 1, 5], [3, 1, 5], [3, 2, 5], [2, 1, 5]])]);
const tidied: Patch = {
  features: Int32Array.of(0),
  geometry: layerOf([polygon([[0, 0, 1], [4, 0, 2], [4, 4, 3], [0, 0, 1]], [[2, 1, 5], [3, 1, 5], [3, 2, 5], [2, 1, 5]])]),
  sourcePart: Int32Array.of(0),
  sourceRing: Int32Array.of(-1, 1),
  sourceVertex: Int32Array.of(0, 1, 3, 4, 5, 6, 7, 8),
};

describe('judgePatch', () => {
  const judge = (change: Partial<Patch>) => promises(judgePatch(repeated, { ...tidied, ...change }, terms));
  it.each<[string, Partial<Patch>, string[]]>([
    ['the truth', {}, []],
    ['a ring that is not that ring', { sourceRing: Int32Array.of(0, 1) }, ['sources']],
    ['an equal ring not named', { sourceRing: Int32Array.of(-1, -1) }, ['sources']],
    ['a part that does not exist', { sourcePart: Int32Array.of(1) }, ['sources']],
    ['a vertex from far away', { sourceVertex: Int32Array.of(0, 3, 3, 4, 5, 6, 7, 8) }, ['ordinates', 'sources']],
    ['too few sources', { sourceVertex: Int32Array.of(0, 1) }, ['sources']],
    ['z lost', { geometry: { ...tidied.geometry, z: null } }, ['sources']],
    ['z changed', { geometry: { ...tidied.geometry, z: Float64Array.of(1, 9, 3, 1, 5, 5, 5, 5) } }, ['ordinates']],
    ['a ring left open', { geometry: { ...tidied.geometry, xy: tidied.geometry.xy.map((v, i) => (i === 6 ? 1 : v)) } }, ['sources']],
    ['a feature that did not change', { geometry: repeated, sourceRing: Int32Array.of(0, 1), sourceVertex: Int32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8) }, ['untouched']],
  ])('%s', (_, change, expected) => {
    expect(judge(change)).toEqual(expected);
  });
});

describe('judgeKernel', () => {
  const tolerances = { snapDistance: 0, maxGapWidth: 0, unit: 'coordinate unit' as const };
  const outcome = (change: object) => ({ patch: tidied, findings: oneFinding, remaining: noFindings, tolerances, emptied: [], ...change });
  const tidy: Kernel = {
    repair: (layer) => Promise.resolve(layer.xy.length === repeated.xy.length ? outcome({}) : outcome({ patch: null, findings: noFindings })),
    validate: () => Promise.resolve({ findings: noFindings }),
    applyPatch: (_, patch) => patch.geometry,
  };
  const judge = async (change: Partial<Kernel>, layer: Layer) => promises((await judgeKernel({ ...tidy, ...change }, layer, PLANAR)).broken);
    const onFirst = (change: object): Partial<Kernel> => ({ repair: (layer, options) => (layer.xy.length === repeated.xy.length ? Promise.resolve(outcome(change)) : tidy.repair(layer, options)) });
  it.each<[string, Partial<Kernel>, string[]]>([
    ['the right answer', {}, []],
    ['a silent change', onFirst({ findings: noFindings }), ['reported']],
    ['a kernel that says something remains', onFirst({ remaining: oneFinding }), ['stable']],
    ['a false list of emptied features', onFirst({ emptied: [0] }), ['reported']],
    ['an exception', { repair: () => Promise.reject(new Error('broken')) }, ['crash']],
    ['a second run that changes again', { repair: () => Promise.resolve(outcome({})) }, ['stable']],
    ['a second run that finds something', { validate: () => Promise.resolve({ findings: oneFinding }) }, ['stable']],
    ['a kernel that writes into its input', { repair: (layer, options) => { layer.xy[0] = layer.xy[0] === 0 ? -0.5 : 0; return tidy.repair(layer, options); } }, ['untouched']],
  ])('%s', async (_, change, expected) => {
    const copy = { ...repeated, xy: repeated.xy.slice() };
    expect(await judge(change, copy)).toEqual(expected);
  });
  it('sees an overlap of features that only touch, and one of less than no land', async () => {
    const neighbours = layerOf([left, polygon(box(10, 0, 20, 10)), over]);
    const found = (other: number, measure: number): Findings => ({ ...noFindings, count: 1, kind: Uint8Array.of(FINDING_KINDS.indexOf('overlap')), feature: Int32Array.of(0), other: Int32Array.of(other), xy: Float64Array.of(10, 5), measure: Float64Array.of(measure), action: Uint8Array.of(0) });
    const messages = async (findings: Findings): Promise<string> => (await judgeKernel({ ...tidy, repair: () => Promise.resolve(outcome({ patch: null, findings })) }, neighbours, PLANAR)).broken.map(({ message }) => message).join();
    expect(await messages(found(1, 5))).toContain('are said to overlap, and do not');
    expect(await messages(found(2, -5))).toContain('an overlap of -5 is reported');
    expect(await messages(found(2, 5))).not.toMatch(/said to overlap|is reported/);
  });
  it('sees a change to, and a finding on, features without fault', async () => {
    const clean = layerOf([left]);
    const moved: Patch = { features: Int32Array.of(0), geometry: layerOf([polygon(box(0, 0, 10, 10).toReversed())]), sourcePart: Int32Array.of(0), sourceRing: Int32Array.of(-1), sourceVertex: Int32Array.of(0, 3, 2, 1, 0) };
    expect(await judge({ repair: () => Promise.resolve(outcome({ patch: moved })) }, clean)).toEqual(['untouched']);
    expect(await judge({ repair: () => Promise.resolve(outcome({ patch: null })) }, clean)).toEqual(['untouched']);
  });
});
