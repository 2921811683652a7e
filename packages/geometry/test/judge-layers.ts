import type { Layer } from '../src/layer/layer.ts';
import { insidesMeet, invalidReason } from './geos.ts';
import { polygonParts, shapesOf } from './layers.ts';
import type { Shape } from './layers.ts';

/**
 * The faults that GEOS finds in the polygons of a layer: features that are not valid and, if all are, pairs whose interiors intersect. For
 * small layers.
 */
export function faultsOf(layer: Layer): string[] {
  const shapes = shapesOf(layer).map(polygonParts);
  const faults = shapes.flatMap((shape, feature) => {
    const reason = invalidReason(shape);
    return reason === null ? [] : [`feature ${feature}: ${reason}`];
  });
  return faults.length > 0 ? faults : intersections(shapes);
}

function intersections(shapes: readonly Shape[]): string[] {
  const extents = shapes.map(extentOf);
  return shapes.flatMap((shape, i) =>
    shapes.slice(i + 1).flatMap((other, k) => {
      const j = i + 1 + k;
      const [a, b] = [extents[i] ?? NOWHERE, extents[j] ?? NOWHERE];
      const areApart = a[2] < b[0] || b[2] < a[0] || a[3] < b[1] || b[3] < a[1];
      return !areApart && insidesMeet(shape, other) ? [`features ${i} and ${j} overlap`] : [];
    }),
  );
}

type Extent = readonly [number, number, number, number];
const NOWHERE: Extent = [Infinity, Infinity, -Infinity, -Infinity];

function extentOf(shape: Shape): Extent {
  const positions = shape.flatMap(({ rings }) => rings.flat());
  const reduce = (axis: number, pick: (a: number, b: number) => number, start: number): number => positions.reduce((most, position) => pick(most, position[axis] ?? start), start);
  return [reduce(0, Math.min, Infinity), reduce(1, Math.min, Infinity), reduce(0, Math.max, -Infinity), reduce(1, Math.max, -Infinity)];
}
