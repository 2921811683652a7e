import { LayerBuilder } from '../layer/layer-builder.ts';
import { PartKind } from '../layer/layer.ts';
import type { Layer } from '../layer/layer.ts';

/** The polygons of some features, followed by those of a whole area as one more feature. Points and lines are left out. */
export interface PolygonLayer {
  readonly layer: Layer;
  /** The index of the feature that is the area. */
  readonly areaFeature: number;
}

/** @param features which of the layer. */
export function polygonLayer(area: Layer, layer: Layer, features: Int32Array): PolygonLayer {
  const builder = new LayerBuilder(layer.z !== null, layer.m !== null);
  for (const feature of features) addPolygons(builder, layer, layer.featureOffsets[feature], layer.featureOffsets[feature + 1]);
  addPolygons(builder, { ...area, z: null, m: null }, 0, area.partKinds.length);
  return { layer: builder.finish(), areaFeature: features.length };
}

function addPolygons(builder: LayerBuilder, layer: Layer, first: number, end: number): void {
  for (let part = first; part < end; part++) if (layer.partKinds[part] === PartKind.Polygon) builder.addPart(layer, part);
  builder.endFeature();
}
