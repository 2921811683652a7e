export { densify } from './densify.ts';
export type { DensifyOptions } from './densify.ts';
export type { TransformPlaces } from './edge-curve.ts';
