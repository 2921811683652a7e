import { PartKind } from '@geoinsights/geometry/layer';
import { describe, expect, it } from 'vitest';
import { GeosScope } from './geos.ts';

/** A closed ring around 0, with this many vertices. */
function circle(vertices: number): Float64Array {
  const ring = new Float64Array(2 * vertices);
  for (let vertex = 0; vertex < vertices - 1; vertex++) {
    ring[2 * vertex] = Math.cos((2 * Math.PI * vertex) / vertices);
    ring[2 * vertex + 1] = Math.sin((2 * Math.PI * vertex) / vertices);
  }
  ring[2 * vertices - 2] = ring[0];
  ring[2 * vertices - 1] = ring[1];
  return ring;
}

it('takes a feature of very many points', () => {
  const count = 200_000;
  const layer = { xy: new Float64Array(2 * count), z: null, m: null, ringOffsets: Int32Array.of(0, count), partOffsets: Int32Array.of(0, 1), featureOffsets: Int32Array.of(0, 1), partKinds: Uint8Array.of(PartKind.Point) };
  expect(GeosScope.with((scope) => scope.isSound(layer, 0))).toBe(true);
});

describe('polygons in the memory of GEOS', () => {
  it('leave nothing there if GEOS refuses one of their rings: a file may have any number of those', () => {
    const shell = circle(1 << 21);
    const open = Float64Array.of(0, 0, 0.1, 0, 0.1, 0.1, 0, 0.1);
    // Together the shells are larger than the two gigabytes that GEOS can have.
    for (let polygon = 0; polygon < 70; polygon++) expect(GeosScope.with((scope) => scope.areValid([[shell, open]]))).toBe(false);
    expect(() => GeosScope.with((scope) => scope.line(shell))).not.toThrow();
  });
});
