import { describe, expect, it } from 'vitest';
import { diceOf } from '../../test/dice.ts';
import { layerOf, polygon } from '../../test/layers.ts';
import type { Shape } from '../../test/layers.ts';
import { EdgeGrid } from '../edges/grid.ts';
import { forEachIntersection } from '../edges/intersections.ts';
import { prepare } from '../edges/prepare.ts';
import { buildTopology, unmatched } from '../edges/topology.ts';
import { Ground } from '../ground.ts';
import { FindingList } from '../layer/finding-list.ts';
import { livingEdges } from './noding.ts';
import { snapRound } from './snap-rounding.ts';

/** How many pairs of edges intersect other than in common ends, how many crossed, and how far any vertex moved. */
function roundedOf(shapes: readonly Shape[]): { met: number; crossings: number; moved: number } {
  const topology = unmatched(buildTopology(prepare(layerOf(shapes), new FindingList()), new Ground({ kind: 'planar' })));
  const { vertices, edges, moves } = topology;
  const count = vertices.count;
  const { noding } = snapRound(topology);
  let moved = 0;
  for (let vertex = 0; vertex < count; vertex++) {
    const to = moves.resolve(vertex);
    moved = Math.max(moved, Math.abs(vertices.x[to] - vertices.x[vertex]), Math.abs(vertices.y[to] - vertices.y[vertex]));
  }
  let met = 0;
  forEachIntersection(vertices, edges, new EdgeGrid(vertices, edges, livingEdges(edges)), () => met++);
  return { met, crossings: noding.crossings.length / 3, moved };
}

/** A ring through random points, so that most of its segments cross. */
function tangle(seed: number, corners: number, at: number, size: number): Shape {
  const dice = diceOf(seed);
  const ring = Array.from({ length: corners }, () => [at + (size * dice.below(1_000_003)) / 1_000_003, at + (size * dice.below(1_000_003)) / 1_000_003]);
  return polygon([...ring, ...ring.slice(0, 1)]);
}

describe('snap rounding', () => {
  it('leaves edges that meet in common ends only, whatever the edges, and moves nothing farther than half a pixel', () => {
    for (let seed = 1; seed <= 60; seed++) {
      // Down to a few pixels in total, where hardly any crossing has a pixel to itself.
      for (const size of [100, 1e-6, 1e-9, 1e-10, 2e-11]) {
        const { met, moved } = roundedOf([tangle(seed, 24, 1000, size), tangle(seed + 1000, 12, 1000, size)]);
        expect(met, `seed ${seed}, size ${size}`).toBe(0);
        expect(moved).toBeLessThanOrEqual(2 ** (11 - 48 - 1));
      }
    }
  });

  it('finds all crossings of a star with thousands of them', () => {
    const points = 151;
    const ring = Array.from({ length: points }, (_, i) => [Math.cos((2 * Math.PI * i * 75) / points), Math.sin((2 * Math.PI * i * 75) / points)]);
    const { met, crossings } = roundedOf([polygon([...ring, ...ring.slice(0, 1)])]);
    expect(met).toBe(0);
    // Every side crosses all others except its two neighbours.
    expect(crossings).toBe((points * (points - 3)) / 2);
  });
});
