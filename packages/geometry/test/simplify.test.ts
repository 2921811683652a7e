import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { needs } from '../../../testing/needs.ts';
import { NO_SHARED_FILES } from '../../../testing/shared-data.ts';
import { trials } from '../../../testing/trials.ts';
import { simplify } from '../src/index.ts';
import type { Layer, SimplifyOptions } from '../src/index.ts';
import { cleanLayer, hasMunicipalities, municipalities } from './clean-layers.ts';
import { dirtyLayer } from './dirty-layers.ts';
import { faultsOf } from './judge-layers.ts';
import { unionOf } from './geos.ts';
import { areaOf, at, box, layerOf, multiPolygon, polygon, shapeOf, shapesOf } from './layers.ts';
import type { Ring, Shape } from './layers.ts';

const PLANE: SimplifyOptions = { method: 'douglas-peucker', tolerance: { distance: 1 }, units: { kind: 'planar' }, keepAll: true };
const NONE_LEFT: SimplifyOptions = { ...PLANE, tolerance: { share: 0 } };

function simplified(shapes: readonly Shape[], options: SimplifyOptions = PLANE): Shape[] {
  return shapesOf(simplify(layerOf(shapes), options).layer);
}

/** The number of vertices in the first ring of each shape. */
const lengthsOf = (shapes: readonly Shape[]): number[] => shapes.map((shape) => at(at(shape, 0).rings, 0).length);

/** Each position as text. */
const positionsOf = (shape: Shape | undefined): Set<string> => new Set(shape?.flatMap(({ rings }) => rings.flat().map(String)));

