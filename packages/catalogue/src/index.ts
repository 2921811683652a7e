export { Drawing } from './local-layer/draw.ts';
export type { Picture } from './local-layer/draw.ts';
export { LocalLayer, openLocalLayer } from './local-layer/open.ts';
export type { View } from './local-layer/placement.ts';
export type { Attributes, AttributeValue, GeographicExtent, LocalLayerSource } from './local-layer/source.ts';
export { writeLocalLayer } from './local-layer/write.ts';
export { SEED_LAYER_GROUPS } from './seed.ts';
