import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../testing/growth.ts';
import { needs } from '../../../testing/needs.ts';
import { NO_SHARED_FILES } from '../../../testing/shared-data.ts';
import { trials } from '../../../testing/trials.ts';
import { clip, ClipOutcome, selectWithin } from '../src/index.ts';
import type { ClipOptions, Layer } from '../src/index.ts';
import { cleanLayer, hasMunicipalities, municipalities } from './clean-layers.ts';
import { clipArea } from './clip-areas.ts';
import { diceOf } from './dice.ts';
import { dirtyLayer } from './dirty-layers.ts';
import { intersectionOf, invalidReason, lengthInside } from './geos.ts';
import { faultsOf } from './judge-layers.ts';
import { areaOf, at, box, edgeLength, layerOf, multiPolygon, polygon, polygonParts, shapeOf, shapesOf } from './layers.ts';
import type { Position, Ring, Shape } from './layers.ts';

const PLANE: ClipOptions = { units: { kind: 'planar' } };
const SQUARE = layerOf([polygon(box(0, 0, 10, 10))]);

function clipped(shapes: readonly Shape[], area: Layer = SQUARE): { shapes: Shape[]; cut: number[] } {
  const { layer, cut } = clip(layerOf(shapes), area, PLANE);
  return { shapes: shapesOf(layer), cut: [...cut] };
}

const { Whole, Cut, Gone } = ClipOutcome;