describe('simplify', () => {
  it('takes out what is nearer than the tolerance, and nothing that is farther', () => {
    const line = shapeOf({ type: 'LineString', coordinates: [[0, 0], [1, 0.9], [2, 0], [3, 1.1], [4, 0]] });
    expect(simplified([line])).toEqual([shapeOf({ type: 'LineString', coordinates: [[0, 0], [3, 1.1], [4, 0]] })]);
    expect(simplified([line], { ...PLANE, tolerance: { distance: 0 } })).toEqual([line]);
  });

  it('takes the smallest triangles first with Visvalingam, spikes before bends', () => {
    const line = shapeOf({ type: 'LineString', coordinates: [[0, 0], [10, 0.2], [20, 0], [29, 0], [30, 4], [31, 0], [50, 10], [80, 0]] });
    const left = simplified([line], { ...PLANE, method: 'visvalingam', tolerance: { distance: 1.4 } });
    expect(left).toEqual([shapeOf({ type: 'LineString', coordinates: [[0, 0], [10, 0.2], [31, 0], [50, 10], [80, 0]] })]);
  });

  it('measures metres on the ground', () => {
    const bulge = (y: number): Shape => shapeOf({ type: 'LineString', coordinates: [[0, y], [0.001, y + 0.01], [0, y + 0.02]] });
    // A thousandth of a degree of longitude: 111 m at the equator, 56 m at 60°.
    const options: SimplifyOptions = { ...PLANE, units: { kind: 'geographic' }, tolerance: { distance: 80 } };
    expect(lengthsOf(simplified([bulge(0), bulge(60)], options))).toEqual([3, 2]);
  });

  it('simplifies a shared border once, whichever way rings run over it, and keeps where borders part', () => {
    const wavy: Ring = Array.from({ length: 40 }, (_, i) => [5 + Math.sin(i * 1.7), i]);
    const left = polygon([...wavy, [-20, 39], [-20, 0], at(wavy, 0)]);
    const right = polygon([[30, 0], [30, 39], ...wavy.toReversed(), [30, 0]]);
    for (const method of ['visvalingam', 'douglas-peucker'] as const) {
      const [a, b] = simplified([left, right], { ...PLANE, method, tolerance: { share: 0.4 } });
      const shared = [...positionsOf(a)].filter((position) => positionsOf(b).has(position));
      const isOfWave = (position: string): boolean => wavy.some((of) => String(of) === position);
      expect([...positionsOf(a), ...positionsOf(b)].filter(isOfWave).every((position) => shared.includes(position))).toBe(true);
      expect(shared).toEqual(expect.arrayContaining([String(at(wavy, 0)), String(at(wavy, 39))]));
      expect(shared.length).toBeLessThan(30);
      expect(shared.length).toBeGreaterThan(4);
    }
  });

  it('keeps Z and M with their vertices, points as they are, and closed rings closed', () => {
    const shapes = [
      polygon([[0, 0, 1, 10], [5, 0.1, 2, 20], [10, 0, 3, 30], [10, 10, 4, 40], [0, 10, 5, 50], [0, 0, 6, 60]]),
      shapeOf({ type: 'MultiPoint', coordinates: [[3, 3, 7, 70], [3, 3, 7, 70]] }),
    ];
    expect(simplified(shapes)).toEqual([polygon([[0, 0, 1, 10], [10, 0, 3, 30], [10, 10, 4, 40], [0, 10, 5, 50], [0, 0, 6, 60]]), at(shapes, 1)]);
  });

  it('keeps a triangle of the largest part where all are kept, and names features that vanish where not', () => {
    const tiny = multiPolygon([box(0, 0, 0.1, 0.1)], [box(1, 0, 1.2, 0.2)]);
    const shapes = [tiny, polygon(box(5, 5, 50, 50), box(7, 7, 7.1, 7.1)), []];
    const all = simplify(layerOf(shapes), PLANE);
    expect(all.vanished).toEqual(new Int32Array(0));
    expect(shapesOf(all.layer).map((shape) => shape.map(({ rings }) => rings.map((ring) => ring.length)))).toEqual([[[4]], [[5]], []]);
    expect(at(at(at(at(shapesOf(all.layer), 0), 0).rings, 0), 0)).toEqual([1, 0]);
    const large = simplify(layerOf(shapes), { ...PLANE, keepAll: false });
    expect(large.vanished).toEqual(Int32Array.of(0));
    expect(large.pathsGone).toBe(3);
  });

  it('gives a feature without land back as it stands where all are kept', () => {
    const flat = polygon([[0, 0], [1, 0], [0, 0]]);
    const broken = polygon([[NaN, 0], [1, NaN], [NaN, NaN]]);
    expect(simplified([flat, broken], NONE_LEFT)).toEqual([flat, broken]);
    expect(simplify(layerOf([flat, broken]), { ...NONE_LEFT, keepAll: false }).vanished).toEqual(Int32Array.of(0, 1));
  });

  it('puts vertices back where borders would cross', () => {
    // A bay, and a pier that reaches into it.
    const land = polygon([[0, 0], [10, 0], [10, 10], [6, 10], [5.5, 4], [5, 2], [4.5, 4], [4, 10], [0, 10], [0, 0]]);
    const pier = polygon([[5, 3], [5.2, 30], [4.8, 30], [5, 3]]);
    const { layer, restored } = simplify(layerOf([land, pier]), { ...PLANE, tolerance: { distance: 9 } });
    expect(faultsOf(layer)).toEqual([]);
    expect(restored).toBeGreaterThan(0);
  });

  it('leaves islands on their side of a border that would pass over them without crossing', () => {
    const shore: Ring = [[0, 0], [50, 8], [100, 0]];
    const shapes = [polygon([...shore, [100, 100], [0, 100], [0, 0]]), polygon(box(49, 2, 51, 4))];
    const { layer, restored } = simplify(layerOf(shapes), { ...PLANE, tolerance: { distance: 20 } });
    expect(faultsOf(layer)).toEqual([]);
    expect(restored).toBe(3);
  });

  it('leaves a layer that crosses itself as far as it does so, and lines that cross cost nothing', () => {
    const arc = (turned: boolean): Shape => shapeOf({ type: 'LineString', coordinates: Array.from({ length: 21 }, (_, i) => (turned ? [i - 10, 0.2 * Math.sin(i)] : [0.3 + 0.2 * Math.sin(i), i - 10])) });
    expect(lengthsOf(simplified([arc(true), arc(false)]))).toEqual([2, 2]);
  });

  it('refuses what is no tolerance', () => {
    for (const tolerance of [{ distance: -1 }, { distance: NaN }, { share: 1.1 }, { share: NaN }]) expect(() => simplify(layerOf([]), { ...PLANE, tolerance })).toThrow(RangeError);
  });

  it('keeps the share that is asked for, counted over vertices that could go', () => {
    const ring: Ring = Array.from({ length: 1001 }, (_, i) => [1000 * Math.cos((2 * Math.PI * (i % 1000)) / 1000), (900 + (i % 7)) * Math.sin((2 * Math.PI * (i % 1000)) / 1000)]);
    const { verticesBefore, verticesAfter } = simplify(layerOf([polygon(ring)]), { ...PLANE, method: 'visvalingam', tolerance: { share: 0.25 } });
    expect(verticesBefore).toBe(1001);
    // A quarter of 999, the vertex at which the ring is cut, and the one that closes it.
    expect(verticesAfter).toBe(250 + 2);
  });

  it('takes any layer, and moves nothing in it', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.constantFrom(0, 0.3), (seed, share) => {
        const layer = layerOf(dirtyLayer(seed).shapes);
        for (const method of ['visvalingam', 'douglas-peucker'] as const) expectSubset(layer, simplify(layer, { ...PLANE, method, tolerance: { share } }).layer);
      }),
      { numRuns: trials(20) },
    );
  });

  it('holds what it promises for random layers, judged by GEOS', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.constantFrom('visvalingam', 'douglas-peucker'), fc.constantFrom(0, 0.1, 0.3, 0.6), fc.boolean(), (seed, method, share, keepAll) => {
        const clean = cleanLayer(seed);
        fc.pre(clean !== null);
        const { layer, vanished } = simplify(clean.layer, { method, tolerance: { share }, units: clean.units, keepAll });
        expect(faultsOf(layer)).toEqual([]);
        expectSubset(clean.layer, layer);
        const emptied = shapesOf(layer).flatMap((shape, feature) => (shape.length === 0 && (shapesOf(clean.layer)[feature]?.length ?? 0) > 0 ? [feature] : []));
        expect(emptied).toEqual([...vanished]);
        if (keepAll) expect(emptied).toEqual([]);
      }),
      { numRuns: trials(20) },
    );
  });
});

