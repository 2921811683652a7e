import { putExtent } from './extent.ts';
import { NO_KIND } from './layer.ts';
import type { Layer } from './layer.ts';

/** The extents of layers that are still in use. A layer does not change, and most stages of a repair need them. */
const known = new WeakMap<Layer, Float64Array>();

/** minX, minY, maxX, maxY of each part, whatever its kind; minX > maxX for a part without coordinates or of no kind. They must not be changed. */
export function partExtentsOf(layer: Layer): Float64Array {
  let extents = known.get(layer);
  if (extents === undefined) {
    extents = new Float64Array(4 * layer.partKinds.length);
    for (let part = 0; part < layer.partKinds.length; part++) measurePart(layer, part, extents);
    known.set(layer, extents);
  }
  return extents;
}

function measurePart({ xy, ringOffsets, partOffsets, partKinds }: Layer, part: number, into: Float64Array): void {
  const first = ringOffsets[partOffsets[part]];
  putExtent(xy, first, partKinds[part] === NO_KIND ? first : ringOffsets[partOffsets[part + 1]], into, 4 * part);
}

/** minX, minY, maxX, maxY of a layer; minX > maxX for one without coordinates. */
export function extentOf(layer: Layer): readonly [number, number, number, number] {
  const parts = partExtentsOf(layer);
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < parts.length; at += 4) {
    minX = Math.min(minX, parts[at]);
    minY = Math.min(minY, parts[at + 1]);
    maxX = Math.max(maxX, parts[at + 2]);
    maxY = Math.max(maxY, parts[at + 3]);
  }
  return [minX, minY, maxX, maxY];
}

/** Like `partExtentsOf` if they have been computed before, else null. Measuring a whole layer does not pay if only some of its features are in use. */
export function knownPartExtents(layer: Layer): Float64Array | null {
  return known.get(layer) ?? null;
}

/**
 * Takes over the extents of a layer for the layer that a patch makes of it: only those of changed features are measured.
 *
 * @param partBefore for each part of the new layer, the one that it was in `before`; -1 if it is of a changed feature.
 */
export function keepPartExtents(before: Layer, after: Layer, partBefore: Int32Array): void {
  const extents = known.get(before);
  if (extents === undefined) return;
  const kept = new Float64Array(4 * partBefore.length);
  for (let part = 0; part < partBefore.length; part++) {
    const same = partBefore[part];
    if (same < 0) measurePart(after, part, kept);
    else for (let side = 0; side < 4; side++) kept[4 * part + side] = extents[4 * same + side];
  }
  known.set(after, kept);
}
