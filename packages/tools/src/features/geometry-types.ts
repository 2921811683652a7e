import { GeometryType } from '@geoinsights/formats';
import { PartKind } from '@geoinsights/geometry/layer';
import type { Layer } from '@geoinsights/geometry';

/** Types by the kind of their parts: for one part, and for several. */
const SINGLE: Readonly<Record<number, number>> = { [PartKind.Point]: GeometryType.Point, [PartKind.Line]: GeometryType.LineString, [PartKind.Polygon]: GeometryType.Polygon };
const MULTI: Readonly<Record<number, number>> = { [PartKind.Point]: GeometryType.MultiPoint, [PartKind.Line]: GeometryType.MultiLineString, [PartKind.Polygon]: GeometryType.MultiPolygon };
const MULTI_TYPES: ReadonlySet<number> = new Set([...Object.values(MULTI), GeometryType.GeometryCollection]);

/**
 * Geometry types after a change: a multi type stays one, and a single type becomes one if it now has several parts.
 * @param before the types before; as long as the layer
 */
export function typesAfter(geometry: Layer, before: Uint8Array): Uint8Array {
  return before.map((type, feature) => {
    const first = geometry.featureOffsets[feature];
    const end = geometry.featureOffsets[feature + 1];
    // An empty geometry keeps its type.
    if (type === GeometryType.None || first === end) return type;
    const kind = geometry.partKinds[first];
    for (let part = first + 1; part < end; part++) if (geometry.partKinds[part] !== kind) return GeometryType.GeometryCollection;
    if (type === GeometryType.GeometryCollection) return type;
    const isSeveral = end - first > 1 || (kind === PartKind.Point && pointsOf(geometry, first) > 1);
    return isSeveral || MULTI_TYPES.has(type) ? MULTI[kind] : SINGLE[kind];
  });
}

/** The same for a change that may leave nothing of a feature, which then no longer has a geometry. A geometry that was empty before keeps its type. */
export function typesLeft(before: Layer, after: Layer, types: Uint8Array): Uint8Array {
  const partsOf = ({ featureOffsets }: Layer, feature: number): number => featureOffsets[feature + 1] - featureOffsets[feature];
  return typesAfter(after, types).map((type, feature) => (partsOf(after, feature) === 0 && partsOf(before, feature) > 0 ? GeometryType.None : type));
}

function pointsOf({ partOffsets, ringOffsets }: Layer, part: number): number {
  return ringOffsets[partOffsets[part + 1]] - ringOffsets[partOffsets[part]];
}

/** The types that a layer may have after a change that can turn one part into several. */
export function withMultiTypes(types: readonly number[]): number[] {
  const multi = types.flatMap((type) => (type >= GeometryType.Point && type <= GeometryType.Polygon ? [type, type + 3] : [type]));
  return [...new Set(multi)].sort((one, other) => one - other);
}