describe('clip', () => {
  it('keeps what lies inside, bit for bit, takes what lies outside, and cuts the rest', () => {
    const shapes = [polygon(box(1, 1, 2, 2)), polygon(box(11, 1, 12, 2)), polygon(box(8, 8, 12, 12)), [], polygon(box(-1, -1, 11, 11)), polygon(box(10, 0, 20, 10))];
    const result = clipped(shapes);
    expect(result.cut).toEqual([Whole, Gone, Cut, Whole, Cut, Gone]);
    expect(result.shapes.slice(0, 4)).toEqual([shapes[0], [], polygon([[8, 8], [10, 8], [10, 10], [8, 10], [8, 8]]), []]);
    expect(areaOf(at(result.shapes, 4))).toBe(100);
    expect(result.shapes[5]).toEqual([]);
  });

  it('keeps holes, and makes parts of what comes apart', () => {
    const arch = polygon([[1, 8], [9, 8], [9, 12], [1, 12], [1, 8]], [[2, 8.5], [2, 13 - 2], [8, 11], [8, 8.5], [2, 8.5]]);
    const comb = polygon([[1, 12], [1, 5], [2, 5], [2, 11], [5, 11], [5, 5], [6, 5], [6, 12], [1, 12]]);
    const pond = polygon(box(3, 3, 20, 7), [...box(4, 4, 5, 5)].toReversed());
    const result = clipped([arch, comb, pond]);
    expect(result.shapes.map((shape) => shape.map(({ rings }) => rings.length))).toEqual([[1], [1, 1], [2]]);
    expect(result.shapes.map(areaOf)).toEqual([16 - 9, 10, 28 - 1]);
  });

  it('cuts with areas that have holes, overlap, or are many', () => {
    const area = layerOf([polygon(box(0, 0, 6, 6), [...box(1, 1, 2, 2)].toReversed()), multiPolygon([box(5, 5, 9, 9)], [box(20, 20, 21, 21)])]);
    const { shapes, cut } = clipped([polygon(box(0, 0, 30, 30)), polygon(box(1.2, 1.2, 1.8, 1.8)), polygon(box(5.5, 5.5, 5.6, 5.6))], area);
    expect(cut).toEqual([Cut, Gone, Whole]);
    expect(shapes.map(areaOf)[0]).toBe(36 - 1 + 16 - 1 + 1);
  });

  it('takes all where the area is empty', () => {
    expect(clipped([polygon(box(0, 0, 1, 1)), shapeOf({ type: 'Point', coordinates: [0, 0] }), []], layerOf([])).cut).toEqual([Gone, Gone, Whole]);
  });

  it('cuts neighbours in the same places, bit for bit, whichever way their rings run', () => {
    const dice = diceOf(3);
    const border: Ring = Array.from({ length: 60 }, (_, i) => [i / 3 + 0.1 * dice.share(), 5 + dice.share()]);
    const above = polygon([...border, [30, 20], [-5, 20], at(border, 0)]);
    const below = polygon([[30, -9], ...border.toReversed(), [-5, -9], [30, -9]]);
    const area = layerOf([polygon([[2.123, -3], [13.7, 3], [7.77, 8.8], [3.1, 9.3], [2.123, -3]])]);
    const { shapes } = clipped([above, below], area);
    const shared = edgesOf([at(shapes, 0)]).filter((edge) => edgesOf([at(shapes, 1)]).includes(edge));
    // All that is left of the border, including the cut ends: one edge more than vertices of the border inside.
    const inside = border.filter((position) => selectWithin(layerOf([shapeOf({ type: 'Point', coordinates: position })]), area, 'within', PLANE)[0] === 1);
    expect(inside.length).toBeGreaterThan(10);
    expect(shared.length).toBe(inside.length + 1);
  });

  it('leaves overlaps, and puts no vertices where features cross each other', () => {
    const shapes = [polygon(box(-5, 1, 6, 5)), polygon(box(4, -2, 8, 6)), polygon(box(5, 3, 9, 9))];
    const { shapes: after } = clipped(shapes);
    expect(after.map((shape) => shape[0]?.rings[0]?.length)).toEqual([5, 5, 5]);
    expect(after.map(areaOf)).toEqual([24, 24, 24]);
    expect(areaOf(intersectionOf(at(after, 0), at(after, 1)) ?? [])).toBe(8);
  });

  it('cuts lines into pieces, keeps those along its border, and not what only touches it', () => {
    const lines: Position[][] = [[[-5, 5], [15, 5]], [[2, 2], [3, 3]], [[-1, 0], [11, 0]], [[-1, 1], [1, -1]], [[0, 10], [-5, 15]], [[2, -1], [2, 1], [4, 1], [4, -1]], [[1, 9], [1, 12], [3, 12], [3, 9]], [[5, 5], [15, 15], [5, 15]]];
    const { shapes, cut } = clipped(lines.map((coordinates) => shapeOf({ type: 'LineString', coordinates })));
    expect(cut).toEqual([Cut, Whole, Cut, Gone, Gone, Cut, Cut, Cut]);
    const pieces = shapes.map((shape) => shape.flatMap(({ rings }) => rings));
    expect(pieces).toEqual([[[[0, 5], [10, 5]]], [lines[1]], [[[0, 0], [10, 0]]], [], [], [[[2, 0], [2, 1], [4, 1], [4, 0]]], [[[1, 9], [1, 10]], [[3, 10], [3, 9]]], [[[5, 5], [10, 10]]]]);
  });

  it('keeps lines along slanted borders, whichever side the rounding of their middle falls to', () => {
    const dice = diceOf(5);
    // Uses all bits of a double, so that the midpoint of two is rounded.
    const share = (): number => Math.PI * dice.share();
    for (let i = 0; i < 50; i++) {
      const corners: Ring = [[share(), share()], [7 + share(), share()], [3 * share(), 9 + share()]];
      const area = layerOf([polygon([...corners, at(corners, 0)])]);
      const side = shapeOf({ type: 'LineString', coordinates: [at(corners, i % 3), at(corners, (i + 1) % 3)] });
      expect(clipped([side], area)).toEqual({ shapes: [side], cut: [Whole] });
    }
  });

  it('keeps points inside and on the border', () => {
    const { shapes, cut } = clipped([shapeOf({ type: 'MultiPoint', coordinates: [[0, 3], [10, 10], [5, 5], [-1, 3], [NaN, 0]] }), shapeOf({ type: 'Point', coordinates: [20, 0] })]);
    expect(shapes).toEqual([shapeOf({ type: 'MultiPoint', coordinates: [[0, 3], [10, 10], [5, 5]] }), []]);
    expect(cut).toEqual([Cut, Gone]);
  });

  it('keeps both vertices of a line without length', () => {
    const { shapes } = clipped([shapeOf({ type: 'MultiLineString', coordinates: [[[5, 5], [15, 5]], [[3, 3], [3, 3]]] })]);
    expect(shapes).toEqual([shapeOf({ type: 'MultiLineString', coordinates: [[[5, 5], [10, 5]], [[3, 3], [3, 3]]] })]);
  });

  it('interpolates Z and M where it cuts', () => {
    const line = shapeOf({ type: 'LineString', coordinates: [[5, 5, 100, 0], [15, 5, 200, 10]] });
    const square = polygon([[5, 1, 0, 1], [15, 1, 10, 1], [15, 3, 10, 3], [5, 3, 0, 3], [5, 1, 0, 1]]);
    const { shapes } = clipped([line, square]);
    expect(shapes).toEqual([shapeOf({ type: 'LineString', coordinates: [[5, 5, 100, 0], [10, 5, 150, 5]] }), polygon([[5, 1, 0, 1], [10, 1, 5, 1], [10, 3, 5, 3], [5, 3, 0, 3], [5, 1, 0, 1]])]);
  });

  it('gives pieces the direction that rings have', () => {
    const clockwise = polygon([...box(1, 5, 20, 7)].toReversed(), box(2, 5.5, 3, 6));
    const { shapes } = clipped([clockwise]);
    expect(at(at(shapes, 0), 0).rings.map((ring) => Math.sign(turnOf(ring)))).toEqual([-1, 1]);
  });

  it('agrees with GEOS for random layers: areas, validity, no overlaps, and borders that stay shared', () => {
    fc.assert(
      fc.property(fc.nat(1e6), (seed) => {
        const clean = cleanLayer(seed);
        fc.pre(clean !== null && clean.layer.xy.length >= 8);
        const area = clipArea(diceOf(seed), clean.layer);
        fc.pre(invalidReason(area) === null);
        const { layer } = clip(clean.layer, layerOf([area]), { units: clean.units });
        expect(faultsOf(layer)).toEqual([]);
        expectSameAs(clean.layer, area, layer);
        expectShared(clean.layer, area, layer);
      }),
      { numRuns: trials(20) },
    );
  });

  it('agrees with GEOS on the lengths of lines', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { minLength: 2, maxLength: 12 }), (seed, places) => {
        const dice = diceOf(seed);
        const line: Ring = places.map(([x, y]) => [x / 4, y / 4 + (dice.chance(0.3) ? dice.share() : 0)]);
        const area = clipArea(dice, layerOf([polygon(box(0, 0, 10, 10))]));
        fc.pre(invalidReason(area) === null);
        const pieces = shapesOf(clip(layerOf([shapeOf({ type: 'LineString', coordinates: line })]), layerOf([area]), PLANE).layer).flat();
        // GEOS counts a line that overlaps itself once.
        const length = pieces.reduce((sum, { rings }) => sum + rings.reduce((own, ring) => own + lengthOf(ring), 0), 0);
        const whole = line.slice(1).reduce((sum, to, i) => sum + lengthInside([at(line, i), to], area), 0);
        expect(length).toBeCloseTo(whole, 9);
      }),
      { numRuns: trials(30) },
    );
  });

  it('cuts a line along a border of very many vertices in proportion to them', async () => {
    const along = (share: number): void => {
      const steps = 40_000 * share;
      // Every second stretch of the border lies on the line, the others leave it.
      const border = Array.from({ length: steps }, (_, i): Position => [i, i % 4 === 2 ? 1 : 0]);
      const area = layerOf([polygon([...border, [steps, 5], [0, 5], [0, 0]])]);
      const { shapes } = clipped([shapeOf({ type: 'LineString', coordinates: [[-1, 0], [steps, 0]] })], area);
      expect(at(shapes, 0).length).toBeGreaterThan(steps / 5);
    };
    expect(await growthOf(along)).toBeLessThan(IN_PROPORTION);
  });
  it('takes any layer as layer and as area', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.nat(1e6), (seed, other) => {
        const { layer, cut } = clip(layerOf(dirtyLayer(seed).shapes), layerOf(dirtyLayer(other).shapes), PLANE);
        expect(layer.featureOffsets.length - 1).toBe(cut.length);
        shapesOf(layer).forEach((shape, feature) => {
          if (cut[feature] === Cut) expect(invalidReason(shape.filter((part) => polygonParts([part]).length > 0))).toBeNull();
        });
      }),
      // Overlaps one unit in the last place apart: needles that nodes keep open.
      { numRuns: trials(20), examples: [[846, 847]] },
    );
  });
});

