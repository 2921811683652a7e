import { GeometryType } from '@geoinsights/formats';
import { PartKind } from '@geoinsights/geometry/layer';
import type { Layer } from '@geoinsights/geometry';

/** The types by the kind of their parts: of one part, and of several. */
const SINGLE: Readonly<Record<number, number>> = { [PartKind.Point]: GeometryType.Point, [PartKind.Line]: GeometryType.LineString, [PartKind.Polygon]: GeometryType.Polygon };
const MULTI: Readonly<Record<number, number>> = { [PartKind.Point]: GeometryType.MultiPoint, [PartKind.Line]: GeometryType.MultiLineString, [PartKind.Polygon]: GeometryType.MultiPolygon };
const MULTI_TYPES: ReadonlySet<number> = new Set([...Object.values(MULTI), GeometryType.GeometryCollection]);

/**
 * What geometries are called after they were changed: what was a collection of parts stays one, and what has several parts
 * now becomes one.
 * @param before what they were called; the length is that of the layer
 */
export function typesAfter(geometry: Layer, before: Uint8Array): Uint8Array {
  return before.map((type, feature) => {
    const first = geometry.featureOffsets[feature];
    const end = geometry.featureOffsets[feature + 1];
    // An empty geometry stays what it was.
    if (type === GeometryType.None || first === end) return type;
    const kind = geometry.partKinds[first];
    for (let part = first + 1; part < end; part++) if (geometry.partKinds[part] !== kind) return GeometryType.GeometryCollection;
    if (type === GeometryType.GeometryCollection) return type;
    const isSeveral = end - first > 1 || (kind === PartKind.Point && pointsOf(geometry, first) > 1);
    return isSeveral || MULTI_TYPES.has(type) ? MULTI[kind] : SINGLE[kind];
  });
}

function pointsOf({ partOffsets, ringOffsets }: Layer, part: number): number {
  return ringOffsets[partOffsets[part + 1]] - ringOffsets[partOffsets[part]];
}

/** The types that a layer may have after its geometries were changed so that one may become several. */
export function withMultiTypes(types: readonly number[]): number[] {
  const multi = types.flatMap((type) => (type >= GeometryType.Point && type <= GeometryType.Polygon ? [type, type + 3] : [type]));
  return [...new Set(multi)].sort((one, other) => one - other);
}
