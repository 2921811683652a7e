import { PartKind, type Layer } from '@geoinsights/geometry';
import { describe, expect, it } from 'vitest';
import { Tally } from './tally.ts';

function polygon(...places: readonly (readonly [number, number])[]): { geometry: Layer; rows: never[][] } {
  const geometry = { xy: Float64Array.from(places.flat()), z: null, m: null, ringOffsets: Int32Array.of(0, places.length), partOffsets: Int32Array.of(0, 1), featureOffsets: Int32Array.of(0, 1), partKinds: Uint8Array.of(PartKind.Polygon) };
  return { geometry, rows: [[]] };
}

function tallyOf(...places: readonly (readonly [number, number])[]): Tally {
  const tally = new Tally();
  tally.add(polygon(...places));
  return tally;
}

describe('a tally', () => {
  const square = tallyOf([0, 0], [1, 0], [1, 1], [0, 1], [0, 0]);

  it.each([
    ['begins elsewhere and runs the other way', tallyOf([1, 1], [1, 0], [0, 0], [0, 1], [1, 1])],
    ['is not closed', tallyOf([0, 0], [1, 0], [1, 1], [0, 1])],
    ['has a zero of the other sign', tallyOf([-0, 0], [1, -0], [1, 1], [0, 1], [0, -0])],
    ['has vertices that lie nowhere besides', tallyOf([NaN, NaN], [0, 0], [1, 0], [1, 1], [0, 1], [NaN, NaN], [NaN, 0])],
    ['has vertices at infinity besides, which text formats leave out', tallyOf([0, 0], [Infinity, 0], [1, 0], [1, 1], [0, -Infinity], [0, 1])],
  ])('is the same for a ring that %s', (_, other) => {
    expect(square.hasSameVertices(other, { isExact: true })).toBe(true);
  });

  it.each([
    ['has a vertex elsewhere, by the last bit', tallyOf([0, 0], [1, 0], [1, 1 + Number.EPSILON], [0, 1], [0, 0]), true],
    ['has a vertex less', tallyOf([0, 0], [1, 0], [1, 1], [0, 0]), false],
    ['has coordinates the other way round in one vertex', tallyOf([0, 0], [0, 1], [1, 1], [0, 1], [0, 0]), true],
  ])('differs for a ring that %s', (_, other, isAsLong) => {
    expect(square.hasSameVertices(other, { isExact: true })).toBe(false);
    expect(square.hasSameVertices(other, { isExact: false })).toBe(isAsLong);
  });
});
