import { addTo } from '../arrays/multimap.ts';
import type { Ground } from '../ground.ts';
import { findingAt } from '../layer/finding-list.ts';
import type { FindingList } from '../layer/finding-list.ts';
import type { Findings } from '../layer/findings.ts';

/** Matching moves the place of a gap by up to the snap distance, and so does the pass after it. */
const SNAPS = 2;

/**
 * Adds gaps that an earlier pass left and the last one does not find because the result asks for a smaller gap width than the layer did. They
 * were gaps of that layer and are still there, so a report must not say that all gaps were closed.
 *
 * @param earlier what each earlier pass left, the first one first
 * @param last what the last pass left
 */
export function addEarlierGaps(findings: FindingList, earlier: readonly Findings[], last: Findings, ground: Ground, snapDistance: number): void {
  // A layer may have thousands of gaps, but two features rarely have more than a few between them.
  const known = new Map<string, LeftGap[]>();
  const isSame = (gap: LeftGap, other: LeftGap): boolean => ground.length(gap.x, gap.y, other.x, other.y) <= SNAPS * snapDistance;
  for (const gap of gapsIn(last)) addTo(known, pairOf(gap), gap);
  for (const pass of earlier) {
    for (const gap of gapsIn(pass)) {
      if (known.get(pairOf(gap))?.some((other) => isSame(gap, other)) === true) continue;
      addTo(known, pairOf(gap), gap);
      findings.add(gap);
    }
  }
}

/** The same whichever of the two features is named first. */
function pairOf({ feature, other }: LeftGap): string {
  return `${Math.min(feature, other)} ${Math.max(feature, other)}`;
}

type LeftGap = ReturnType<typeof findingAt>;

/** The gaps that were only reported. */
function gapsIn(findings: Findings): LeftGap[] {
  return Array.from({ length: findings.count }, (_, i) => findingAt(findings, i)).filter(({ kind, action }) => kind === 'gap' && action === 'reported');
}
