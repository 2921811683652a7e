import { describe, expect, it } from 'vitest';
import { layerOf, multiPolygon, polygon } from '../../test/layers.ts';
import type { Shape } from '../../test/layers.ts';
import { FindingList } from '../layer/finding-list.ts';
import { prepare } from '../edges/prepare.ts';
import { isLargeFeatureSimple } from './large-features.ts';
import { markComplexFeatures } from './simple-features.ts';

/** Computed both ways, which must agree. */
const isSimple = (...shapes: Shape[]): boolean => {
  const prepared = prepare(layerOf(shapes), new FindingList());
  const isComplex = new Uint8Array(shapes.length);
  markComplexFeatures(prepared, isComplex, () => false);
  const { featureOffsets, partOffsets } = prepared.layer;
  const isComplexByGrid = shapes.map((_, feature) => (isLargeFeatureSimple(prepared, partOffsets[featureOffsets[feature]], partOffsets[featureOffsets[feature + 1]]) ? 0 : 1));
  expect([...isComplex]).toEqual(isComplexByGrid);
  return !isComplex.includes(1);
};
const square = (x: number, y: number, side: number): number[][] => [[x, y], [x + side, y], [x + side, y + side], [x, y + side], [x, y]];
/** A circular ring with many blocks, in which some vertices are moved elsewhere. */
const circle = (count: number, moved: ReadonlyMap<number, readonly [number, number]> = new Map()): number[][] => {
  const ring = Array.from({ length: count }, (_, i) => [...(moved.get(i) ?? [Math.cos((2 * Math.PI * i) / count), Math.sin((2 * Math.PI * i) / count)])]);
  return [...ring, [...ring[0]]];
};

/** A strip along a spiral, with a given width where 1 is the distance between two turns. All its parts lie around the same point. */
const coil = (turns: number, width = 0.4): number[][] => {
  const steps = 64 * turns;
  const side = (offset: number): number[][] => Array.from({ length: steps }, (_, i) => {
    const [angle, radius] = [(2 * Math.PI * i) / 64, 2 + i / 64 + offset];
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  const ring = [...side(0), ...side(width).toReversed()];
  return [...ring, ring[0]];
};

describe('simple features', () => {
  it('accepts rings of any number of blocks, holes in their shells, and parts in holes', () => {
    expect(isSimple(polygon(square(0, 0, 10)), polygon([[0, 0], [4, 1], [1, 3], [0, 0]]))).toBe(true);
    for (const count of [7, 8, 9, 16, 17, 100]) expect(isSimple(polygon(circle(count)))).toBe(true);
    expect(isSimple(polygon(square(0, 0, 10), square(2, 2, 2), square(6, 6, 2)))).toBe(true);
    expect(isSimple(multiPolygon([square(0, 0, 10), square(2, 2, 6)], [square(4, 4, 2)]))).toBe(true);
  });

  it('finds a crossing within a block, between blocks, and at the end of a ring', () => {
    expect(isSimple(polygon([[0, 0], [4, 4], [4, 0], [0, 4], [0, 0]]))).toBe(false);
    for (const place of [1, 5, 8, 9, 50, 98, 99]) expect(isSimple(polygon(circle(100, new Map([[place, [-2 * Math.cos(0.063 * place), -2 * Math.sin(0.063 * place)]]]))))).toBe(false);
  });

  it('finds a ring that comes back to a place, or over itself', () => {
    expect(isSimple(polygon([[0, 0], [4, 0], [4, 4], [2, 0], [0, 4], [0, 0]]))).toBe(false);
    expect(isSimple(polygon([[0, 0], [4, 0], [4, 4], [4, 6], [4, 4], [0, 4], [0, 0]]))).toBe(false);
    expect(isSimple(polygon([[0, 0], [-3, 0], [0, 0], [4, 0], [4, 4], [0, 4], [0, 0]]))).toBe(false);
    expect(isSimple(polygon(circle(40, new Map([[30, [Math.cos((2 * Math.PI * 3) / 40), Math.sin((2 * Math.PI * 3) / 40)]]]))))).toBe(false);
  });

  it('finds rings that touch, holes outside their shell or in each other, and parts in parts', () => {
    expect(isSimple(polygon(square(0, 0, 10), square(0, 2, 2)))).toBe(false);
    expect(isSimple(polygon(square(0, 0, 10), square(20, 2, 2)))).toBe(false);
    expect(isSimple(polygon(square(0, 0, 10), square(2, 2, 6), square(4, 4, 2)))).toBe(false);
    expect(isSimple(multiPolygon([square(0, 0, 10)], [square(2, 2, 6)]))).toBe(false);
    expect(isSimple(multiPolygon([square(0, 0, 10)], [square(20, 0, 10), square(2, 2, 2)]))).toBe(false);
  });

  it('accepts hundreds of holes that touch, unless they cut land off', () => {
    const holes = Array.from({ length: 300 }, (_, i): number[][] => [[2 * i, 0], [2 * i + 1, -1], [2 * i + 2, 0], [2 * i + 1, 1], [2 * i, 0]]);
    const isComplex = new Uint8Array(2);
    const shell = (right: number): number[][] => [[0, 0], [0, -9], [right, -9], [right, 0], [right, 9], [0, 9], [0, 0]];
    const prepared = prepare(layerOf([polygon(shell(601), ...holes), polygon(shell(600), ...holes)]), new FindingList());
    markComplexFeatures(prepared, isComplex, () => false);
    expect([...isComplex]).toEqual([0, 1]);
  });

  it('accepts and refuses rings of thousands of segments, and those whose groups of segments lie in each other', () => {
    for (const count of [64, 65, 520, 4096, 5000]) {
      expect(isSimple(polygon(circle(count)))).toBe(true);
      // A vertex on the other side of the ring.
      for (const place of [0, 7, 8, Math.floor(count / 2), count - 1]) {
        const angle = (2 * Math.PI * place) / count + 2;
        expect(isSimple(polygon(circle(count, new Map([[place, [1.1 * Math.cos(angle), 1.1 * Math.sin(angle)]]]))))).toBe(false);
      }
      expect(isSimple(polygon(square(-2, -2, 4), circle(count).toReversed()))).toBe(true);
    }
    for (const turns of [40, 200]) {
      expect(isSimple(polygon(coil(turns)))).toBe(true);
      expect(isSimple(polygon(coil(turns, 1.2)))).toBe(false);
    }
  });
});
