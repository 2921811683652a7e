import { applyWithOrigins } from '../layer/apply-patch.ts';
import { FindingList } from '../layer/finding-list.ts';
import type { Layer } from '../layer/layer.ts';
import type { Origins } from '../layer/origins.ts';
import type { Tolerances } from '../options.ts';
import type { Found } from './begin-repair.ts';

/** A layer that is examined whole, on its way from what was given to what is settled. */
export interface RepairState {
  /** The layer as given. */
  readonly given: Layer;
  current: Layer;
  /** Where everything in the current layer is in the given one; null while nothing has changed. */
  origins: Origins | null;
  tolerances: Tolerances;
  readonly findings: FindingList;
  /** 1 for each feature that has changed. */
  readonly changed: Uint8Array;
}

export function startingWith(layer: Layer, tolerances: Tolerances): RepairState {
  return { given: layer, current: layer, origins: null, tolerances, findings: new FindingList(), changed: new Uint8Array(layer.featureOffsets.length - 1) };
}

/** Applies a patch to the current layer, and adds its findings. */
export function take(state: RepairState, { patch, findings }: Found): void {
  const { layer, origins } = applyWithOrigins(state.current, patch, state.origins);
  state.current = layer;
  state.origins = origins;
  state.findings.addAll(findings);
  for (const feature of patch.features) state.changed[feature] = 1;
}
