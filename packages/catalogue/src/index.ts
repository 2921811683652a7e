export { openLocalLayer } from './local-layer/open.ts';
export type { LocalLayer } from './local-layer/open.ts';
export type { Attributes, AttributeValue, GeographicExtent, LocalLayerSource } from './local-layer/source.ts';
export { writeLocalLayer } from './local-layer/write.ts';
export { SEED_LAYER_GROUPS } from './seed.ts';
