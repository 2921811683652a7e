import type { Loss } from '@geoinsights/contract';
import { statedSystem, systemGiven } from '@geoinsights/crs';
import type { CoordinateReferenceSystem, FeatureDataset, FeatureLayer } from '@geoinsights/formats';

/** A reference system by name. @throws ProblemError crs-not-known, crs-ambiguous */
export function systemCalled(name: string): CoordinateReferenceSystem {
  return statedSystem(systemGiven(name));
}

/** Says of a system with heights that was asked for that the result is in the one without: a transformation takes no heights along. */
export function withoutHeights(wanted: string, layer: string): Loss[] {
  const { code, name } = systemGiven(wanted);
  const given = systemCalled(wanted);
  return code === given.code ? [] : [{ code: 'system-changed', layer, field: null, count: null, text: `"${layer}" is in ${given.code}, which has no heights, in place of ${code} (${name}): heights are not transformed.` }];
}

/**
 * Assigns the system that the owner states, if the file does not state a known one. A file's own statement is never overruled: a
 * wrong answer here would move land.
 */
export function inStatedSystem(dataset: FeatureDataset, from: string | undefined): FeatureDataset {
  if (from === undefined) return dataset;
  const crs = systemCalled(from);
  const layers = dataset.layers.map((layer): FeatureLayer => (isKnown(layer.crs) ? layer : { ...layer, crs }));
  const notes = dataset.notes.map((note) => (note.code === 'crs-missing' ? { ...note, text: note.text.replace(/Its coordinates were taken for .*$/, `Its coordinates were read as ${crs.name}, which was given as the reference system of the files.`) } : note));
  return { ...dataset, layers, notes };
}

/** Whether a file states the system of its coordinates. */
export function isKnown({ code, wkt }: CoordinateReferenceSystem): boolean {
  return code !== null || wkt !== undefined;
}
