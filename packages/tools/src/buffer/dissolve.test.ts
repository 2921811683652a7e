import { afterEach, expect, it, vi } from 'vitest';
import { DissolvedPolygons } from './dissolve.ts';
import { GeosScope, polygonsOf, type Rings } from './geos.ts';

afterEach(() => vi.restoreAllMocks());

const CORNERS = 32;
const circle = (x: number, y: number, radius: number): Rings => [Float64Array.from({ length: 2 * CORNERS + 2 }, (_, at) => ((corner) => (at % 2 === 0 ? x + radius * Math.cos(corner) : y + radius * Math.sin(corner)))((2 * Math.PI * (Math.floor(at / 2) % CORNERS)) / CORNERS))];

/** Circles on a grid of 20 times 20, in an order that is not that of their places. */
const circles = (radius: number): Rings[] => Array.from({ length: 400 }, (_, index) => (index * 149) % 400).map((place) => circle(place % 20, Math.floor(place / 20), radius));

const atOnce = (polygons: readonly Rings[]): Rings[] => GeosScope.with((scope) => polygonsOf(scope.union(polygons.map((rings) => scope.polygon(rings)))));
const verticesOf = (polygons: readonly Rings[]): number => polygons.flat().reduce((sum, ring) => sum + ring.length / 2, 0);

function areaOf(polygons: readonly Rings[]): number {
  return polygons.reduce((sum, [shell, ...holes]) => sum + holes.reduce((left, hole) => left - areaOfRing(hole), areaOfRing(shell)), 0);
}

function areaOfRing(ring: Float64Array): number {
  let twice = 0;
  for (let at = 0; at + 3 < ring.length; at += 2) twice += ring[at + 2] * ring[at + 1] - ring[at] * ring[at + 3];
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
])('circles %s are the same land as if they were united all at once', (_, radius, parts) => {
  const [whole, inHalves] = [atOnce(circles(radius)), dissolved(circles(radius), { fewestHeld: 1000, atOnce: 500 })];
  expect(Math.abs(areaOf(inHalves) / areaOf(whole) - 1)).toBeLessThan(1e-12);
  expect([whole.length, inHalves.length]).toEqual([parts, parts]);
  expect([verticesOf(inHalves), inHalves.flat().length]).toEqual([verticesOf(whole), whole.flat().length]);
});

/** What GEOS is given at once, each time. */
function givenAtOnce(work: () => void): Rings[][] {
  const { mock } = vi.spyOn(GeosScope.prototype, 'polygon');
  work();
  const given = new Map<unknown, Rings[]>();
  for (const [call, scope] of mock.contexts.entries()) given.set(scope, [...(given.get(scope) ?? []), mock.calls[call][0]]);
  return [...given.values()];
}

it('GEOS is given no more vertices at a time than it may be, and few at the seams', () => {
  const given = givenAtOnce(() => dissolved(circles(0.4), { fewestHeld: 100_000, atOnce: 500 }));
  expect(given.length).toBeGreaterThan(20);
  expect(Math.max(...given.map(verticesOf))).toBeLessThanOrEqual(500);
});

it('what is held is not much more than the union', () => {
  const received: Rings[] = Array.from({ length: 1000 }, (_, index) => circle((index * 37) % 10, 0, 0.4));
  const given = givenAtOnce(() => expect(dissolved(received, { fewestHeld: 1000, atOnce: 1_000_000 })).toHaveLength(10));
  expect(Math.max(...given.map(({ length }) => length))).toBeLessThan(50);
});
