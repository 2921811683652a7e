import { describe, expect, it } from 'vitest';
import { diceOf } from '../../test/dice.ts';
import { largeCoverage } from '../../test/dirty-layers.ts';
import { box, layerOf, multiPolygon, polygon } from '../../test/layers.ts';
import type { Ring } from '../../test/layers.ts';
import { swathsOf } from '../../test/swaths.ts';
import type { Layer } from '../layer/layer.ts';
import { estimateWork } from './estimate-work.ts';

const closed = (ring: Ring): Ring => [...ring, ...ring.slice(0, 1)];

function triangles(count: number, side = 1): Layer {
  const dice = diceOf(count);
  const near = (from: number): number => from + side * dice.share();
  return layerOf(Array.from({ length: count }, () => {
    const [x, y] = side === 1 ? [0, 0] : [dice.share(), dice.share()];
    return polygon(closed([[near(x), near(y)], [near(x), near(y)], [near(x), near(y)]]));
  }));
}

/** A ring whose edges cross nearly all others. */
function star(points: number): Layer {
  const dice = diceOf(points);
  const step = (points - 1) / 2;
  const place = (i: number): [number, number] => {
    const [angle, reach] = [(2 * Math.PI * ((i * step) % points)) / points, 1000 + dice.share()];
    return [reach * Math.cos(angle), reach * Math.sin(angle)];
  };
  return layerOf([polygon(closed(Array.from({ length: points }, (_, i) => place(i))))]);
}

function swaths(quads: number): Layer {
  return layerOf(swathsOf({ quads, width: 12, step: 1, length: 30, turn: 0.05, braking: 1, start: [0, 0] }, 5));
}

