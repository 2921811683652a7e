import { Int32List, Uint8List } from '../arrays/growable.ts';
import { PartKind } from '../layer/layer.ts';
import type { Layer } from '../layer/layer.ts';
import { isSamePlace } from '../layer/same-place.ts';
import type { KeptPlaces } from './kept-places.ts';

export interface SimplifiedLayer {
  readonly layer: Layer;
  /** Features that had parts and no longer have any, ascending. */
  readonly vanished: Int32Array;
  /** Number of rings and lines that were removed. */
  readonly pathsGone: number;
}

/**
 * The layer with the places that stay. Collapsed rings are removed, and with a shell its holes. A path that lost
 * nothing is copied unchanged; other paths also lose repeated and broken vertices.
 *
 * @param keepsAll a feature of which nothing would be left is copied unchanged.
 */
export function writeSimplified(kept: KeptPlaces, keepsAll: boolean): SimplifiedLayer {
  const { layer } = kept.paths;
  const { partOffsets, featureOffsets, partKinds, ringOffsets } = layer;
  const sources = new Int32List();
  const [rings, parts, features, kinds] = [new Int32List(), new Int32List(), new Int32List(), new Uint8List()];
  const vanished = new Int32List();
  let pathsGone = 0;
  for (const offsets of [rings, parts, features]) offsets.push(0);
  const copyRing = (ring: number): void => {
    for (let i = ringOffsets[ring]; i < ringOffsets[ring + 1]; i++) sources.push(i);
    rings.push(sources.length);
  };
  const endPart = (part: number): void => {
    parts.push(rings.length - 1);
    kinds.push(partKinds[part]);
  };
  const writePart = (part: number): void => {
    const isPoints = partKinds[part] === PartKind.Point;
    const [first, end] = [partOffsets[part], partOffsets[part + 1]];
    if (!isPoints && (first === end || kept.isCollapsed(first))) {
      pathsGone += end - first;
      return;
    }
    for (let ring = first; ring < end; ring++) {
      if (isPoints) copyRing(ring);
      else if (kept.isCollapsed(ring)) pathsGone++;
      else {
        writePath(kept, ring, sources);
        rings.push(sources.length);
      }
    }
    endPart(part);
  };
  for (let feature = 0; feature + 1 < featureOffsets.length; feature++) {
    const [first, end, written, goneBefore] = [featureOffsets[feature], featureOffsets[feature + 1], kinds.length, pathsGone];
    for (let part = first; part < end; part++) writePart(part);
    if (kinds.length === written && end > first) {
      if (!keepsAll) vanished.push(feature);
      else {
        pathsGone = goneBefore;
        for (let part = first; part < end; part++) {
          for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) copyRing(ring);
          endPart(part);
        }
      }
    }
    features.push(kinds.length);
  }
  return { layer: gather(layer, sources.takeArray(), [rings, parts, features], kinds), vanished: vanished.takeArray(), pathsGone };
}

/** Lists the remaining vertices of a path. */
function writePath({ paths: { layer, placeOf, firstOf, isClosed }, thresholds, tolerance }: KeptPlaces, ring: number, sources: Int32List): void {
  const { xy, ringOffsets } = layer;
  const [start, end, before] = [ringOffsets[ring], ringOffsets[ring + 1], sources.length];
  const closing = isClosed[ring] === 1 && isSamePlace(xy, firstOf[ring], end - 1) && firstOf[ring] !== end - 1 ? end - 1 : -1;
  let first = -1;
  let isWhole = true;
  for (let i = start; i < end; i++) {
    const place = placeOf[i];
    if (place < 0) continue;
    if (thresholds[place] < tolerance) isWhole = false;
    else if (sources.length === before || placeOf[sources.data[sources.length - 1]] !== place) {
      if (first < 0) first = i;
      sources.push(i);
    }
  }
  if (isWhole) {
    sources.length = before;
    for (let i = start; i < end; i++) sources.push(i);
    return;
  }
  if (isClosed[ring] === 1 && placeOf[sources.data[sources.length - 1]] === placeOf[first]) sources.length--;
  if (closing >= 0) sources.push(first === firstOf[ring] ? closing : first);
}

function gather(layer: Layer, sources: Int32Array, [rings, parts, features]: readonly Int32List[], kinds: Uint8List): Layer {
  const xy = new Float64Array(2 * sources.length);
  for (let i = 0; i < sources.length; i++) {
    xy[2 * i] = layer.xy[2 * sources[i]];
    xy[2 * i + 1] = layer.xy[2 * sources[i] + 1];
  }
  const ordinates = (values: Float64Array | null): Float64Array | null => (values === null ? null : Float64Array.from(sources, (source) => values[source]));
  return {
    xy,
    z: ordinates(layer.z),
    m: ordinates(layer.m),
    ringOffsets: rings.takeArray(),
    partOffsets: parts.takeArray(),
    featureOffsets: features.takeArray(),
    partKinds: kinds.data.slice(0, kinds.length),
  };
}
