import { findingOfKept } from '../decisions/finding-of-kept.ts';
import { findingAt, FindingList } from '../layer/finding-list.ts';
import { FINDING_KINDS, OVERLAP_KINDS } from '../layer/findings.ts';
import type { Findings } from '../layer/findings.ts';
import { pairKey } from '../layer/left-earlier.ts';
import type { CommonLand } from './common-land.ts';

/** Reports each overlap that is kept. */
export function reportKept(kept: readonly CommonLand[], findings: FindingList): void {
  for (const { feature, other, featureArea, otherArea, area, x, y } of kept) findings.add(findingOfKept({ features: [feature, other], featureAreas: [featureArea, otherArea], area, x, y }));
}

/** The pairs of features that are told to overlap, for `withoutPairs`. */
export function pairsOf(told: readonly CommonLand[]): ReadonlySet<string> {
  return new Set(told.map(pairKey));
}

/** Findings without overlaps of features that are told to overlap anyway: where they do so by less than the snap distance, too, they are told once. */
export function withoutPairs(findings: Findings, told: ReadonlySet<string>): Findings {
  const list = new FindingList();
  list.addSome(findings, (feature, _action, kind, i) => !OVERLAP_KINDS.has(FINDING_KINDS[kind]) || !told.has(pairKey({ feature, other: findings.other[i] })));
  return list.finish(false);
}

/**
 * Corrects what was told of overlaps at first: those that are gone were given away. Where a border was matched with that of a third feature,
 * a narrow overlap beside it may close as well.
 */
export function tellGone(findings: FindingList, gone: ReadonlySet<string>): void {
  if (gone.size === 0) return;
  const told = findings.finish(false);
  findings.clear();
  for (let i = 0; i < told.count; i++) {
    const finding = findingAt(told, i);
    const isGone = finding.action === 'reported' && OVERLAP_KINDS.has(finding.kind) && gone.has(pairKey(finding));
    findings.add(isGone ? { ...finding, action: 'overlap-assigned' } : finding);
  }
}
