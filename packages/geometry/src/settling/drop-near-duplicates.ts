import { Ground } from '../ground.ts';
import type { Findings } from '../layer/findings.ts';
import type { Layer, Patch } from '../layer/layer.ts';
import { nearDuplicates } from '../layer/near-duplicates.ts';
import { PatchBuilder } from '../layer/patch.ts';
import { vertexRange } from '../layer/vertex-range.ts';
import { examineAlone } from '../lone-features.ts';
import type { ExaminationOptions } from '../options.ts';

/**
 * Empties the features that repeat an earlier one within the snap distance; null if there are none. This must happen before
 * matching, which would pull the borders of nearly identical copies to and fro and might leave one of them as a needle. No later step sees
 * their rings, so the faults of these are found here.
 */
export function dropNearDuplicates(layer: Layer, options: ExaminationOptions, snapDistance: number): { patch: Patch; findings: Findings } | null {
  if (options.overlaps === 'keep' || !(snapDistance > 0)) return null;
  const lands = new Map<number, number>();
  const landOf = (feature: number): number => {
    const land = lands.get(feature) ?? examineAlone(layer, [feature], options).lands[0];
    lands.set(feature, land);
    return land;
  };
  const duplicates = nearDuplicates(layer, new Ground(options.units), snapDistance, landOf);
  if (duplicates.length === 0) return null;
  const patch = new PatchBuilder(layer.z !== null, layer.m !== null, 0);
  const alone = examineAlone(layer, duplicates.map(({ feature }) => feature), options);
  const { findings } = alone;
  for (const [i, { feature, first }] of duplicates.entries()) {
    const [vertex] = vertexRange(layer, feature);
    findings.add({ kind: 'duplicate-feature', feature, other: first, x: layer.xy[2 * vertex], y: layer.xy[2 * vertex + 1], measure: alone.lands[i], action: 'geometry-emptied' });
    patch.beginFeature(feature);
  }
  return { patch: patch.finish(), findings: findings.finish(false) };
}
