import { expect, it } from 'vitest';
import { Ground } from '../ground.ts';
import { FeatureExtents } from '../layer/feature-extents.ts';
import { tileTogether } from './pieces.ts';

/** Unit squares at these points. */
function extentsAt(places: readonly (readonly [number, number])[]): FeatureExtents {
  const extents = Float64Array.from(places.flatMap(([x, y]) => [x, y, x + 1, y + 1]));
  return new FeatureExtents(extents, { snapDistance: 0.1, maxGapWidth: 0.1 }, new Ground({ kind: 'planar' }));
}

it('keeps together what meets, in pieces of about a size', () => {
  // Rows of three that meet, ten apart from each other, and a row of seven.
  const rows = Array.from({ length: 6 }, (_, row) => [0, 1, 2].map((x) => [x, 10 * row] as const)).flat();
  const long = Array.from({ length: 7 }, (_, x) => [x, 100] as const);
  const extents = extentsAt([...rows, ...long]);
  const all = Int32Array.from({ length: rows.length + long.length }, (_, i) => i);
  const pieces = tileTogether(all, () => 10, extents, 60);
  expect(pieces.map((piece) => Array.from(piece)).flat().sort((a, b) => a - b)).toEqual(Array.from(all));
  expect(pieces.length).toBeGreaterThan(2);
  const rowOf = (feature: number): number => Math.min(6, Math.floor(feature / 3));
  for (let row = 0; row <= 6; row++) expect(pieces.filter((piece) => piece.some((feature) => rowOf(feature) === row))).toHaveLength(1);
  for (const piece of pieces) expect(Array.from(piece)).toEqual(Array.from(piece).sort((a, b) => a - b));
});

it('makes one piece of what all meets, or is small', () => {
  const extents = extentsAt(Array.from({ length: 20 }, (_, x) => [x, 0] as const));
  const some = Int32Array.of(3, 4, 5, 6, 7, 8);
  expect(tileTogether(some, () => 10, extents, 20)).toEqual([some]);
  expect(tileTogether(Int32Array.of(1, 9), () => 10, extents, 1000)).toEqual([Int32Array.of(1, 9)]);
});
