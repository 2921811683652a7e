import { readFileSync } from 'node:fs';
import { sharedFile } from '../../../testing/shared-data.ts';
import { readCollection } from '../src/geojson/read.ts';
import { applyPatch, repairNow } from '../src/index.ts';
import type { CoordinateUnits, Layer } from '../src/index.ts';
import { dirtyLayer } from './dirty-layers.ts';
import { fieldLayer } from './field-layers.ts';
import { faultsOf } from './judge-layers.ts';
import { layerOf } from './layers.ts';
import { PLANAR } from './planar.ts';

export interface CleanLayer {
  readonly layer: Layer;
  readonly units: CoordinateUnits;
}

/** A small layer that the kernel has repaired and that GEOS finds valid; null if the seed gives none, or one too large to be judged often. */
export function cleanLayer(seed: number): CleanLayer | null {
  const { shapes, options } = seed % 2 === 0 ? dirtyLayer(seed) : fieldLayer(seed);
  const dirty = layerOf(shapes);
  const { patch } = repairNow(dirty, options);
  const layer = patch === null ? dirty : applyPatch(dirty, patch);
  return layer.featureOffsets.length > 40 || layer.xy.length > 4000 || faultsOf(layer).length > 0 ? null : { layer, units: options.units };
}

/** Whether the shared files are next to the project. */
export const hasMunicipalities = sharedFile('data', 'geojs-53-mun.json') !== null;

/** The municipalities of a Brazilian state, in degrees, repaired. */
export function municipalities(state: 32 | 52 | 53): Layer {
  const layer = readCollection(JSON.parse(readFileSync(sharedFile('data', `geojs-${state}-mun.json`) ?? '', 'utf8')));
  const { patch } = repairNow(layer, { ...PLANAR, units: { kind: 'geographic' } });
  return patch === null ? layer : applyPatch(layer, patch);
}
