import { changesOf } from '../layer/changed-features.ts';
import type { ChangedFeatures } from '../layer/changed-features.ts';
import type { FindingList } from '../layer/finding-list.ts';
import type { Layer, Patch } from '../layer/layer.ts';
import type { PlacedFeature } from '../layer/neighbourhood.ts';
import type { Origins } from '../layer/origins.ts';
import { patchBetween } from '../layer/patch.ts';
import type { Tolerances } from '../options.ts';
import type { BorderSegments } from '../screening/border-segments.ts';
import { once } from './once.ts';

/** The result of settling a layer. */
export interface SettledLayer {
  /** False if nothing was ever changed. */
  readonly isChanged: boolean;
  /** The features that differ from the original; null if none does. */
  readonly changes: () => ChangedFeatures | null;
  /** The same as a patch in memory. */
  readonly patch: () => Patch | null;
  /** The layer after the patch. */
  readonly whole: () => Layer;
  /** A feature after the patch. */
  readonly placed: (feature: number) => PlacedFeature;
  readonly isEmpty: (feature: number) => boolean;
  readonly findings: FindingList;
  readonly remaining: FindingList;
  readonly isSettled: boolean;
  readonly tolerances: Tolerances;
  /** The open borders of the layer after the patch, each segment once; null if the last round did not ask for them. */
  readonly openBorders: readonly BorderSegments[] | null;
}

/** A layer that was settled in memory. */
export interface SettledInMemory {
  readonly given: Layer;
  readonly current: Layer;
  /** Where everything in the current layer is in the given one; null if nothing was ever changed. */
  readonly origins: Origins | null;
  /** 1 for each feature that may differ. */
  readonly changed: Uint8Array;
}

export function settledInMemory({ given, current, origins, changed }: SettledInMemory, rest: Pick<SettledLayer, 'findings' | 'remaining' | 'isSettled' | 'tolerances' | 'openBorders'>): SettledLayer {
  const patch = once(() => (origins === null ? null : patchBetween(given, current, origins, changed)));
  return {
    ...rest,
    isChanged: origins !== null,
    changes: () => {
      const made = patch();
      return made === null ? null : changesOf(made);
    },
    patch,
    whole: () => current,
    placed: (feature) => ({ layer: current, at: feature, origins }),
    isEmpty: (feature) => current.featureOffsets[feature + 1] === current.featureOffsets[feature],
  };
}
