import { prepare } from './edges/prepare.ts';
import { featureGroups } from './layer/feature-groups.ts';
import { FindingList } from './layer/finding-list.ts';
import { FINDING_ACTIONS, FINDING_KINDS } from './layer/findings.ts';
import type { FindingKind, Findings } from './layer/findings.ts';
import type { Layer } from './layer/layer.ts';
import { extractFeatures } from './layer/neighbourhood.ts';
import { markComplexFeatures } from './screening/simple-features.ts';

/** Faults of the rings of one feature, for which GEOS and programs that use it refuse a polygon. Some only arise when its borders are matched with those of others. */
const FAULTS_OF_RINGS: ReadonlySet<FindingKind> = new Set(['spike', 'self-intersection', 'ring-overlap', 'hole-outside-shell', 'duplicate-ring']);

/**
 * The findings without faults of rings that only arose through matching: a feature whose rings were valid in the input must not be
 * reported as crossing itself. If no other finding names the feature, it is reported as matched (`near-edge`) instead, since it changes.
 *
 * @param layer the input
 */
export function faultsOfInput(layer: Layer, findings: Findings): Findings {
  const suspects = new Set<number>();
  for (let i = 0; i < findings.count; i++) if (FAULTS_OF_RINGS.has(FINDING_KINDS[findings.kind[i]])) suspects.add(findings.feature[i]);
  const sound = suspects.size === 0 ? suspects : soundAmong(layer, suspects);
  if (sound.size === 0) return findings;
  const isOfMatching = (feature: number, kind: number): boolean => sound.has(feature) && FAULTS_OF_RINGS.has(FINDING_KINDS[kind]);
  const kept = new FindingList();
  kept.addSome(findings, (feature, _, kind) => !isOfMatching(feature, kind));
  const named = new Set<number>();
  for (let i = 0; i < findings.count; i++) if (!isOfMatching(findings.feature[i], findings.kind[i])) named.add(findings.feature[i]).add(findings.other[i]);
  for (let i = 0; i < findings.count; i++) {
    const feature = findings.feature[i];
    if (!isOfMatching(feature, findings.kind[i]) || named.has(feature)) continue;
    named.add(feature);
    kept.add({ kind: 'near-edge', feature, x: findings.xy[2 * i], y: findings.xy[2 * i + 1], action: FINDING_ACTIONS[findings.action[i]] === 'reported' ? 'reported' : 'vertex-moved' });
  }
  return kept.finish(false);
}

/** The features among the given ones whose rings intersect neither themselves nor each other and are nested correctly. */
function soundAmong(layer: Layer, features: Iterable<number>): Set<number> {
  const sound = new Set<number>();
  for (const group of featureGroups(layer, features)) {
    const isComplex = new Uint8Array(group.length);
    markComplexFeatures(prepare(extractFeatures(layer, Int32Array.from(group)).layer, new FindingList()), isComplex, () => false);
    for (const [i, feature] of group.entries()) if (isComplex[i] === 0) sound.add(feature);
  }
  return sound;
}
