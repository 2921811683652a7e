import Flatbush from 'flatbush';
import { markedPlaces } from '../arrays/growable.ts';
import type { PreparedLayer } from '../edges/prepare.ts';
import { featureExtents } from '../layer/feature-extents.ts';

/** Edges that are looked at to see whether features lie in a doubtful one; after so many all that may lie there are marked. */
const MOST_EDGES = 50_000_000;

/**
 * Marks the features that lie in the land of a marked one without touching its borders. All other overlaps are seen where borders
 * meet, run along each other or part at a vertex, and mark both sides there; of what lies within, only the outermost border is
 * looked at (`examineNesting`), which marks the feature around it.
 */
export function markCoveredFeatures(prepared: PreparedLayer, isDoubtful: Uint8Array): void {
  const doubtful = markedPlaces(isDoubtful);
  if (doubtful.length === 0 || doubtful.length === isDoubtful.length) return;
  const { layer, ringFirst } = prepared;
  const extents = featureExtents(layer);
  const clean: number[] = [];
  for (let feature = 0; feature < isDoubtful.length; feature++) {
    if (isDoubtful[feature] === 0 && extents[4 * feature] <= extents[4 * feature + 2]) clean.push(feature);
  }
  if (clean.length === 0) return;
  const index = new Flatbush(clean.length);
  for (const feature of clean) index.add(extents[4 * feature], extents[4 * feature + 1], extents[4 * feature + 2], extents[4 * feature + 3]);
  index.finish();
  let work = 0;
  for (const feature of doubtful) {
    const [minX, minY, maxX, maxY] = extents.subarray(4 * feature, 4 * feature + 4);
    if (!(minX <= maxX)) continue;
    const isWithin = (item: number): boolean => {
      const at = 4 * clean[item];
      return isDoubtful[clean[item]] === 0 && extents[at] >= minX && extents[at + 1] >= minY && extents[at + 2] <= maxX && extents[at + 3] <= maxY;
    };
    for (const item of index.search(minX, minY, maxX, maxY, isWithin)) {
      const vertex = firstVertexOf(clean[item]);
      if (vertex >= 0 && (work > MOST_EDGES || covers(feature, layer.xy[2 * vertex], layer.xy[2 * vertex + 1]))) isDoubtful[clean[item]] = 1;
    }
  }

  function firstVertexOf(feature: number): number {
    const end = layer.partOffsets[layer.featureOffsets[feature + 1]];
    for (let ring = layer.partOffsets[layer.featureOffsets[feature]]; ring < end; ring++) if (ringFirst[ring] >= 0) return ringFirst[ring];
    return -1;
  }

  /** Whether a shell winds around a place, and no hole of its part does; shells may be wound around twice. */
  function covers(feature: number, x: number, y: number): boolean {
    for (let part = layer.featureOffsets[feature]; part < layer.featureOffsets[feature + 1]; part++) {
      let isCovered = false;
      for (let ring = layer.partOffsets[part]; ring < layer.partOffsets[part + 1]; ring++) {
        const winding = windingAround(ring, x, y);
        if (ring === layer.partOffsets[part]) isCovered = winding !== 0;
        else if (winding !== 0) isCovered = false;
      }
      if (isCovered) return true;
    }
    return false;
  }

  function windingAround(ring: number, x: number, y: number): number {
    const { xy } = layer;
    const { next } = prepared;
    const first = ringFirst[ring];
    if (first < 0) return 0;
    let winding = 0;
    let i = first;
    do {
      work++;
      const j = next[i];
      const ay = xy[2 * i + 1];
      const by = xy[2 * j + 1];
      if (ay > y !== by > y && xy[2 * i] + ((y - ay) / (by - ay)) * (xy[2 * j] - xy[2 * i]) < x) winding += by > ay ? 1 : -1;
      i = j;
    } while (i !== first);
    return winding;
  }
}
