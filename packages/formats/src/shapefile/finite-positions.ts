import type { Layer } from '@geoinsights/geometry';

/** A geometry without the positions that a shapefile cannot have: those without two finite numbers. */
interface FiniteGeometry {
  readonly geometry: Layer;
  readonly leftOut: number;
}

/** The standard allows neither NaN nor infinity. Parts and rings stay, with fewer vertices or none. */
export function withoutUnreadable(layer: Layer): FiniteGeometry {
  const { xy, z, m, ringOffsets } = layer;
  if (areFinite(xy)) return { geometry: layer, leftOut: 0 };
  const kept: number[] = [];
  const offsets = new Int32Array(ringOffsets.length);
  for (let ring = 0; ring + 1 < ringOffsets.length; ring++) {
    for (let vertex = ringOffsets[ring]; vertex < ringOffsets[ring + 1]; vertex++) {
      if (Number.isFinite(xy[2 * vertex]) && Number.isFinite(xy[2 * vertex + 1])) kept.push(vertex);
    }
    offsets[ring + 1] = kept.length;
  }
  const finite = Float64Array.from(kept.flatMap((vertex) => [xy[2 * vertex], xy[2 * vertex + 1]]));
  return { geometry: { ...layer, xy: finite, z: chosen(z, kept), m: chosen(m, kept), ringOffsets: offsets }, leftOut: xy.length / 2 - kept.length };
}

function chosen(values: Float64Array | null, vertices: readonly number[]): Float64Array | null {
  return values === null ? null : Float64Array.from(vertices, (vertex) => values[vertex]);
}

/** What is not finite makes the sum of differences NaN. Two sums do not wait for each other. */
function areFinite(xy: Float64Array): boolean {
  let ofX = 0;
  let ofY = 0;
  for (let at = 0; at + 1 < xy.length; at += 2) {
    ofX += xy[at] - xy[at];
    ofY += xy[at + 1] - xy[at + 1];
  }
  return ofX + ofY === 0;
}
