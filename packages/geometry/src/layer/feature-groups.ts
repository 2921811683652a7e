import type { Layer } from './layer.ts';
import { vertexCountOf } from './vertex-range.ts';

/** Large enough that a group costs little besides its features, and small enough that an extract of it takes little memory. */
const GROUP_VERTICES = 200_000;

/** Features in groups of about `GROUP_VERTICES` vertices, in their order. */
export function* featureGroups(layer: Layer, features: Iterable<number>): Generator<number[]> {
  let [group, vertices]: [number[], number] = [[], 0];
  for (const feature of features) {
    group.push(feature);
    vertices += vertexCountOf(layer, feature);
    if (vertices < GROUP_VERTICES) continue;
    yield group;
    [group, vertices] = [[], 0];
  }
  if (group.length > 0) yield group;
}
