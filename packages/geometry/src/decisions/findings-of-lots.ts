import { findingAt } from '../layer/finding-list.ts';
import type { FindingList, NewFinding } from '../layer/finding-list.ts';
import { OVERLAP_KINDS } from '../layer/findings.ts';
import type { FindingAction, FindingKind, Findings } from '../layer/findings.ts';
import type { Lot } from './set-aside.ts';

type Finding = Required<NewFinding>;

/**
 * Adds the findings of a layer with lots, as findings of its features. A lot is land of all its members: what it loses is lost by each member that
 * the new owner is not, and where its border moves, theirs does.
 *
 * @param featureCount lots follow this many features.
 */
export function addFindings(list: FindingList, found: Findings, featureCount: number, lots: readonly Lot[]): void {
  const hasLot = new Uint8Array(featureCount);
  for (const { members } of lots) for (const member of members) hasLot[member] = 1;
  const ownersOf = (feature: number): readonly number[] => (feature < 0 ? [] : feature < featureCount ? [feature] : lots[feature - featureCount].members);
  /** Whether a feature of the layer with lots is all of a feature. */
  const isWhole = (feature: number): boolean => feature < featureCount && hasLot[feature] === 0;
  const lost = new LostByLots();
  for (let i = 0; i < found.count; i++) {
    const finding = findingAt(found, i);
    const [owners, others] = [ownersOf(finding.feature), ownersOf(finding.other)];
    const isLot = finding.feature >= featureCount;
    if (OVERLAP_KINDS.has(finding.kind)) {
      const said = { ...finding, ...whatIsSaid(finding, isWhole) };
      for (const feature of owners) {
        if (others.includes(feature)) continue;
        const other = others.find((each) => !owners.includes(each)) ?? others.at(0) ?? -1;
        if (isLot) lost.add({ ...said, feature, other });
        else list.add({ ...said, other });
      }
    } else if (!isLot) {
      list.add({ ...finding, other: others.find((other) => other !== finding.feature) ?? -1 });
    } else if (finding.kind !== 'unmatched-vertex') {
      // Vertices that members get are reported when they are given their lots back.
      for (const feature of owners) {
        if (finding.kind === 'near-edge' && list.hasAt(feature, finding.x, finding.y)) continue;
        list.add({ ...finding, feature, other: others.find((other) => other !== feature) ?? -1 });
      }
    }
  }
  lost.addTo(list);
}

/** A lot, or a feature without its lots, may lie in another feature or repeat one, though the feature itself does not. */
function whatIsSaid({ kind, feature, other, action }: Finding, isWhole: (feature: number) => boolean): { readonly kind: FindingKind; readonly action: FindingAction } {
  const isSo = kind === 'contained-feature' ? isWhole(other) : kind === 'duplicate-feature' ? isWhole(feature) && isWhole(other) : true;
  if (isSo) return { kind, action };
  return { kind: 'overlap', action: action === 'reported' ? action : 'overlap-assigned' };
}

/** What members of lots lose to others. Lots cut the overlap of two features into pieces, which are told as one. */
class LostByLots {
  private readonly byPair = new Map<string, { largest: Finding; area: number }>();

  add(finding: Finding): void {
    const { kind, feature, other, action, measure } = finding;
    const key = `${kind} ${feature} ${other} ${action}`;
    const known = this.byPair.get(key);
    if (known === undefined) this.byPair.set(key, { largest: finding, area: measure });
    else {
      known.area += measure;
      if (measure > known.largest.measure) known.largest = finding;
    }
  }

  addTo(list: FindingList): void {
    for (const { largest, area } of this.byPair.values()) list.add({ ...largest, measure: area });
  }
}