describe('estimateWork', () => {
  it.each([['triangles', triangles(100)], ['a star', star(101)], ['swaths', swaths(200)]])('counts each crossing once: %s', (_, layer) => {
    const crossings = crossingsOfAllPairs(layer);
    expect(crossings).toBeGreaterThan(1000);
    expect(estimateWork(layer).intersections).toBe(crossings);
  });

  it('counts by a sample, within a twentieth, where many segments lie near each other', () => {
    const layer = triangles(1200);
    const { intersections } = estimateWork(layer);
    const crossings = crossingsOfAllPairs(layer);
    expect(crossings).toBeGreaterThan(500_000);
    expect(Math.abs(intersections / crossings - 1)).toBeLessThan(0.05);
  });

  it('counts borders that run over each other, and ends on borders, and nothing of neighbours that share theirs', () => {
    const two = (other: Ring): number => estimateWork(layerOf([polygon(box(0, 0, 4, 4)), polygon(other)])).intersections;
    expect(two(box(4, 0, 8, 4))).toBe(0);
    expect(two(box(5, 0, 8, 4))).toBe(0);
    expect(two(box(2, 4, 6, 8))).toBeGreaterThan(0);
    expect(two(box(2, 2, 6, 6))).toBe(2);
    expect(two([[4, 2], [8, 0], [8, 4], [4, 2]])).toBe(2);
  });

  it('finds little in the dirt of an ordinary layer', () => {
    const layer = layerOf(largeCoverage(3, 40, 40).shapes);
    const { vertices, intersections } = estimateWork(layer);
    expect(intersections).toBeLessThan(vertices);
  });

  it('tells how many lie over each other where borders cross', () => {
    // Twelve bars across twelve bars, each of them forty times, slightly apart.
    const bars = Array.from({ length: 12 * 40 }, (_, i) => {
      const at = 10 * (i % 12) + 0.01 * Math.floor(i / 12);
      const end = 125 + 0.01 * i;
      return [polygon(box(-end, at, end, at + 5)), polygon(box(at, -end, at + 5, end))];
    }).flat();
    const { intersections, depth } = estimateWork(layerOf(bars));
    expect(Math.abs(intersections / (12 * 12 * 40 * 40 * 4) - 1)).toBeLessThan(0.1);
    // On average, half of the forty crossing bars on either side of the crossing, and likewise of those
    // along it.
    expect(depth).toBeGreaterThan(35);
    expect(depth).toBeLessThan(45);
  });

  it('tells how often polygons lie in others that they do not cross, also if they have borders in common, and knows neighbours and what lies in a hole from them', () => {
    const stackedOf = (rings: readonly Ring[]) => estimateWork(layerOf(rings.map((ring) => polygon(ring))));
    const around = stackedOf(Array.from({ length: 200 }, (_, i) => box(-i - 1, -i - 1, i + 1, i + 1)));
    expect([around.intersections, around.stacked]).toEqual([0, 200 * 199]);
    // Catchments: the middle of one lies in all that end farther down.
    const along = stackedOf(Array.from({ length: 200 }, (_, i) => box(0, 0, i + 1, 1)));
    expect(Math.abs(along.stacked / (200 * 150) - 1)).toBeLessThan(0.05);
    expect(stackedOf(Array.from({ length: 400 }, (_, i) => box(i % 20, Math.floor(i / 20), (i % 20) + 1, Math.floor(i / 20) + 1))).stacked).toBe(0);
    // Each field in a hole of the one around it.
    const fields = Array.from({ length: 200 }, (_, i) => polygon(box(-i - 1, -i - 1, i + 1, i + 1), ...(i === 0 ? [] : [box(-i, -i, i, i)])));
    expect(estimateWork(layerOf(fields)).stacked).toBe(0);
    expect(stackedOf(Array.from({ length: 400 }, (_, i) => [[0, i], [1, i], [2, i], [0, i]])).stacked).toBe(0);
  });

  it('counts copies once, wherever they start and whichever way they run', () => {
    const copies = Array.from({ length: 200 }, (_, i): Ring => (i % 3 === 0 ? box(0, 0, 4, 4) : i % 3 === 1 ? box(0, 0, 4, 4).toReversed() : [[4, 0], [4, 4], [0, 4], [0, 0], [4, 0]]));
    expect(estimateWork(layerOf(copies.map((ring) => polygon(ring))))).toMatchObject({ stacked: 200, nested: 0 });
    expect(estimateWork(layerOf([multiPolygon(...copies.map((ring) => [ring]))]))).toMatchObject({ stacked: 0, nested: 200 });
  });

  it('tells rings within each other in one feature, as holes and as parts, from features on top of each other', () => {
    const rings = Array.from({ length: 200 }, (_, i) => box(-i - 1, -i - 1, i + 1, i + 1));
    expect(estimateWork(layerOf([polygon(...rings)]))).toMatchObject({ stacked: 0, nested: 200 * 199 });
    expect(estimateWork(layerOf([multiPolygon(...rings.map((ring) => [ring]))]))).toMatchObject({ stacked: 0, nested: 200 * 199 });
    const holes = Array.from({ length: 200 }, (_, i) => box(2 * i, 0, 2 * i + 1, 1));
    // Each lies in the shell, and nothing in them.
    expect(estimateWork(layerOf([polygon(box(-1, -1, 400, 2), ...holes)]))).toMatchObject({ stacked: 0, nested: 201 });
  });

  it('takes a layer without polygons, one without vertices, and coordinates that are none', () => {
    const nothing = { intersections: 0, depth: 1, stacked: 0, nested: 0 };
    expect(estimateWork(layerOf([]))).toEqual({ ...nothing, vertices: 0 });
    expect(estimateWork(layerOf([polygon([[0, 0], [NaN, 1], [Infinity, 0], [0, 0]])]))).toMatchObject(nothing);
    expect(estimateWork(layerOf([polygon([[1, 1], [1, 1], [1, 1]])]))).toMatchObject(nothing);
  });
});

function crossingsOfAllPairs({ xy, ringOffsets }: Layer): number {
  const segments: [number, number, number, number][] = [];
  for (let ring = 0; ring + 1 < ringOffsets.length; ring++) {
    for (let i = ringOffsets[ring] ?? 0; i + 1 < (ringOffsets[ring + 1] ?? 0); i++) segments.push([xy[2 * i] ?? NaN, xy[2 * i + 1] ?? NaN, xy[2 * i + 2] ?? NaN, xy[2 * i + 3] ?? NaN]);
  }
  const side = (ax: number, ay: number, bx: number, by: number, px: number, py: number): number => (bx - ax) * (py - ay) - (by - ay) * (px - ax);
  let count = 0;
  for (const [i, [ax, ay, bx, by]] of segments.entries()) {
    for (const [cx, cy, dx, dy] of segments.slice(i + 1)) {
      if (side(ax, ay, bx, by, cx, cy) * side(ax, ay, bx, by, dx, dy) < 0 && side(cx, cy, dx, dy, ax, ay) * side(cx, cy, dx, dy, bx, by) < 0) count++;
    }
  }
  return count;
}
