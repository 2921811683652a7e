export { PlainPolygons } from './plain-polygons.ts';
export type { FeatureRings } from './plain-polygons.ts';
