import { addTo } from '../arrays/multimap.ts';
import type { Ground } from '../ground.ts';
import { findingAt } from './finding-list.ts';
import type { FindingList } from './finding-list.ts';
import type { FindingKind, Findings } from './findings.ts';

/** Matching moves the place of a gap or an overlap by up to the snap distance, and so does the pass after it. */
const SNAPS = 2;

/**
 * Adds gaps or overlaps that an earlier pass left and the last one does not find because the result asks for smaller tolerances than the layer
 * did. They were faults of that layer and are still there, so a report must not say that all were repaired.
 *
 * @param kinds the kinds to add
 * @param earlier what each earlier pass left, the first one first
 * @param last what the last pass left
 */
export function addLeftEarlier(findings: FindingList, kinds: ReadonlySet<FindingKind>, earlier: readonly Findings[], last: Findings, ground: Ground, snapDistance: number): void {
  // A layer may have thousands of gaps, but two features rarely have more than a few between them.
  const known = new Map<string, LeftFinding[]>();
  const isSame = (left: LeftFinding, other: LeftFinding): boolean => ground.length(left.x, left.y, other.x, other.y) <= SNAPS * snapDistance;
  for (const left of leftIn(last, kinds)) addTo(known, placeKey(left), left);
  for (const pass of earlier) {
    for (const left of leftIn(pass, kinds)) {
      if (known.get(placeKey(left))?.some((other) => isSame(left, other)) === true) continue;
      addTo(known, placeKey(left), left);
      findings.add(left);
    }
  }
}

/** The same whichever of the two features is named first. */
export function pairKey({ feature, other }: { readonly feature: number; readonly other: number }): string {
  return `${Math.min(feature, other)} ${Math.max(feature, other)}`;
}

function placeKey(left: LeftFinding): string {
  return `${left.kind} ${pairKey(left)}`;
}

type LeftFinding = ReturnType<typeof findingAt>;

/** Those that were only reported. */
function leftIn(findings: Findings, kinds: ReadonlySet<FindingKind>): LeftFinding[] {
  return Array.from({ length: findings.count }, (_, i) => findingAt(findings, i)).filter(({ kind, action }) => kinds.has(kind) && action === 'reported');
}
