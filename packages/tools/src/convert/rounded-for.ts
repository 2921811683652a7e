import type { FormatName, Loss } from '@geoinsights/contract';
import { roundedCoordinates } from '@geoinsights/formats';
import type { FeatureDataset, FeatureLayer } from '@geoinsights/formats';
import type { Layer } from '@geoinsights/geometry';
import { withGeometries, withLayers } from '../features/derived-layers.ts';
import { gatherGeometry } from '../features/gather-geometry.ts';
import { typesLeft } from '../features/geometry-types.ts';
import { roundGeometry } from '../features/round-geometry.ts';
import type { Derived } from '../features/run-on-each.ts';
import { inSystemOf } from '../features/target-system.ts';

/** A dataset in the system of its new format, rounded there by the kernel: rounding each coordinate by itself would make borders cross. */
export async function roundedFor(format: FormatName, source: FeatureDataset, decimals: number, file: string, onProgress: (share: number, stage: string) => void): Promise<Derived> {
  const { dataset, losses: ofSystem } = await inSystemOf(format, source, file);
  const losses: Loss[] = [];
  const layers: FeatureLayer[] = [];
  for (const layer of dataset.layers) {
    const { geometry, types } = await gatherGeometry(layer, (share) => onProgress(share, `Rounding ${layer.name}`));
    const rounded = roundGeometry(geometry, decimals, layer.name, file);
    // A writer only reports what it rounded itself; the KML writer reports the decimals in any case.
    if (format === 'geojson' && isMoved(geometry, rounded.geometry)) losses.push(roundedCoordinates(layer.name, decimals));
    losses.push(...rounded.losses);
    layers.push(withGeometries(layer, rounded.geometry, typesLeft(geometry, rounded.geometry, types)));
  }
  return { dataset: withLayers(dataset, layers), losses: () => [...ofSystem(), ...losses] };
}

function isMoved({ xy: before }: Layer, { xy: after }: Layer): boolean {
  return before.length !== after.length || after.some((value, at) => !Object.is(value, before[at]));
}
