import { GeometryType } from '../features/feature-batch.ts';
import { FEATURE, GEOMETRY_COLLECTION } from './names.ts';
import type { ObjectNode } from './object-node.ts';

/** In the order of `GEOMETRY_TYPES`. */
const TYPES = [
  GeometryType.Point, GeometryType.MultiPoint, GeometryType.LineString, GeometryType.MultiLineString, GeometryType.Polygon,
  GeometryType.MultiPolygon, GeometryType.GeometryCollection,
];

/** The geometry type of a feature, or of a bare geometry in its place; none if it is null or not a GeoJSON type. */
export function geometryTypeOf(node: ObjectNode): GeometryType {
  const geometry = node.type === FEATURE ? node.children.at(0) : node;
  if (geometry === undefined || geometry.type < 0 || geometry.type > GEOMETRY_COLLECTION) return GeometryType.None;
  return TYPES[geometry.type];
}
