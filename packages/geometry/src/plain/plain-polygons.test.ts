import { describe, expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../testing/growth.ts';
import { trials } from '../../../../testing/trials.ts';
import { dirtyLayer, mediumLayer } from '../../test/dirty-layers.ts';
import { diceOf } from '../../test/dice.ts';
import { invalidReason } from '../../test/geos.ts';
import { box, layerOf, multiPolygon, polygon, polygonParts, shapeOf, wktOf } from '../../test/layers.ts';
import type { Position, Ring, Shape } from '../../test/layers.ts';
import { repaired } from '../../test/ruled-repair.ts';
import { prepare } from '../edges/prepare.ts';
import { FindingList } from '../layer/finding-list.ts';
import { markComplexFeatures } from '../screening/simple-features.ts';
import { PlainPolygons } from './plain-polygons.ts';

const screen = new PlainPolygons();
const arePlain = (...shapes: Shape[]): boolean => screen.doubtfulAmong(layerOf(shapes)).length === 0;

/** A round ring, in which some vertices are moved elsewhere. */
const round = (count: number, moved: ReadonlyMap<number, Position> = new Map()): Position[] => {
  const ring = Array.from({ length: count }, (_, i) => moved.get(i) ?? [Math.cos((2 * Math.PI * i) / count), Math.sin((2 * Math.PI * i) / count)]);
  return [...ring, ring[0]];
};

describe('plain polygons', () => {
  it('are rings of any size, with holes, and parts in holes', () => {
    for (const count of [3, 4, 8, 9, 16, 17, 100, 5000]) expect(arePlain(polygon(round(count)))).toBe(true);
    expect(arePlain(polygon(box(0, 0, 10, 10), box(2, 2, 4, 4), box(6, 6, 8, 8)))).toBe(true);
    expect(arePlain(multiPolygon([box(0, 0, 10, 10), box(1, 1, 9, 9)], [box(2, 2, 8, 8), box(3, 3, 4, 4)], [box(20, 0, 30, 10)]))).toBe(true);
  });

  it('may repeat a vertex at once, and lines and points are no polygons', () => {
    expect(arePlain(polygon([[0, 0], [0, 0], [4, 0], [4, 4], [4, 4], [0, 4], [0, 0], [0, 0]]))).toBe(true);
    expect(arePlain(shapeOf({ type: 'LineString', coordinates: [[0, 0], [2, 2], [0, 2], [2, 0]] }), shapeOf({ type: 'Point', coordinates: [1, 1] }), shapeOf(null))).toBe(true);
  });

  it('do not cross, touch or repeat themselves, near or far along the ring', () => {
    for (const place of [1, 5, 8, 9, 50, 98, 99]) expect(arePlain(polygon(round(100, new Map([[place, [-2 * Math.cos(0.063 * place), -2 * Math.sin(0.063 * place)]]]))))).toBe(false);
    expect(arePlain(polygon(round(1000, new Map([[700, [Math.cos(0.002 * Math.PI * 3), Math.sin(0.002 * Math.PI * 3)]]]))))).toBe(false);
    expect(arePlain(polygon([[0, 0], [4, 0], [4, 4], [2, 0], [0, 4], [0, 0]]))).toBe(false);
    expect(arePlain(polygon([[0, 0], [4, 0], [4, 4], [4, 6], [4, 4], [0, 4], [0, 0]]))).toBe(false);
    expect(arePlain(polygon([[0, 0], [4, 0], [0, 0]]))).toBe(false);
  });

  it('have their holes in their own shells only, and their parts side by side or in holes', () => {
    expect(arePlain(polygon(box(0, 0, 10, 10), box(20, 2, 22, 4)))).toBe(false);
    expect(arePlain(polygon(box(0, 0, 10, 10), box(2, 2, 8, 8), box(4, 4, 6, 6)))).toBe(false);
    expect(arePlain(multiPolygon([box(0, 0, 10, 10)], [box(2, 2, 8, 8)]))).toBe(false);
    expect(arePlain(multiPolygon([box(0, 0, 10, 10)], [box(20, 0, 30, 10), box(2, 2, 4, 4)]))).toBe(false);
  });

  const shell: Position[] = [[0, 0], [5, 0], [10, 0], [10, 5], [10, 10], [5, 10], [0, 10], [0, 5], [0, 0]];
  const diamond = (x: number, y: number): Position[] => [[x - 1, y], [x, y - 1], [x + 1, y], [x, y + 1], [x - 1, y]];

  it('may have rings that touch in a vertex: holes each other and their shell, and parts each other', () => {
    expect(arePlain(polygon(shell, diamond(1, 5)))).toBe(true);
    for (let first = 0; first < 8; first++) expect(arePlain(polygon([...shell.slice(first, 8), ...shell.slice(0, first + 1)], diamond(4, 5), diamond(1, 5)))).toBe(true);
    expect(arePlain(polygon(shell, diamond(1, 5), diamond(3, 5), diamond(5, 5), diamond(3, 7)))).toBe(true);
    // Three holes in one place.
    expect(arePlain(polygon(shell, [[5, 5], [4, 6], [3, 5], [5, 5]], [[5, 5], [6, 4], [7, 5], [5, 5]], [[5, 5], [6, 6], [4, 7], [5, 5]]))).toBe(true);
    expect(arePlain(multiPolygon([diamond(1, 5)], [diamond(3, 5)], [[[1, 6], [3, 6], [2, 8], [1, 6]]]))).toBe(true);
    // A part in a hole, in all four corners of it.
    expect(arePlain(multiPolygon([shell, [[2, 2], [5, 2], [8, 2], [8, 8], [2, 8], [2, 2]]], [[[2, 2], [5, 3], [8, 2], [7, 5], [8, 8], [5, 7], [2, 8], [3, 5], [2, 2]]]))).toBe(true);
  });

  it('may touch in two places, with holes in both, and in a corner wider than a straight angle', () => {
    const half = (side: number): Position[][] => [[[0, 0], [10 * side, -2], [10 * side, 12], [0, 10], [2 * side, 5], [0, 0]], [[0, 0], [3 * side, 0], [3 * side, 1], [0, 0]], [[0, 10], [3 * side, 9], [3 * side, 10], [0, 10]]];
    expect(arePlain(multiPolygon(half(1), half(-1)))).toBe(true);
    expect(arePlain(multiPolygon([[[-4, 1], [0, 0], [-4, -1], [-4, 1]]], [[[0, 0], [1, -0.1], [-1, 5], [0, 0]]]))).toBe(true);
  });

  it('have no land that is cut off by rings that touch twice, or in a circle', () => {
    expect(arePlain(polygon(shell, [[0, 5], [5, 4], [10, 5], [5, 6], [0, 5]]))).toBe(false);
    expect(arePlain(polygon(shell, diamond(3, 5), diamond(5, 5), diamond(4, 6), diamond(4, 4)))).toBe(false);
    expect(arePlain(polygon(shell, [[3, 5], [5, 5], [4, 6], [3, 5]], [[5, 5], [7, 5], [6, 6], [5, 5]], [[4, 6], [6, 6], [5, 7], [4, 6]]))).toBe(false);
  });

  it('do not cross in a vertex of both, run along each other, or touch between vertices', () => {
    expect(arePlain(polygon(shell, [[5, 2], [7, 5], [5, 10], [3, 12], [5, 2]]))).toBe(false);
    expect(arePlain(polygon(shell, diamond(4, 5), [[4, 6], [4, 4], [8, 5], [4, 6]]))).toBe(false);
    expect(arePlain(polygon(shell, [[5, 0], [10, 0], [8, 3], [5, 0]]))).toBe(false);
    expect(arePlain(polygon(shell, [[0, 3], [2, 2], [2, 4], [0, 3]]))).toBe(false);
    // Both begin outside the other one.
    for (const part of [[[4, -6], [6, -2], [4, 1], [2, -2], [4, -6]], [[4, -6], [2, -2], [4, 1], [6, -2], [4, -6]]]) expect(arePlain(multiPolygon([[[0, 0], [2, -2], [6, -2], [8, 0], [6, 2], [2, 2], [0, 0]]], [part]))).toBe(false);
    expect(arePlain(multiPolygon([diamond(1, 5)], [[[2, 5], [0, 4.9], [1, 8], [2, 5]]]))).toBe(false);
  });

  it('are closed, and have finite numbers', () => {
    expect(arePlain(polygon([[0, 0], [4, 0], [4, 4], [0, 4]]))).toBe(false);
    expect(arePlain(polygon([[0, 0], [4, 0], [4, Number.NaN], [0, 4], [0, 0]]))).toBe(false);
    expect(arePlain(polygon([[0, 0], [4, 0], [Infinity, 4], [0, 4], [0, 0]]))).toBe(false);
  });

  it('are named apart from the doubtful features beside them', () => {
    const bowTie = polygon([[0, 0], [4, 4], [4, 0], [0, 4], [0, 0]]);
    expect(screen.doubtfulAmong(layerOf([polygon(box(0, 0, 1, 1)), bowTie, [], polygon(box(0, 0, 1, 1)), bowTie]))).toEqual([1, 4]);
  });

  it('are not rings that go around their middle twice, or back and forth', () => {
    const twice = Array.from({ length: 15 }, (_, i): Position => [(10 + i) * Math.cos((4 * Math.PI * i) / 15), (10 + i) * Math.sin((4 * Math.PI * i) / 15)]);
    expect(arePlain(polygon([...twice, twice[0]]))).toBe(false);
    expect(arePlain(polygon([[4, 0], [0, 4], [-4, 0], [0, 3], [3, 3], [0, -4], [4, 0]]))).toBe(false);
    expect(arePlain(polygon([[-4, -4], [4, -4], [4, 4], [-4, 4], [-5, 0], [-3, -1], [-4, -4]]))).toBe(true);
  });

  it('are told without comparing each of tens of thousands of parts and holes with all others', async () => {
    const partsOf = (count: number) => Array.from({ length: count }, (_, i) => [box(10 * (i % 200), 10 * Math.floor(i / 200), 10 * (i % 200) + 8, 10 * Math.floor(i / 200) + 8), box(10 * (i % 200) + 1, 10 * Math.floor(i / 200) + 1, 10 * (i % 200) + 7, 10 * Math.floor(i / 200) + 7)]);
    const doubtfulOf = (count: number): number[][] => [layerOf([multiPolygon(...partsOf(count))]), layerOf([multiPolygon(...partsOf(count), [box(3, 3, 5, 5), box(3.5, 3.5, 4, 4)], [box(13, 3, 15, 5)], [box(13.5, 3.5, 14, 4)])])].map((layer) => [...screen.doubtfulAmong(layer)]);
    expect(await growthOf((share) => expect(doubtfulOf(15_000 * share)).toEqual([[], [0]]))).toBeLessThan(IN_PROPORTION);
  });

  it('are never those that GEOS calls invalid, and just those that the screening of a repair calls simple', () => {
    const wrong: string[] = [];
    const layers = [...Array.from({ length: trials(500) }, (_, seed) => dirtyLayer(seed + 1).shapes), ...Array.from({ length: 4 }, (_, seed) => mediumLayer(seed + 1).shapes), ...Array.from({ length: trials(150) }, (_, seed) => ringsOnAGrid(seed))];
    for (const shapes of layers) {
      const layer = layerOf(shapes);
      const doubtful = new Set(screen.doubtfulAmong(layer));
      const found = new FindingList();
      const prepared = prepare(layer, found);
      const isComplex = new Uint8Array(shapes.length);
      markComplexFeatures(prepared, isComplex, () => false);
      const { count, feature } = found.finish(false);
      const isChanged = new Set(feature.subarray(0, count));
      for (const [i, shape] of shapes.entries()) {
        if (polygonParts(shape).length === 0) continue;
        if (!doubtful.has(i) && invalidReason(shape) !== null) wrong.push(`plain, but ${String(invalidReason(shape))}: ${wktOf(shape)}`);
        if (!isChanged.has(i) && doubtful.has(i) !== (isComplex[i] === 1)) wrong.push(`${doubtful.has(i) ? 'doubtful' : 'plain'}: ${wktOf(shape)}`);
      }
    }
    expect(wrong.join('\n')).toBe('');
  });

  it('are polygons of cells that touch in corners, as GEOS has it, and others with a vertex moved only if GEOS has them valid', () => {
    const wrong: string[] = [];
    let moved = 0;
    for (let seed = 0; seed < trials(150); seed++) {
      const layer = layerOf([cells(seed)]);
      const [shape] = repaired(layer, { units: { kind: 'planar' }, snapDistance: 0, maxGapWidth: 0, overlaps: 'fix', gaps: 'fix', shellWinding: 'counter-clockwise', threads: 1 }).shapes.map(halved);
      if (invalidReason(shape) !== null || !arePlain(shape)) wrong.push(`doubtful: ${wktOf(shape)}`);
      for (let k = 0; k < 5; k++) {
        const other = withVertexMoved(shape, 1000 * seed + k);
        if (!arePlain(other)) continue;
        moved++;
        if (invalidReason(other) !== null) wrong.push(`plain, but ${String(invalidReason(other))}: ${wktOf(other)}`);
      }
    }
    expect(wrong.join('\n')).toBe('');
    expect(moved).toBeGreaterThan(0);
  });
});

/** A polygon of cells, a repair of which has rings that touch in many corners: holes each other, and parts. */
function cells(seed: number): Shape {
  const dice = diceOf(seed);
  const side = 3 + dice.below(6);
  const squares = Array.from({ length: side * side }, (_, i) => [box(2 * (i % side), 2 * Math.floor(i / side), 2 * (i % side) + 2, 2 * Math.floor(i / side) + 2)]);
  return multiPolygon(...squares.filter(() => dice.below(3) > 0));
}

/** With a vertex in the middle of each segment, so that no ring touches others in all of its vertices. */
function halved(shape: Shape): Shape {
  const ofRing = (ring: Ring): Position[] => ring.flatMap(([x, y], i) => (i === 0 ? [[x, y]] : [[(ring[i - 1][0] + x) / 2, (ring[i - 1][1] + y) / 2], [x, y]]));
  return shape.map((part) => ({ ...part, rings: part.rings.map(ofRing) }));
}

/** With one vertex moved to the place of another one. */
function withVertexMoved(shape: Shape, seed: number): Shape {
  const dice = diceOf(seed);
  const vertices = shape.flatMap(({ rings }) => rings.flat());
  const [from, to] = [dice.pick(vertices), dice.pick(vertices)];
  return shape.map((part) => ({ ...part, rings: part.rings.map((ring) => ring.map((vertex) => (sameVertex(vertex, from) ? to : vertex))) }));
}

function sameVertex(a: Position, b: Position): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** Few places for many vertices, so that rings touch, nest and cross in every way. */
function ringsOnAGrid(seed: number): Shape[] {
  const dice = diceOf(seed);
  const ring = (side: number): Position[] => {
    const points = Array.from({ length: 3 + dice.below(12) }, (): Position => [dice.below(side), dice.below(side)]);
    return [...points, points[0]];
  };
  return Array.from({ length: 20 }, () => multiPolygon(...Array.from({ length: 1 + dice.below(2) }, () => Array.from({ length: 1 + dice.below(3) }, () => ring(dice.pick([4, 8, 40]))))));
}
