import { sliceLayer } from './slice-layer.ts';
import { joinLayers } from './join-layers.ts';
import type { FeatureBatch } from '@geoinsights/formats';

/**
 * The marked features of a batch, in order; null if none is marked.
 * @param keep 0 for each feature of the batch that is left out
 * @param first index of the first kept feature in the new layer
 */
export function pickFeatures(batch: FeatureBatch, keep: Uint8Array, first: number): FeatureBatch | null {
  const runs = runsOf(keep);
  if (runs.length === 0) return null;
  if (runs.length === 1 && runs[0].end - runs[0].start === keep.length) return { ...batch, first };
  return {
    first,
    geometry: joinLayers(runs.map(({ start, end }) => sliceLayer(batch.geometry, start, end))),
    types: batch.types.filter((_, feature) => keep[feature] !== 0),
    rows: batch.rows.filter((_, feature) => keep[feature] !== 0),
    ids: batch.ids?.filter((_, feature) => keep[feature] !== 0) ?? null,
  };
}

interface Run {
  readonly start: number;
  readonly end: number;
}

function runsOf(keep: Uint8Array): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < keep.length; at++) {
    if (keep[at] === 0) continue;
    const start = at;
    while (at < keep.length && keep[at] !== 0) at++;
    runs.push({ start, end: at });
  }
  return runs;
}