describe('selectWithin', () => {
  const shapes = [
    polygon(box(1, 1, 2, 2)), polygon(box(0, 0, 10, 10)), polygon(box(8, 8, 12, 12)), polygon(box(-5, -5, 20, 20)), polygon(box(10, 0, 20, 10)), polygon(box(10, 10, 12, 12)), polygon(box(30, 30, 31, 31)),
    shapeOf({ type: 'LineString', coordinates: [[0, 0], [10, 0]] }), shapeOf({ type: 'LineString', coordinates: [[-1, 1], [1, -1]] }), shapeOf({ type: 'Point', coordinates: [10, 5] }), [],
  ];

  it('tells what has anything in common with the area, and what lies in it', () => {
    expect([...selectWithin(layerOf(shapes), SQUARE, 'intersects', PLANE)]).toEqual([1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 0]);
    expect([...selectWithin(layerOf(shapes), SQUARE, 'within', PLANE)]).toEqual([1, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0]);
  });
});

describe('clip, municipalities', needs(hasMunicipalities, NO_SHARED_FILES), () => {
  it.each([[52, [-49.9, -17.1, -48.2, -15.4]], [32, [-41, -20.5, -40.3, -19]]] as const)('of state %i by a rectangle, and by a neighbour', (state, [x0, y0, x1, y1]) => {
    const layer = municipalities(state);
    for (const area of [polygon(box(x0, y0, x1, y1)), polygon([[x0, y0], [x1, y0], [(x0 + x1) / 2, y1], [x0, y0]]), at(shapesOf(layer), 20)]) {
      const result = clip(layer, layerOf([area]), { units: { kind: 'geographic' } });
      expect(faultsOf(result.layer)).toEqual([]);
      expectSameAs(layer, area, result.layer);
      expect(result.cut).toContain(Whole);
      shapesOf(layer).forEach((shape, feature) => {
        if (result.cut[feature] === Whole && intersectionOf(shape, area) !== null) expect(areaOf(at(shapesOf(result.layer), feature))).toBeCloseTo(areaOf(shape), 12);
      });
    }
  });
});

