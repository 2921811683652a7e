import { PartKind } from '@geoinsights/geometry/layer';
import { describe, expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../testing/growth.ts';
import { GeosScope, polygonsOf, type Geometry } from './geos.ts';

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

describe('the buffer of a collection of many', () => {
  const side = 20;
  /** Squares in rows, each 1 wide and `apart` from the next. */
  const squares = (scope: GeosScope, count: number, apart: number, first = 0) => Array.from({ length: count }, (_, index) => {
    const [x, y] = [((first + index) % side) * (1 + apart), Math.floor((first + index) / side) * (1 + apart)];
    return scope.polygon([Float64Array.of(x, y, x + 1, y, x + 1, y + 1, x, y + 1, x, y)]);
  });
  const areaOf = (geometry: Geometry): number => {
    let sum = 0;
    for (const ring of polygonsOf(geometry).flat()) for (let at = 0; at + 3 < ring.length; at += 2) sum += ring[at] * ring[at + 3] - ring[at + 2] * ring[at + 1];
    return Math.abs(sum) / 2;
  };

  it.each(['round', 'mitre', 'bevel'] as const)('is the one drawn of few at a time, whether they meet or not, with %s joins', (joins) => {
    GeosScope.with((scope) => {
      for (const [apart, distance] of [[0.1, 0.2], [0.5, 0.2], [0.1, -0.2], [0, -0.2], [0.1, -0.6]]) {
        const whole = scope.buffer(scope.collection(squares(scope, side * side, apart)), distance, joins);
        const few = scope.union([scope.buffer(scope.collection(squares(scope, 200, apart)), distance, joins), scope.buffer(scope.collection(squares(scope, 200, apart, 200)), distance, joins)]);
        expect(polygonsOf(whole)).toHaveLength(polygonsOf(few).length);
        expect(areaOf(whole)).toBeCloseTo(areaOf(few), 9);
        expect(areaOf(scope.difference(whole, few))).toBeLessThan(1e-9);
      }
    });
  });

  it('takes time in proportion to their number', async () => {
    const growth = await growthOf((share) => GeosScope.with((scope) => expect(polygonsOf(scope.buffer(scope.collection(squares(scope, 12_000 * share, 1)), 0.2, 'bevel'))).toHaveLength(12_000 * share)));
    expect(growth).toBeLessThan(IN_PROPORTION);
  });
});
