import { isPlace, PartKind } from '../layer/layer.ts';
import type { Layer } from '../layer/layer.ts';

/** The borders of the polygons of a layer in their original form, one segment after the other. */
export interface PolygonSegments {
  readonly count: number;
  /** The vertices of the layer at which segments start and end. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** First segment of each polygon ring, then the number of segments. */
  readonly ringOffsets: Int32Array;
  /** First segment of each polygon with its holes, then the number of segments. */
  readonly partOffsets: Int32Array;
  /** The feature of each polygon ring, and of each polygon. */
  readonly featureOfRing: Int32Array;
  readonly featureOfPart: Int32Array;
}

/** Segments without length, and those with an invalid end, are left out. */
export function polygonSegments({ xy, ringOffsets, partOffsets, featureOffsets, partKinds }: Layer): PolygonSegments {
  const start = new Int32Array(xy.length / 2);
  const end = new Int32Array(xy.length / 2);
  const rings: number[] = [0];
  const parts: number[] = [0];
  const [featureOfRing, featureOfPart]: number[][] = [[], []];
  let count = 0;
  let feature = 0;
  for (let part = 0; part < partKinds.length; part++) {
    while (featureOffsets[feature + 1] <= part) feature++;
    if (partKinds[part] !== PartKind.Polygon) continue;
    for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
      const first = ringOffsets[ring];
      const last = ringOffsets[ring + 1] - 1;
      for (let i = first; i <= last; i++) {
        // An open ring is closed by its first vertex. The last segment of a closed ring has no
        // length.
        const next = i === last ? first : i + 1;
        if (xy[2 * i] === xy[2 * next] && xy[2 * i + 1] === xy[2 * next + 1]) continue;
        if (!isPlace(xy[2 * i], xy[2 * i + 1]) || !isPlace(xy[2 * next], xy[2 * next + 1])) continue;
        start[count] = i;
        end[count++] = next;
      }
      rings.push(count);
      featureOfRing.push(feature);
    }
    parts.push(count);
    featureOfPart.push(feature);
  }
  return {
    count,
    start: start.subarray(0, count),
    end: end.subarray(0, count),
    ringOffsets: Int32Array.from(rings),
    partOffsets: Int32Array.from(parts),
    featureOfRing: Int32Array.from(featureOfRing),
    featureOfPart: Int32Array.from(featureOfPart),
  };
}
