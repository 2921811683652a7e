import { PartKind } from '@geoinsights/geometry/layer';
import type { LayerBuilder } from './layer-builder.ts';
import { LINE_STRING, MULTI_LINE_STRING, MULTI_POINT, POINT, POLYGON } from './names.ts';

/**
 * Makes rings and parts from the coordinates read, now that the type is certain.
 * @param start where the coordinates lie in the file; likewise `end`
 * @param firstVertex of the geometry; likewise `firstRing`
 */
export function endGeometry(builder: LayerBuilder, type: number, start: number, end: number, firstVertex: number, firstRing: number): void {
  const { places } = builder;
  if (type === POINT || type === MULTI_POINT || type === LINE_STRING) {
    if (type === POINT) {
      places?.setRing(builder.rings, start, end);
      builder.endRing();
    }
    if (builder.vertices === firstVertex) builder.rings = firstRing;
    else builder.endPart(type === LINE_STRING ? PartKind.Line : PartKind.Point);
  } else if (type === MULTI_LINE_STRING) {
    builder.endPartForEachRing(firstRing, PartKind.Line);
  } else if (type === POLYGON && builder.rings > firstRing) {
    places?.setPart(builder.parts, start, end);
    builder.endPart(PartKind.Polygon);
  }
}
