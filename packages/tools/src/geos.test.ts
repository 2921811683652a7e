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
  // More than are drawn at once, and half of them fewer.
  const side = 17;
  const half = Math.ceil(side ** 2 / 2);
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
        const whole = scope.buffer(scope.collection(squares(scope, side ** 2, apart)), distance, joins);
        const few = scope.union([scope.buffer(scope.collection(squares(scope, half, apart)), distance, joins), scope.buffer(scope.collection(squares(scope, side ** 2 - half, apart, half)), distance, joins)]);
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

describe('the buffer of a polygon with many holes', () => {
  /** A square with holes in rows, five-sided with a bay, which are `apart` from their neighbours in the row or touch them at a corner. */
  const sieve = (scope: GeosScope, count: number, apart: number) => {
    const side = Math.ceil(Math.sqrt(count));
    const step = 1.3;
    const holes = Array.from({ length: count }, (_, index) => {
      const [x, y] = [(index % side) * (1 + apart), Math.floor(index / side) * step];
      return Float64Array.of(x, y, x + 0.5, y + 0.4, x + 1, y, x + 1, y + 1, x + 0.2, y + 0.9, x, y);
    });
    const end = side * step + 1;
    return scope.polygon([Float64Array.of(-1, -1, end, -1, end, end, end / 2, end - 0.5, -1, end, -1, -1), ...holes]);
  };
  const areaOf = (geometry: Geometry): number => polygonsOf(geometry).reduce((sum, rings) => sum + rings.reduce((rest, ring, at) => rest + (at === 0 ? 1 : -1) * ringArea(ring), 0), 0);
  const ringArea = (ring: Float64Array): number => {
    let sum = 0;
    for (let at = 0; at + 3 < ring.length; at += 2) sum += ring[at] * ring[at + 3] - ring[at + 2] * ring[at + 1];
    return Math.abs(sum) / 2;
  };

  it.each([[0.3, 0.1], [0.3, 0.3], [0, 0.1], [0.3, -0.1], [0.3, -5]])('is the one that GEOS draws at once: holes %s apart at a distance of %s', (apart, distance) => {
    GeosScope.with((scope) => {
      const whole = scope.buffer(sieve(scope, 260, apart), distance, 'round');
      const atOnce = scope.bufferAtOnce(sieve(scope, 260, apart), distance, 'round');
      expect([polygonsOf(whole).length, polygonsOf(whole).flat().length]).toEqual([polygonsOf(atOnce).length, polygonsOf(atOnce).flat().length]);
      expect(areaOf(whole)).toBeCloseTo(areaOf(atOnce), 9);
      expect(areaOf(scope.difference(whole, atOnce)) + areaOf(scope.difference(atOnce, whole))).toBeLessThan(1e-9);
    });
  });

  it('is drawn at once with mitred corners, whose tips may reach from one hole into another', () => {
    GeosScope.with((scope) => {
      // A needle of land in each hole, which points at the wall before the next.
      const holes = Array.from({ length: 260 }, (_, index) => Float64Array.of(index, 0, index, 1, index + 0.9, 1, index + 0.9, 0.52, index + 0.8, 0.5, index + 0.9, 0.48, index + 0.9, 0, index, 0));
      const comb = scope.polygon([Float64Array.of(-1, -1, 261, -1, 261, 2, -1, 2, -1, -1), ...holes]);
      expect(areaOf(scope.buffer(comb, 0.06, 'mitre'))).toBe(areaOf(scope.bufferAtOnce(comb, 0.06, 'mitre')));
    });
  });

  it('is drawn at once if it is not valid, as where holes are outside of the shell', () => {
    GeosScope.with((scope) => {
      const [shell, ...holes] = polygonsOf(sieve(scope, 300, 0.3))[0];
      const small = scope.polygon([shell.map((value) => value / 2), ...holes]);
      expect(areaOf(scope.buffer(small, 0.1, 'round'))).toBe(areaOf(scope.bufferAtOnce(small, 0.1, 'round')));
    });
  });

  it('takes time in proportion to their number', async () => {
    const growth = await growthOf((share) => GeosScope.with((scope) => expect(polygonsOf(scope.buffer(sieve(scope, 8000 * share, 0.3), 0.1, 'round'))).toHaveLength(1)));
    expect(growth).toBeLessThan(IN_PROPORTION);
  });
});
