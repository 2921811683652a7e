import { statedSystem, systemGiven } from '@geoinsights/crs';
import type { CoordinateReferenceSystem, FeatureDataset, FeatureLayer } from '@geoinsights/formats';

/** A system as somebody names it. @throws ProblemError crs-not-known, crs-ambiguous */
export function systemCalled(name: string): CoordinateReferenceSystem {
  return statedSystem(systemGiven(name));
}

/**
 * The layers in the system that their owner says they are in, where the file does not say one that is known. What a file says
 * is never overruled: a wrong word here would move land.
 */
export function inStatedSystem(dataset: FeatureDataset, from: string | undefined): FeatureDataset {
  if (from === undefined) return dataset;
  const crs = systemCalled(from);
  return { ...dataset, layers: dataset.layers.map((layer): FeatureLayer => (isKnown(layer.crs) ? layer : { ...layer, crs })) };
}

/** Whether a file says which system its coordinates are in. */
export function isKnown({ code, wkt }: CoordinateReferenceSystem): boolean {
  return code !== null || wkt !== undefined;
}
