import { GeometryType } from '@geoinsights/formats';
import { PartKind, type Layer } from '@geoinsights/geometry/layer';
import type { Rings } from '../geos.ts';

/** Features made of polygons, each a list of rings. */
export function layerOfPolygons(features: readonly (readonly Rings[])[]): Layer {
  const polygons = features.flat();
  const rings = polygons.flat();
  const xy = new Float64Array(rings.reduce((sum, ring) => sum + ring.length, 0));
  let at = 0;
  for (const ring of rings) {
    xy.set(ring, at);
    at += ring.length;
  }
  return {
    xy,
    z: null,
    m: null,
    ringOffsets: offsetsOf(rings.map(({ length }) => length / 2)),
    partOffsets: offsetsOf(polygons.map(({ length }) => length)),
    featureOffsets: offsetsOf(features.map(({ length }) => length)),
    partKinds: new Uint8Array(polygons.length).fill(PartKind.Polygon),
  };
}

/** The geometry type of each of these features. */
export function typesOfPolygons(features: readonly (readonly Rings[])[]): Uint8Array {
  return Uint8Array.from(features, ({ length }) => (length === 0 ? GeometryType.None : length === 1 ? GeometryType.Polygon : GeometryType.MultiPolygon));
}

function offsetsOf(counts: readonly number[]): Int32Array {
  const offsets = new Int32Array(counts.length + 1);
  for (const [index, count] of counts.entries()) offsets[index + 1] = offsets[index] + count;
  return offsets;
}
