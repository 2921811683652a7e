import type { Layer } from '@geoinsights/geometry';

/** The feature that a vertex belongs to. */
export function featureOfVertex({ ringOffsets, partOffsets, featureOffsets }: Pick<Layer, 'ringOffsets' | 'partOffsets' | 'featureOffsets'>, vertex: number): number {
  return featureOffsets.findIndex((_, feature) => feature + 1 < featureOffsets.length && vertex < ringOffsets[partOffsets[featureOffsets[feature + 1]]]);
}
