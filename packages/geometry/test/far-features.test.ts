import { describe, expect, it } from 'vitest';
import { Int32List } from '../src/arrays/growable.ts';
import { internRings } from '../src/edges/intern-rings.ts';
import { prepare } from '../src/edges/prepare.ts';
import { unmatched } from '../src/edges/topology.ts';
import { Ground } from '../src/ground.ts';
import { FindingList } from '../src/layer/finding-list.ts';
import { OpenBorders } from '../src/matching/open-borders.ts';
import { box, layerOf, polygon } from './layers.ts';
import type { Shape } from './layers.ts';
import { PLANAR } from './planar.ts';

const DISTANCE = 0.5;

/** How many open edges are near any vertex, over all vertices of the first two features. */
function nearEdges(shapes: readonly Shape[]): number {
  const prepared = prepare(layerOf(shapes), new FindingList());
  const { vertices, edges, vertexOf } = internRings(prepared);
  const borders = new OpenBorders(unmatched({ prepared, vertices, edges, vertexOf, ground: new Ground(PLANAR.units) }), DISTANCE, null);
  borders.findAll();
  const near = new Int32List();
  let count = 0;
  for (let vertex = 0; vertex < 8; vertex++) {
    borders.findNear(vertex, near);
    count += near.toArray().filter((edge) => borders.isNear(vertex, edge)).length;
  }
  return count;
}

describe('a feature far off', () => {
  it.each([0.49, 0.5015, 0.51])('changes nothing about what is near two parcels %f apart', (apart) => {
    const parcels = [polygon(box(0, 0, 10, 10)), polygon(box(10 + apart, 0, 20, 10))];
    const far = polygon(box(1e6, 1e6, 1e6 + 10, 1e6 + 10));
    expect(nearEdges([...parcels, far])).toBe(nearEdges(parcels));
  });
});
