import type { FormatName, Loss } from '@geoinsights/contract';
import { descriptionOf, heightSystemLosses, type FeatureDataset, type FeatureLayer } from '@geoinsights/formats';
import { inDegrees, noDegrees } from './degrees.ts';
import { systemCalled } from './called-system.ts';

/** A dataset in a system that the target format supports, and notes on the transformation. */
interface InTargetSystem {
  readonly dataset: FeatureDataset;
  /** Complete only once the layers have been read. */
  readonly losses: () => Loss[];
}

/**
 * Transforms the layers into a system that the format supports: KML and GeoJSON have one, the others accept any.
 * The library of projections is loaded only if there is something to transform.
 *
 * @param file the name of the dataset in messages
 * @throws ProblemError crs-needed if a system must be known and is not
 */
export async function inSystemOf(format: FormatName, dataset: FeatureDataset, file: string): Promise<InTargetSystem> {
  const { system, heightSystem } = descriptionOf(format).holds;
  if (system === null) return { dataset, losses: NO_LOSSES };
  const fixed = systemCalled(system);
  const losses: Loss[] = [];
  const ofReading: (() => Loss[])[] = [];
  const layers: FeatureLayer[] = [];
  for (const layer of dataset.layers) {
    losses.push(...heightSystemLosses(layer, heightSystem));
    if (layer.crs.code === system || layer.crs.code === 'OGC:CRS84') {
      layers.push(inDegrees(layer, noDegrees(file, layer.crs.name)));
      continue;
    }
    const { layerIn } = await import('./moved-layer.ts');
    const moved = layerIn(layer, fixed, file);
    if (moved.description !== null) losses.push({ code: 'system-changed', layer: layer.name, field: null, count: null, text: `${moved.isMoved ? 'Its coordinates were transformed' : 'It has another reference system now'}, as the format requires. ${moved.description}` });
    ofReading.push(moved.lossesOfPlace);
    layers.push(moved.layer);
  }
  return { dataset: { ...dataset, layers }, losses: () => [...losses, ...ofReading.flatMap((lost) => lost())] };
}

const NO_LOSSES = (): Loss[] => [];
