import { describe, expect, it } from 'vitest';
import { EdgeTable } from './edges.ts';
import { EdgeGrid } from './grid.ts';
import { forEachIntersection } from './intersections.ts';
import { VertexTable } from './vertices.ts';

type Segment = readonly [number, number, number, number];

function gridOf(segments: readonly Segment[]): { vertices: VertexTable; edges: EdgeTable; grid: EdgeGrid } {
  const vertices = new VertexTable(2 * segments.length);
  const edges = new EdgeTable(segments.length);
  segments.forEach(([ax, ay, bx, by], segment) => {
    edges.addSegment(vertices.intern(ax, ay), vertices.intern(bx, by), segment);
  });
  return { vertices, edges, grid: new EdgeGrid(vertices, edges, Int32Array.from({ length: edges.count }, (_, edge) => edge)) };
}

function intersections(segments: readonly Segment[]): number {
  const { vertices, edges, grid } = gridOf(segments);
  const met = new Set<string>();
  forEachIntersection(vertices, edges, grid, (e, g) => met.add(`${Math.min(e, g)} ${Math.max(e, g)}`));
  return met.size;
}

/** The borders of square plots, from a corner on. */
function plots(x: number, y: number, side: number, count: number): Segment[] {
  const places = Array.from({ length: count * count }, (_, i) => [x + side * (i % count), y + side * Math.floor(i / count)] as const);
  return places.flatMap(([px, py]): Segment[] => [[px, py, px + side, py], [px, py, px, py + side]]);
}

/** Short edges along a line, so that cells are small and few of them exist. */
const along = (count: number, y: number): Segment[] => Array.from({ length: count }, (_, i) => [i, y + 0.25 * (i % 2), i + 1, y + 0.25 * ((i + 1) % 2)]);

describe('the grid of edges', () => {
  it('finds what crosses far and wide edges among many short ones', () => {
    const diagonal: Segment[] = [[0.9, -4000, 4999.5, 4000], [-3000, 0.1, 9000, 0.1000001]];
    expect(intersections([...along(5000, 0), ...diagonal])).toBe(5000 + 2);
  });

  it('finds touches of an edge that lies on the border of two rows but for the last place', () => {
    for (let row = 1; row < 64; row++) {
      const y = 100 + row * 0.125;
      const flat: Segment = [0, y, 60, y + 2.8e-14];
      const posts = Array.from({ length: 59 }, (_, i): Segment => [i + 0.5, i % 2 === 0 ? y - 3 : y + 3, i + 0.5, y + 1.4e-14]);
      const frame: Segment[] = [[-1, 100, -1, 108], [61, 108, 61, 100]];
      // Posts from below end above the flat edge in its first half; those from above end below it in its second half.
      expect(intersections([flat, ...posts, ...frame])).toBeGreaterThanOrEqual(28);
    }
  });

  it('has small cells also where every edge of a regular sample is the same side of a ring', () => {
    // Of 10,000 edges every tenth begins on one line.
    const rings = Array.from({ length: 500 }, (_, ring) => Array.from({ length: 21 }, (_, i) => [10 * (ring + 1) * Math.cos((Math.PI * i) / 10), 10 * (ring + 1) * Math.sin((Math.PI * i) / 10)] as const));
    const { grid } = gridOf(rings.flatMap((ring) => ring.slice(1).map(([x, y], i): Segment => [...(ring[i] ?? [0, 0]), x, y])));
    expect(grid.entries.length).toBeLessThan(100_000);
  });

  it('takes edges far off the rest into its outermost cells', () => {
    expect(intersections([...along(2000, 0), [1e7, 1e7, 1e7 + 2, 1e7 + 2], [1e7, 1e7 + 2, 1e7 + 2, 1e7]])).toBe(1);
  });

  it('divides the cells in which most lie', () => {
    const far: Segment[] = [[1e7, 1e7, 1e7 + 2, 1e7 + 2], [1e7, 1e7 + 2, 1e7 + 2, 1e7]];
    const crossed = along(4000, 0).map(([ax, ay, bx, by]): Segment => [ax, by, bx, ay]);
    expect(intersections([...along(4000, 0), ...crossed, ...far])).toBeGreaterThanOrEqual(4001);
  });

  it('has small cells where a farm lies in a network of the whole country', () => {
    const { grid } = gridOf([...plots(0, 0, 1e5, 40), ...plots(2_120_000, 1_730_000, 1, 40)]);
    const fullest = Array.from({ length: grid.cellCount }, (_, cell) => grid.offsets[cell + 1] - grid.offsets[cell]).reduce((most, count) => Math.max(most, count), 0);
    expect(fullest).toBeLessThan(100);
  });

  it('finds what crosses on a farm, in its country, and from one to the other', () => {
    const country = plots(0, 0, 1e5, 40);
    const farm = plots(2_120_000.5, 1_730_000.5, 1, 40);
    const paths: Segment[] = [[2_120_000.7, 1_730_001.2, 2_120_039.7, 1_730_001.3], [2_120_010.8, 1_730_010.9, 100, 1_730_011]];
    // The first crosses 39 upright borders; the second 11 of the farm, the one before its corner included, and 21 of the country.
    expect(intersections([...country, ...farm, ...paths])).toBe(intersections(country) + intersections(farm) + 39 + 11 + 21);
  });

  it('has few cells where few edges lie in a long and very narrow layer', () => {
    const vertices = new VertexTable(16);
    const edges = new EdgeTable(8);
    for (let i = 0; i < 8; i++) edges.addSegment(vertices.intern(1, 3 + i * 1e-15), vertices.intern(5, 3 - i * 1e-15), i);
    expect(new EdgeGrid(vertices, edges, Int32Array.from({ length: edges.count }, (_, edge) => edge)).cellCount).toBeLessThanOrEqual(64 * 64);
  });
});
