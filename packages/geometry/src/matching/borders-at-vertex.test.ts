import { expect, it } from 'vitest';
import { layerOf, polygon } from '../../test/layers.ts';
import { FindingList } from '../layer/finding-list.ts';
import { Ground } from '../ground.ts';
import { internRings } from '../edges/intern-rings.ts';
import { BordersAtVertex } from './borders-at-vertex.ts';
import { prepare } from '../edges/prepare.ts';

/** The distance of the second corner from the first. Neither lies over the land of the other's wedge, or both do. */
const APART = [[-0.01, 0], [0.01, 0], [0, 0.01], [0, -0.01]] as const;

/** A wedge of land between two directions, in degrees, starting with its corner. */
function wedge(from: number, to: number, [dx, dy]: readonly [number, number]): ReturnType<typeof polygon> {
  const end = (angle: number): [number, number] => [dx + Math.cos((angle * Math.PI) / 180), dy + Math.sin((angle * Math.PI) / 180)];
  return polygon([[dx, dy], end(from), end(to), [dx, dy]]);
}

/**
 * Whether wedges face each other, wherever their corners lie next to each other and whichever of the two is asked. All answers must
 * agree.
 */
function face(one: readonly [number, number], other: readonly [number, number]): boolean | 'now and then' {
  const said = new Set(APART.flatMap((apart) => {
    const prepared = prepare(layerOf([wedge(one[0], one[1], [0, 0]), wedge(other[0], other[1], apart)]), new FindingList());
    const { vertices, edges, vertexOf } = internRings(prepared);
    const ground = new Ground({ kind: 'planar' });
    const borders = (vertex: number): BordersAtVertex => new BordersAtVertex({ prepared, vertices, edges, ground }, () => true).read(vertex);
    const [here, there] = [borders(vertexOf[0]), borders(vertexOf[4])];
    return [here.faces(there), there.faces(here)];
  }));
  return said.size === 1 ? said.has(true) : 'now and then';
}

it('says that wedges of land side by side face each other, however sharp they are', () => {
  for (const sharp of [5, 20, 45, 60]) {
    for (const between of [0, 1, 20, 70]) {
      expect(face([10, 10 + sharp], [10 + sharp + between, 10 + 2 * sharp + between]), `${sharp}, ${between} apart`).toBe(true);
      expect(face([10, 10 + sharp], [10 - between - 40, 10 - between]), `${sharp} and 40, ${between} apart`).toBe(true);
    }
  }
});

it('says that overlapping wedges of land do not', () => {
  for (const sharp of [30, 45, 60, 70]) {
    expect(face([10, 10 + sharp], [10, 10 + sharp]), `${sharp}`).toBe(false);
    expect(face([10, 10 + sharp], [12, 8 + sharp]), `${sharp} and a sharper one`).toBe(false);
  }
});
