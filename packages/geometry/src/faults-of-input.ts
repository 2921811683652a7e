import { prepare } from './edges/prepare.ts';
import { featureGroups } from './layer/feature-groups.ts';
import { FindingList } from './layer/finding-list.ts';
import { FINDING_ACTIONS, FINDING_KINDS } from './layer/findings.ts';
import type { FindingKind, Findings } from './layer/findings.ts';
import type { Layer } from './layer/layer.ts';
import { extractFeatures } from './layer/neighbourhood.ts';
import type { CoordinateUnits } from './options.ts';
import { markComplexFeatures } from './screening/simple-features.ts';
import { SharedLand } from './shared-land.ts';

/** Faults of the rings of one feature, for which GEOS and programs that use it refuse a polygon. Some only arise when its borders are matched with those of others. */
const FAULTS_OF_RINGS: ReadonlySet<FindingKind> = new Set(['spike', 'self-intersection', 'ring-overlap', 'hole-outside-shell', 'duplicate-ring']);

const OVERLAP = FINDING_KINDS.indexOf('overlap');

/**
 * The findings as the input has them, without those that only arose through matching: rings that were valid are not reported as crossing
 * themselves, and features without common land not as overlapping. If no other finding names the feature, it is reported as matched
 * (`near-edge`) instead, since it changes.
 *
 * @param layer the input
 */
export function faultsOfInput(layer: Layer, findings: Findings, units: CoordinateUnits): Findings {
  const isOfMatching = madeByMatching(layer, findings, units);
  if (isOfMatching === null) return findings;
  const kept = new FindingList();
  kept.addSome(findings, (_feature, _action, _kind, i) => isOfMatching[i] === 0);
  const named = new Set<number>();
  for (let i = 0; i < findings.count; i++) if (isOfMatching[i] === 0) named.add(findings.feature[i]).add(findings.other[i]);
  for (let i = 0; i < findings.count; i++) {
    const feature = findings.feature[i];
    if (isOfMatching[i] === 0 || named.has(feature)) continue;
    named.add(feature);
    kept.add({ kind: 'near-edge', feature, other: findings.other[i], x: findings.xy[2 * i], y: findings.xy[2 * i + 1], action: FINDING_ACTIONS[findings.action[i]] === 'reported' ? 'reported' : 'vertex-moved' });
  }
  return kept.finish(false);
}

/** 1 for each finding that only arose through matching; null if there are none. */
function madeByMatching(layer: Layer, findings: Findings, units: CoordinateUnits): Uint8Array | null {
  const suspects = new Set<number>();
  for (let i = 0; i < findings.count; i++) if (FAULTS_OF_RINGS.has(FINDING_KINDS[findings.kind[i]])) suspects.add(findings.feature[i]);
  const sound = suspects.size === 0 ? suspects : soundAmong(layer, suspects);
  const sharedLand = new SharedLand(layer, units);
  let isOfMatching: Uint8Array | null = null;
  for (let i = 0; i < findings.count; i++) {
    const { kind: { [i]: kind }, feature: { [i]: feature }, other: { [i]: other } } = findings;
    const isMade = kind === OVERLAP ? !sharedLand.isBetween(feature, other) : sound.has(feature) && FAULTS_OF_RINGS.has(FINDING_KINDS[kind]);
    if (isMade) (isOfMatching ??= new Uint8Array(findings.count))[i] = 1;
  }
  return isOfMatching;
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
