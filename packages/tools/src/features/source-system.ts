import type { Loss, ToolReport } from '@geoinsights/contract';
import { identifySystem, nationalSystemCalled, systemGiven } from '@geoinsights/crs';
import { notesAsStated } from '@geoinsights/formats';
import type { CoordinateReferenceSystem, FeatureDataset, FeatureLayer } from '@geoinsights/formats';
import { systemCalled } from './called-system.ts';

/** Notes, if a system with heights was requested, that the result is in the one without: heights are not transformed. */
export function withoutHeights(wanted: string, layer: string): Loss[] {
  if (nationalSystemCalled(wanted) !== null) return [];
  const { code, name } = systemGiven(wanted);
  const given = systemCalled(wanted);
  return code === given.code ? [] : [{ code: 'system-changed', layer, field: null, count: null, text: `"${layer}" is in ${given.code}, which has no heights, instead of ${code} (${name}): heights are not transformed.` }];
}

/**
 * Assigns the system that the owner states, if the file does not state a known one. A file's own statement is never overruled: a
 * wrong answer here would move land.
 */
export function inStatedSystem(dataset: FeatureDataset, from: string | undefined): FeatureDataset {
  if (from === undefined) return dataset;
  const crs = systemCalled(from);
  const layers = dataset.layers.map((layer): FeatureLayer => (isKnown(layer.crs) ? layer : { ...layer, crs }));
  return { ...dataset, layers, notes: notesAsStated(dataset.notes, crs.name) };
}

/**
 * Notes that the system that the owner stated for files without one was not used, since all files state their own.
 * @param datasets as they were read
 */
export function unusedSystemNote(from: string | undefined, datasets: readonly Pick<FeatureDataset, 'layers'>[]): ToolReport['notes'] {
  const layers = datasets.flatMap((dataset) => dataset.layers);
  if (from === undefined || layers.length === 0 || layers.some(({ crs }) => !isKnown(crs))) return [];
  const { name, code } = systemCalled(from);
  const others = new Map(layers.flatMap(({ crs }) => ((found) => (found === code ? [] : [[crs.name, found]]))(crs.code ?? identifySystem(crs)?.code)));
  if (others.size === 0) return [];
  const [first] = others.keys();
  return [{ code: 'crs-contradicted', text: `${name} was given as the reference system of files that do not state theirs, but was not used: ${others.size === 1 ? `the files state ${first}` : 'all files state theirs'}.` }];
}

/** Whether a file states the system of its coordinates. */
export function isKnown({ code, wkt }: CoordinateReferenceSystem): boolean {
  return code !== null || wkt !== undefined;
}