function turnOf(ring: Ring): number {
  return ring.slice(1).reduce((sum, to, i) => sum + at(at(ring, i), 0) * at(to, 1) - at(to, 0) * at(at(ring, i), 1), 0);
}

function lengthOf(ring: Ring): number {
  return ring.slice(1).reduce((sum, to, i) => sum + Math.hypot(at(to, 0) - at(at(ring, i), 0), at(to, 1) - at(at(ring, i), 1)), 0);
}

/** Edges of polygons as text, the same in either direction; x and y only. */
function edgesOf(shapes: readonly Shape[]): string[] {
  const name = (position: Position): string => position.slice(0, 2).join(',');
  return shapes.flatMap((shape) => polygonParts(shape).flatMap(({ rings }) => rings.flatMap((ring) => ring.slice(1).map((to, i) => [name(at(ring, i)), name(to)].sort().join(' ')))));
}

/** Every feature has the area that GEOS computes for its intersection, except for the rounding of the new vertices. */
function expectSameAs(before: Layer, area: Shape, after: Layer): void {
  const rounding = 32 * Number.EPSILON * before.xy.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  shapesOf(before).forEach((shape, feature) => {
    const expected = intersectionOf(shape, area);
    if (expected === null) return;
    expect(Math.abs(areaOf(at(shapesOf(after), feature)) - areaOf(expected))).toBeLessThanOrEqual(1e-9 * areaOf(expected) + rounding * edgeLength(shape));
  });
}

/** Edges that a single feature has lie on the border of the area, or where a single feature had its border before. */
function expectShared(before: Layer, area: Shape, after: Layer): void {
  const alone = (layer: Layer): [Position, Position][] => {
    const edges = edgesOf(shapesOf(layer)).sort();
    return edges.filter((edge, i) => edge !== edges[i - 1] && edge !== edges[i + 1]).map(ends);
  };
  const borders = [...alone(before), ...edgesOf([area]).map(ends)];
  const rounding = 64 * Number.EPSILON * before.xy.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const left = alone(after);
  for (const [p, q] of left) {
    // If neighbours differ only by rounding, needles of that width may have been left out.
    const isTwin = ([r, s]: readonly [Position, Position]): boolean => (r !== p || s !== q) && distance(p, [r, r]) + distance(q, [s, s]) <= rounding;
    if (left.some((edge) => isTwin(edge) || isTwin([edge[1], edge[0]]))) continue;
    const middle = [(at(p, 0) + at(q, 0)) / 2, (at(p, 1) + at(q, 1)) / 2];
    for (const place of [p, q, middle]) expect(borders.some((border) => distance(place, border) <= rounding)).toBe(true);
  }
}

function ends(edge: string): [Position, Position] {
  const places = edge.split(' ').map((place) => place.split(',').map(Number));
  return [at(places, 0), at(places, 1)];
}

function distance([x = 0, y = 0]: Position, [[ax = 0, ay = 0], [bx = 0, by = 0]]: readonly [Position, Position]): number {
  const [dx, dy] = [bx - ax, by - ay];
  const share = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(ax + share * dx - x, ay + share * dy - y);
}

