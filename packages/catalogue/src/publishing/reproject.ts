import { ProblemError } from '@geoinsights/contract/errors';
import type { ToWgs84 } from '@geoinsights/crs/transformation';
import type { DatasetLayer } from '@geoinsights/formats';
import type { Layer } from '@geoinsights/geometry';
import { keepTogether } from './keep-together.ts';

/** Rounding may carry a pole or the date line slightly too far. */
const ROUNDING = 1e-6;
/** Vertices between two progress reports. */
const REPORT_EVERY = 1 << 16;

/**
 * The same layer in longitudes and latitudes on WGS 84; what a transformation would tear apart at the 180th meridian continues past it. Vertices that are not finite stay so; nothing is repaired.
 * @param crs the supposed system, for the error if the coordinates contradict it
 * @throws ProblemError `layer-coordinates-outside` if a finite vertex is not on Earth
 */
export async function reproject(layer: DatasetLayer, crs: string, toWgs84: ToWgs84, file: string, onProgress: (share: number) => void): Promise<Layer> {
  const { geometry } = layer;
  const { xy } = geometry;
  const result = toWgs84 === null ? xy : new Float64Array(xy.length);
  for (let at = 0; at + 1 < xy.length; at += 2) {
    const x = xy[at];
    const y = xy[at + 1];
    if (at % REPORT_EVERY === 0) {
      onProgress(at / xy.length);
      await nextTurn();
    }
    const isFinite = Number.isFinite(x) && Number.isFinite(y);
    const [longitude, latitude] = isFinite && toWgs84 !== null ? toWgs84(x, y) : [x, y];
    if (isFinite && !isOnEarth(longitude, latitude)) {
      throw new ProblemError('layer-coordinates-outside', { file, crs, feature: layer.label(featureOf(geometry, at / 2)) });
    }
    result[at] = isFinite ? longitude : Number.NaN;
    result[at + 1] = isFinite ? latitude : Number.NaN;
  }
  if (toWgs84 !== null) keepTogether(geometry, result, toWgs84);
  return { ...geometry, xy: result, z: null, m: null };
}

function isOnEarth(longitude: number, latitude: number): boolean {
  return Math.abs(longitude) <= 180 + ROUNDING && Math.abs(latitude) <= 90 + ROUNDING;
}

/** The feature that a vertex belongs to. */
function featureOf({ ringOffsets, partOffsets, featureOffsets }: Layer, vertex: number): number {
  return indexOf(featureOffsets, indexOf(partOffsets, indexOf(ringOffsets, vertex)));
}

/** The last index whose offset does not exceed the value. */
function indexOf(offsets: Int32Array, value: number): number {
  let low = 0;
  let high = offsets.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (offsets[middle] <= value) low = middle;
    else high = middle;
  }
  return low;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
