import type { ChangedFeatures } from '../layer/changed-features.ts';
import type { FindingList } from '../layer/finding-list.ts';
import type { Layer, Patch } from '../layer/layer.ts';
import type { PlacedFeature } from '../layer/neighbourhood.ts';
import type { Tolerances } from '../options.ts';

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
}
