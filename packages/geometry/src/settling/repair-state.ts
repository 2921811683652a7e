import { applyInPlace, applyWithOrigins } from '../layer/apply-patch.ts';
import { FindingList } from '../layer/finding-list.ts';
import type { Layer, Patch } from '../layer/layer.ts';
import type { Origins } from '../layer/origins.ts';
import { PatchBuilder } from '../layer/patch.ts';
import type { PlacedFeatures } from '../layer/placed-features.ts';
import { featuresWithout, withEmptied, withoutGeometry } from '../layer/without-geometry.ts';
import type { Tolerances } from '../options.ts';
import type { Found } from './begin-repair.ts';

/** A layer that is examined whole, on its way from what was given to what is settled. */
export interface RepairState {
  /** The layer as given. */
  readonly given: Layer;
  /** Shares the arrays of the given layer as long as there are no origins. */
  current: Layer;
  /** Where everything in the current layer is in the given one; null as long as it is in the same place. */
  origins: Origins | null;
  /** The features emptied while there were no origins, ascending; see `withoutGeometry`. */
  emptied: Int32Array;
  tolerances: Tolerances;
  readonly findings: FindingList;
  /** 1 for each feature that has changed. */
  readonly changed: Uint8Array;
}

export function startingWith(layer: Layer, tolerances: Tolerances): RepairState {
  return { given: layer, current: layer, origins: null, emptied: new Int32Array(0), tolerances, findings: new FindingList(), changed: new Uint8Array(layer.featureOffsets.length - 1) };
}

export function isChanged({ origins, emptied }: RepairState): boolean {
  return origins !== null || emptied.length > 0;
}

/** The features of the current layer. */
export function currentFeatures({ given, current, origins, emptied }: RepairState): Layer | PlacedFeatures {
  return origins === null && emptied.length > 0 ? featuresWithout(given, emptied) : current;
}

/** Applies a patch to the current layer, which others may still use, and adds its findings. */
export function take(state: RepairState, found: Found): void {
  const { current, origins } = state;
  if (origins === null) apply(state, found.patch);
  else ({ layer: state.current, origins: state.origins } = applyWithOrigins(current, found.patch, origins));
  note(state, found);
}

/** Like `take`, but nobody else uses the current layer. It is not copied if features are only emptied. */
export function takeAtStart(state: RepairState, found: Found): void {
  if (state.origins === null && found.patch.sourcePart.length === 0) {
    state.emptied = sortedTogether(state.emptied, found.patch.features);
    state.current = withoutGeometry(state.given, state.emptied);
  } else apply(state, found.patch);
  note(state, found);
}

/** Applies a patch to the current layer, which nobody else uses. Its arrays are reused, unless they are those of the given layer. */
export function apply(state: RepairState, patch: Patch): void {
  const { given, current, origins, emptied } = state;
  ({ layer: state.current, origins: state.origins } = origins === null ? applyWithOrigins(given, withEmptied(patch, emptied), null) : applyInPlace(current, patch, origins));
}

/** The state with a current layer that may be used outside the repair. */
export function finished(state: RepairState): RepairState {
  if (state.origins === null && state.emptied.length > 0) apply(state, new PatchBuilder(state.given.z !== null, state.given.m !== null, 0).finish());
  return state;
}

function note({ findings, changed }: RepairState, { patch, findings: found }: Found): void {
  findings.addAll(found);
  for (const feature of patch.features) changed[feature] = 1;
}

function sortedTogether(some: Int32Array, others: Int32Array): Int32Array {
  const all = new Int32Array(some.length + others.length);
  all.set(some);
  all.set(others, some.length);
  return all.sort();
}
