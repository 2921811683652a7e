import { patchOf } from '../layer/changed-features.ts';
import { FindingList } from '../layer/finding-list.ts';
import type { Layer } from '../layer/layer.ts';
import { applyPatch } from '../layer/apply-patch.ts';
import { EditedLayer } from '../layer/edited-layer.ts';
import { MemorySpool } from '../layer/spool.ts';
import { settlePiecewise } from '../pieces/piecewise.ts';
import type { PieceBatch, PieceSizes } from '../pieces/piecewise.ts';
import type { RepairOptions } from '../repair-options.ts';
import { resolveTolerances } from '../tolerances.ts';
import { beginRepair, raise } from './begin-repair.ts';
import type { Found } from './begin-repair.ts';
import { once } from './once.ts';
import { roundsOfShare } from './progress.ts';
import type { SettledLayer } from './settled-layer.ts';

/** Repairs a layer piece by piece. Null if the pieces do not settle or the layer cannot be cut: it must then be examined whole, from the start. */
export function* settleCutLayer(layer: Layer, options: RepairOptions, pieceSizes: PieceSizes, report: (rounds: number) => void): Generator<PieceBatch, SettledLayer | null> {
  const edited = new EditedLayer(layer, options.spool ?? new MemorySpool());
  const findings = new FindingList();
  const state = {
    edited,
    findings,
    tolerances: resolveTolerances(layer, options),
    whole: () => edited.whole(),
    features: () => edited,
    take: (found: Found): void => {
      edited.take(found.patch);
      findings.addAll(found.findings);
    },
    isChanged: () => edited.isEdited,
  };
  beginRepair(state, options);
  options.onTolerances?.(state.tolerances);
  edited.forgetWhole();
  const openBorders = yield* settlePiecewise(state, options, pieceSizes, (tolerances) => raise(tolerances, edited, options), (share) => report(roundsOfShare(share)));
  if (openBorders === null) return null;
  const changes = once(() => edited.changes());
  const patch = once(() => {
    const changed = changes();
    return changed === null ? null : patchOf(changed, layer.z !== null, layer.m !== null);
  });
  const whole = once(() => {
    const changed = patch();
    return changed === null ? layer : applyPatch(layer, changed);
  });
  return {
    isChanged: edited.isEdited,
    changes,
    patch,
    whole,
    placed: edited.placed,
    isEmpty: edited.isEmpty,
    findings,
    remaining: new FindingList(),
    isSettled: true,
    tolerances: state.tolerances,
    openBorders,
  };
}
