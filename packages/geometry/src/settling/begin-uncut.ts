import type { RepairOptions } from '../repair-options.ts';
import { beginRepair } from './begin-repair.ts';
import { currentFeatures, isChanged, takeAtStart } from './repair-state.ts';
import type { RepairState } from './repair-state.ts';

/** The steps before matching, for a layer that is examined whole. */
export function beginUncut(state: RepairState, options: RepairOptions): void {
  beginRepair(
    {
      whole: () => state.current,
      features: () => currentFeatures(state),
      take: (found) => takeAtStart(state, found),
      isChanged: () => isChanged(state),
      get tolerances() {
        return state.tolerances;
      },
      set tolerances(raised) {
        state.tolerances = raised;
      },
    },
    options,
  );
}
