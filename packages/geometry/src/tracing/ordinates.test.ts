import { describe, expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../testing/growth.ts';
import { layerOf, polygon } from '../../test/layers.ts';
import type { Position } from '../../test/layers.ts';
import { prepare } from '../edges/prepare.ts';
import { buildTopology } from '../edges/topology.ts';
import { Ground } from '../ground.ts';
import { FindingList } from '../layer/finding-list.ts';
import { Ordinates } from './ordinates.ts';

/** The ordinates of a ring of which only some vertices have one in the layer, and only the first comes from the layer. */
function ordinatesOf(corners: readonly Position[], values: readonly number[]): number[] {
  const topology = buildTopology(prepare(layerOf([polygon([...corners, ...corners.slice(0, 1)])]), new FindingList()), new Ground({ kind: 'planar' }));
  const ordinates = new Ordinates(topology.prepared, topology.vertices, topology.edges);
  const sources = Int32Array.from(corners, (_, i) => (Number.isNaN(values[i]) ? -1 : i));
  return Array.from(ordinates.ofRing(0, topology.vertexOf.slice(0, corners.length), sources, Float64Array.from([...values, values[0] ?? NaN])) ?? []);
}

describe('the ordinates of new vertices whose edges have none', () => {
  it('lie between those of the nearest vertices of the ring that have one', () => {
    expect(ordinatesOf([[0, 0], [2, 0], [4, 0], [4, 2], [4, 4], [2, 4], [0, 4]], [10, NaN, 30, NaN, NaN, NaN, NaN])).toEqual([10, 20, 30, 30 - 10 / 3, 30 - 20 / 3, 20, 10 + 20 / 3].map((z): unknown => expect.closeTo(z, 9)));
    expect(ordinatesOf([[0, 0], [4, 0], [4, 4], [0, 4]], [NaN, NaN, 7, NaN])).toEqual([7, 7, 7, 7]);
    expect(ordinatesOf([[0, 0], [4, 0], [4, 4]], [NaN, NaN, NaN])).toEqual([NaN, NaN, NaN]);
  });

  it('are found in two walks around a ring of which one vertex has an ordinate', async () => {
    const fill = (share: number): void => {
      const corners = Array.from({ length: 20_000 * share }, (_, i): Position => [Math.cos(i / 4000), Math.sin(i / 4000)]);
      expect(new Set(ordinatesOf(corners, corners.map((_, i) => (i === 5 ? 1.5 : NaN))))).toEqual(new Set([1.5]));
    };
    expect(await growthOf(fill)).toBeLessThan(IN_PROPORTION);
  });
});