/** Nothing is moved, and nothing is new. */
function expectSubset(before: Layer, after: Layer): void {
  const places = new Set(shapesOf(before).flatMap((shape) => [...positionsOf(shape)]));
  for (const shape of shapesOf(after)) for (const position of positionsOf(shape)) expect(places).toContain(position);
}

describe('simplify, municipalities', needs(hasMunicipalities, NO_SHARED_FILES), () => {
  it.each([[32, 'visvalingam', 0.1], [32, 'douglas-peucker', 0.2], [52, 'visvalingam', 0.1], [52, 'douglas-peucker', 0.1], [52, 'visvalingam', 0.5], [53, 'visvalingam', 0.3]] as const)('of state %i, %s to a share of %f: no overlaps, no gaps, no faults', (state, method, share) => {
    const layer = municipalities(state);
    const result = simplify(layer, { method, tolerance: { share }, units: { kind: 'geographic' }, keepAll: true });
    expect(result.verticesAfter).toBeLessThan(result.verticesBefore * (share + 0.25));
    expect(result.vanished.length).toBe(0);
    expect(faultsOf(result.layer)).toEqual([]);
    const [before, after] = [layer, result.layer].map((each) => unionOf(shapesOf(each)));
    // As many outlines and voids as before: no gap has opened.
    const ringsOf = (shape: Shape | null): number => shape?.reduce((sum, { rings }) => sum + rings.length, 0) ?? NaN;
    expect(ringsOf(after)).toBeLessThanOrEqual(ringsOf(before));
    expect(areaOf(after ?? []) / areaOf(before ?? [])).toBeCloseTo(1, 1);
  });
});
