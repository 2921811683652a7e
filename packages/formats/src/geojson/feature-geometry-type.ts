import { GeometryType } from '../features/feature-batch.ts';
import { FEATURE, GEOMETRY_COLLECTION } from './names.ts';
import type { ObjectNode } from './object-node.ts';

/** In the order of `GEOMETRY_TYPES`. */
const TYPES = [
  GeometryType.Point, GeometryType.MultiPoint, GeometryType.LineString, GeometryType.MultiLineString, GeometryType.Polygon,
  GeometryType.MultiPolygon, GeometryType.GeometryCollection,
];

/** The type of the geometry of a feature, or of a geometry that stands for one; none where it is null or of a type that GeoJSON does not have. */
export function geometryTypeOf(node: ObjectNode): GeometryType {
  const geometry = node.type === FEATURE ? node.children.at(0) : node;
  if (geometry === undefined || geometry.type < 0 || geometry.type > GEOMETRY_COLLECTION) return GeometryType.None;
  return TYPES[geometry.type];
}
