import { PartKind } from '@geoinsights/geometry/layer';
import type { LayerBuilder } from './layer-builder.ts';
import { readHeader, WkbType } from './wkb.ts';
import type { WkbGeometry } from './wkb.ts';

/**
 * The geometries that are parts of a layer, in byte order: single points, lines and polygons, and whole MultiPoints. A geometry
 * without any vertex is not a part. Opening and writing both count parts by this one rule.
 */
export function* partsOf(geometry: WkbGeometry): Generator<WkbGeometry> {
  switch (geometry.type) {
    case WkbType.Point:
    case WkbType.LineString:
    case WkbType.Polygon:
      if (geometry.runs.some(({ count }) => count > 0)) yield geometry;
      break;
    case WkbType.MultiPoint:
      if (geometry.points.length > 0) yield geometry;
      break;
    case WkbType.MultiLineString:
    case WkbType.MultiPolygon:
    case WkbType.GeometryCollection:
      for (const member of geometry.members) yield* partsOf(member);
      break;
  }
}

/** The part kind of a geometry or of its members; null for a collection, which has no single kind. */
export function partKindOf(type: WkbType): PartKind | null {
  switch (type) {
    case WkbType.Point:
    case WkbType.MultiPoint:
      return PartKind.Point;
    case WkbType.LineString:
    case WkbType.MultiLineString:
      return PartKind.Line;
    case WkbType.Polygon:
    case WkbType.MultiPolygon:
      return PartKind.Polygon;
    case WkbType.GeometryCollection:
      return null;
  }
}

/** Appends the parts of a geometry to the current feature. */
export function addParts(layer: LayerBuilder, view: DataView, geometry: WkbGeometry): void {
  for (const part of partsOf(geometry)) {
    if (part.type === WkbType.MultiPoint) {
      for (const offset of part.points) {
        const header = readHeader(view, offset);
        layer.addVertices(view, header.bodyStart, 1, header);
      }
      layer.endRing();
    } else {
      for (const run of part.runs) {
        layer.addVertices(view, run.offset, run.count, part);
        layer.endRing();
      }
    }
    const kind = partKindOf(part.type);
    if (kind !== null) layer.endPart(kind);
  }
}
