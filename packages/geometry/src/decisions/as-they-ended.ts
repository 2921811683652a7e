import { findingAt, FindingList } from '../layer/finding-list.ts';
import { OVERLAP_KINDS } from '../layer/findings.ts';
import { hasPolygons } from '../layer/layer.ts';
import type { Layer } from '../layer/layer.ts';

/**
 * The findings with features that gave all their land away and still have some: where two are the same but for rounding, needles of it are left.
 * Reasons are found by the kind, which stays.
 */
export function asTheyEnded(list: FindingList, after: Layer): FindingList {
  const findings = list.finish(false);
  const ended = new FindingList();
  for (let i = 0; i < findings.count; i++) {
    const finding = findingAt(findings, i);
    const hasLand = finding.action === 'geometry-emptied' && OVERLAP_KINDS.has(finding.kind) && hasPolygons(after, finding.feature);
    ended.add(hasLand ? { ...finding, action: 'overlap-assigned' } : finding);
  }
  return ended;
}
