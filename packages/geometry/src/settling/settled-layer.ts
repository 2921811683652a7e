import type { ChangedFeatures } from '../layer/changed-features.ts';
import type { FindingList } from '../layer/finding-list.ts';
import type { Layer, Patch } from '../layer/layer.ts';
import type { PlacedFeature } from '../layer/neighbourhood.ts';
import type { Tolerances } from '../options.ts';

/** What came of a layer. */
export interface SettledLayer {
  /** False where nothing was ever changed. */
  readonly isChanged: boolean;
  /** The features that differ from what they were; null where none does. */
  readonly changes: () => ChangedFeatures | null;
  /** The same, at once. */
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
