export { PartKind } from './layer.ts';
export type { Layer, Patch } from './layer.ts';
