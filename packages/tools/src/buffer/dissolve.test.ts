import { afterEach, expect, it, vi } from 'vitest';
import { DissolvedPolygons } from './dissolve.ts';
import { GeosScope, polygonsOf, type Rings } from '../geos.ts';
import { unitedInTiles } from './tiles.ts';

afterEach(() => vi.restoreAllMocks());

const CORNERS = 32;
const circle = (x: number, y: number, radius: number): Rings => [Float64Array.from({ length: 2 * CORNERS + 2 }, (_, at) => ((corner) => (at % 2 === 0 ? x + radius * Math.cos(corner) : y + radius * Math.sin(corner)))((2 * Math.PI * (Math.floor(at / 2) % CORNERS)) / CORNERS))];

/** Circles on a grid of 20 by 20, not in the order of their positions. */
const circles = (radius: number): Rings[] => Array.from({ length: 400 }, (_, index) => (index * 149) % 400).map((place) => circle(place % 20, Math.floor(place / 20), radius));

const atOnce = (polygons: readonly Rings[]): Rings[] => GeosScope.with((scope) => polygonsOf(scope.union(polygons.map((rings) => scope.polygon(rings)))));
const verticesOf = (polygons: readonly Rings[]): number => polygons.flat().reduce((sum, ring) => sum + ring.length / 2, 0);

function areaOf(polygons: readonly Rings[]): number {
  return polygons.reduce((sum, [shell, ...holes]) => sum + holes.reduce((left, hole) => left - areaOfRing(hole), areaOfRing(shell)), 0);
}

function areaOfRing(ring: Float64Array): number {
  let twice = 0;
  // Relative to the first vertex, since coordinates are large and areas small.
  for (let at = 2; at + 3 < ring.length; at += 2) twice += (ring[at + 2] - ring[0]) * (ring[at + 1] - ring[1]) - (ring[at] - ring[0]) * (ring[at + 3] - ring[1]);
  return Math.abs(twice) / 2;
}

function dissolved(polygons: readonly Rings[], limits: { fewestHeld: number; atOnce: number }): Rings[] {
  const union = new DissolvedPolygons(limits);
  for (let first = 0; first < polygons.length; first += 10) union.add(polygons.slice(first, first + 10));
  return union.all();
}

it.each([
  ['apart', 0.4, 400],
  ['in one piece with holes', 0.6, 1],
])('circles %s have the same land as if they were united all at once', (_, radius, parts) => {
  const [whole, inHalves] = [atOnce(circles(radius)), dissolved(circles(radius), { fewestHeld: 1000, atOnce: 500 })];
  expect(Math.abs(areaOf(inHalves) / areaOf(whole) - 1)).toBeLessThan(1e-12);
  expect([whole.length, inHalves.length]).toEqual([parts, parts]);
  expect([verticesOf(inHalves), inHalves.flat().length]).toEqual([verticesOf(whole), whole.flat().length]);
});

/** How much GEOS is given in each call. */
function givenAtOnce(work: () => void): Rings[][] {
  const { mock } = vi.spyOn(GeosScope.prototype, 'polygon');
  work();
  const given = new Map<unknown, Rings[]>();
  for (const [call, scope] of mock.contexts.entries()) given.set(scope, [...(given.get(scope) ?? []), mock.calls[call][0]]);
  return [...given.values()];
}

it('GEOS gets no more vertices at a time than allowed, and few at the seams', () => {
  const given = givenAtOnce(() => dissolved(circles(0.4), { fewestHeld: 100_000, atOnce: 500 }));
  expect(given.length).toBeGreaterThan(20);
  expect(Math.max(...given.map(verticesOf))).toBeLessThanOrEqual(500);
});

it('memory holds little more than the union', () => {
  const received: Rings[] = Array.from({ length: 1000 }, (_, index) => circle((index * 37) % 10, 0, 0.4));
  const given = givenAtOnce(() => expect(dissolved(received, { fewestHeld: 1000, atOnce: 1_000_000 })).toHaveLength(10));
  expect(Math.max(...given.map(({ length }) => length))).toBeLessThan(50);
});

/** Long strips in two directions, rotated so that no border runs along a tile, and short ones inside the cells that they enclose. */
function strips(count: number, turn: number, gap = 1): Rings[] {
  const at = (x: number, y: number) => [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn)];
  const box = (x0: number, y0: number, x1: number, y1: number): Rings => [Float64Array.from([at(x0, y0), at(x1, y0), at(x1, y1), at(x0, y1), at(x0, y0)].flat())];
  return Array.from({ length: count }, (_, index) => index * gap).flatMap((x) => [
    box(x + 0.013 * Math.sin(x), -1, x + 0.2, count * gap),
    box(-1, x, count * gap, x + 0.2 + 0.02 * Math.cos(x)),
    box(x + 0.5 * gap, x + 0.5 * gap, x + 0.55 * gap, x + 0.55 * gap),
  ]);
}

it.each([
  ['along the axes', strips(40, 0)],
  ['turned', strips(40, 0.3)],
  ['of several grids beside each other', [0, 100, 200].flatMap((x) => strips(16, 0.1).map(([ring]) => [ring.map((value, at) => (at % 2 === 0 ? value + x : value - x / 50))]))],
  ['in degrees', strips(40, 0.7).map(([ring]) => [ring.map((value, at) => (at % 2 === 0 ? -50 : -15) + value / 1000)])],
])('crossing strips give the same land in tiles as all at once: %s', (_, polygons) => {
  const [whole, inTiles] = [atOnce(polygons), dissolved(polygons, { fewestHeld: 100_000, atOnce: 2000 })];
  expect(Math.abs(areaOf(inTiles) / areaOf(whole) - 1)).toBeLessThan(1e-12);
  expect([inTiles.length, inTiles.flat().length, verticesOf(inTiles)]).toEqual([whole.length, whole.flat().length, verticesOf(whole)]);
  const left = GeosScope.with((scope) => polygonsOf(scope.difference(scope.union(inTiles.map((rings) => scope.polygon(rings))), scope.buffer(scope.union(whole.map((rings) => scope.polygon(rings))), 1e-9, 'mitre'))));
  expect(left).toEqual([]);
});

it('crossing strips pass through GEOS once, a tile at a time', () => {
  const polygons = strips(40, 0.3);
  const given = givenAtOnce(() => dissolved(polygons, { fewestHeld: 100_000, atOnce: 2000 }));
  expect(given.length).toBeGreaterThan(20);
  expect(given.reduce((sum, each) => sum + verticesOf(each), 0)).toBeLessThan(verticesOf(atOnce(polygons)));
});

it('strips that touch in points are not joined along tiles, where it would be unclear which rings they form', () => {
  const diamond = (x: number, y: number): Rings => [Float64Array.of(x, y - 1, x + 1, y, x, y + 1, x - 1, y, x, y - 1)];
  const polygons = Array.from({ length: 64 }, (_, index) => diamond(2 * (index % 8), 2 * Math.floor(index / 8)));
  expect(unitedInTiles(polygons, 3)).toBeNull();
});

it('strips as narrow as the precision of their coordinates are united without tiles, whose corners would move', () => {
  const [place, step] = [2 ** 30, 2 ** -20];
  const tiny = (size: number): Rings[] => strips(20, 0.3).map(([ring]) => [ring.map((value) => place + Math.round(value * size) * step)]);
  expect(unitedInTiles(tiny(10), 3)).toBeNull();
  expect(unitedInTiles(tiny(100_000), 3)).not.toBeNull();
});
