import { ProblemError } from '@geoinsights/contract/errors';
import { statedSystem, systemNamed, systemsLike } from '@geoinsights/crs';
import type { CoordinateReferenceSystem, FeatureDataset, FeatureLayer } from '@geoinsights/formats';

/** A system as somebody names it. @throws ProblemError crs-not-known */
export function systemCalled(name: string): CoordinateReferenceSystem {
  const system = systemNamed(name);
  if (system !== null) return statedSystem(system);
  const like = systemsLike(name);
  throw new ProblemError('crs-not-known', { crs: name, like: like.length === 0 ? '' : ` It could be ${like.map(({ code, name: full }) => `${code} (${full})`).join(', ')}.` });
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
