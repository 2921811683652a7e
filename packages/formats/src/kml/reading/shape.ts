import { GeometryType } from '../../features/feature-batch.ts';
import { partsOf, vertexCount, type GeometryElement, type Unusable, type PartElement, type PlacemarkElement } from '../elements.ts';

/** The geometry of a placemark, without what is left out of it. */
export interface Shape {
  readonly type: GeometryType;
  readonly parts: readonly PartElement[];
  readonly leftOut: readonly Unusable[];
}

const SINGLE = { point: GeometryType.Point, line: GeometryType.LineString, polygon: GeometryType.Polygon } as const;
const MULTIPLE = { point: GeometryType.MultiPoint, line: GeometryType.MultiLineString, polygon: GeometryType.MultiPolygon } as const;

/**
 * A collection of one kind is a Multi* of it, even with one member; one of several kinds is a GeometryCollection. Several
 * geometries in a placemark, which KML does not allow, count as a collection.
 */
export function shapeOf(placemark: PlacemarkElement): Shape {
  const { parts, unusable: leftOut } = partsOf(placemark);
  return { type: typeOf(placemark.geometries, parts, leftOut.length > 0), parts, leftOut };
}

function typeOf(geometries: readonly GeometryElement[], parts: readonly PartElement[], isLacking: boolean): GeometryType {
  if (parts.length === 0) return isLacking || geometries.length === 0 ? GeometryType.None : emptyType(geometries);
  const [first] = geometries;
  const [{ element }] = parts;
  if (geometries.length === 1 && first.kind !== 'collection') {
    return first.kind === 'point' && vertexCount(first) > 1 ? GeometryType.MultiPoint : SINGLE[first.kind];
  }
  return parts.every((part) => part.element.kind === element.kind) ? MULTIPLE[element.kind] : GeometryType.GeometryCollection;
}

function emptyType(geometries: readonly GeometryElement[]): GeometryType {
  const [first] = geometries;
  return geometries.length === 1 && first.kind !== 'collection' ? SINGLE[first.kind] : GeometryType.GeometryCollection;
}
