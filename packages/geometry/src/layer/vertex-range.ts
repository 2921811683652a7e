import type { Layer } from './layer.ts';

/** The vertices of a feature: the first, and the one after the last. */
export function vertexRange({ ringOffsets, partOffsets, featureOffsets }: Layer, feature: number): [number, number] {
  return [ringOffsets[partOffsets[featureOffsets[feature]]], ringOffsets[partOffsets[featureOffsets[feature + 1]]]];
}

export function vertexCountOf(layer: Layer, feature: number): number {
  const [first, end] = vertexRange(layer, feature);
  return end - first;
}
