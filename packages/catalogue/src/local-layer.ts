// A separate entry (`@geoinsights/catalogue/local-layer`): threads that draw need no code for publishing.
export { Drawing } from './local-layer/draw.ts';
export type { Picture } from './local-layer/picture.ts';
export { findFeatures } from './local-layer/find.ts';
export { LocalLayer, openLocalLayer } from './local-layer/open.ts';
export type { View } from './local-layer/placement.ts';
export { ShapeKind } from './local-layer/store.ts';
export type { Attributes, GeographicExtent } from './local-layer/source.ts';
export { writeLocalLayer } from './local-layer/write.ts';
