import type { Ground } from '../ground.ts';
import type { FindingList } from '../layer/finding-list.ts';
import { FINDING_ACTIONS, FINDING_KINDS } from '../layer/findings.ts';
import type { Findings } from '../layer/findings.ts';

/** Matching moves the place of a gap by up to the snap distance, and so does the pass after it. */
const SNAPS = 2;

/**
 * Adds gaps that an earlier pass left and the last one does not find, because the result asks for a smaller gap width than the layer did. They
 * were gaps of that layer, and are still there: nobody may be told that all of them were closed.
 *
 * @param earlier what each earlier pass left, the first one first
 * @param last what the last pass left
 */
export function addEarlierGaps(findings: FindingList, earlier: readonly Findings[], last: Findings, ground: Ground, snapDistance: number): void {
  const known = gapsIn(last);
  for (const pass of earlier) {
    for (const gap of gapsIn(pass)) {
      if (known.some((other) => isSame(gap, other))) continue;
      known.push(gap);
      findings.add('gap', gap.feature, gap.other, gap.x, gap.y, gap.measure, 'reported');
    }
  }

  function isSame(gap: LeftGap, other: LeftGap): boolean {
    const areSamePair = (gap.feature === other.feature && gap.other === other.other) || (gap.feature === other.other && gap.other === other.feature);
    return areSamePair && ground.length(gap.x, gap.y, other.x, other.y) <= SNAPS * snapDistance;
  }
}

interface LeftGap {
  readonly feature: number;
  readonly other: number;
  readonly x: number;
  readonly y: number;
  readonly measure: number;
}

function gapsIn({ count, kind, action, feature, other, xy, measure }: Findings): LeftGap[] {
  const gaps: LeftGap[] = [];
  for (let i = 0; i < count; i++) {
    if (FINDING_KINDS[kind[i]] !== 'gap' || FINDING_ACTIONS[action[i]] !== 'reported') continue;
    gaps.push({ feature: feature[i], other: other[i], x: xy[2 * i], y: xy[2 * i + 1], measure: measure[i] });
  }
  return gaps;
}
