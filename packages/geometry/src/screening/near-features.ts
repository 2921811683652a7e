import { startExamination } from '../examination.ts';
import { Ground } from '../ground.ts';
import { FindingList } from '../layer/finding-list.ts';
import type { Findings } from '../layer/findings.ts';
import type { Layer } from '../layer/layer.ts';
import type { CoordinateUnits } from '../options.ts';
import { BorderNetwork } from './border-network.ts';
import { openSegmentsOf } from './border-segments.ts';
import { pairSegments } from './pairing.ts';

/** The search stops after asking this often whether enough is found, which is a few seconds. */
const MOST_CHECKS = 400;

/**
 * Borders of different features closer than the snap distance, for a layer in which too many lie side by side to be matched: one place for each
 * feature. In a crowd in which even this takes too long, the search ends with what it has found.
 */
export function findNearFeatures(layer: Layer, snapDistance: number, units: CoordinateUnits): Findings {
  const { prepared } = startExamination(layer);
  const paired = pairSegments(prepared, new Uint8Array(prepared.changed.length), null);
  const borders = openSegmentsOf(paired, () => true);
  const withBorders = new Set(borders.feature).size;
  const near = new FindingList();
  let checks = 0;
  new BorderNetwork([borders], () => true, new Ground(units)).markNear(
    snapDistance,
    new Uint8Array(prepared.changed.length),
    () => near.count === withBorders || ++checks > MOST_CHECKS,
    (feature, other, x, y) => near.add({ kind: 'near-edge', feature, other, x, y, action: 'reported' }),
  );
  return near.finish(false);
}
