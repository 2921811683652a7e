import type { CoveredTopology } from '../faces/arranged-topology.ts';
import { bordersOf } from './changes.ts';
import { RegionTracer } from './rebuild.ts';
import type { TracedPart } from './rebuild.ts';

/**
 * Traces the regions of some features, in their order.
 *
 * @param isWanted for each feature whether it is traced.
 * @param isInserted 1 for vertices that are left out of rings that do not need them.
 * @param visit its rings are valid until it returns.
 */
export function traceWanted(covered: CoveredTopology, isWanted: Uint8Array, isInserted: Uint8Array, visit: (feature: number, traced: readonly TracedPart[]) => void): void {
  const { offsets, borders } = bordersOf(isWanted, covered.edges, covered.arrangement, covered.coverage);
  const tracer = new RegionTracer(covered, isInserted);
  for (let feature = 0; feature < isWanted.length; feature++) {
    if (isWanted[feature] === 1) visit(feature, tracer.trace(feature, borders.subarray(offsets[feature], offsets[feature + 1])));
  }
}
