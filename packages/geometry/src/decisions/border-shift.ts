import { Int32List } from '../arrays/growable.ts';
import { grouped } from '../arrays/groups.ts';
import type { Groups } from '../arrays/groups.ts';
import { featureOfUse } from '../edges/ring-owners.ts';
import type { ArrangedTopology } from '../faces/arranged-topology.ts';
import { furthest, shiftBetween } from '../faces/furthest.ts';
import type { ContestedLand } from './contested-land.ts';

/** A feature with more than this share of its land in an overlap keeps the overlap (`majorities`). */
const MAJORITY = 1 / 2;

/** How far borders move if land changes hands by the rules. */
export class BorderShifts {
  readonly #arranged: ArrangedTopology;
  readonly #snapDistance: number;
  /** The edges of each feature; null until the first are needed. */
  #edgesOf: Groups | null = null;

  /** @param snapDistance borders closer than this are matched before land is given to anybody. */
  constructor(arranged: ArrangedTopology, snapDistance: number) {
    this.#arranged = arranged;
    this.#snapDistance = snapDistance;
  }

  /**
   * On the ground: how far the new border lies from the old one, and the old one from the new one. If either of two features may lose an overlap, the
   * larger of the two shifts counts; a feature with more than half of its land in it keeps it. A feature that would end up empty moves by Infinity.
   */
  of(land: ContestedLand): number {
    return land.kind === 'gap' ? this.#ofGap(land) : this.#ofOverlap(land);
  }

  #ofGap(land: ContestedLand): number {
    const runsOver = (feature: number) => (half: number): boolean => this.#runsOver(half, feature);
    let toOthers = 0;
    for (const feature of land.features) {
      toOthers = Math.max(toOthers, furthest(this.#arranged, land, land.border.filter(runsOver(feature)), land.border.filter(not(runsOver(feature)))));
      // There may be thousands, and each asks all of the border.
      if (toOthers > this.#snapDistance) break;
    }
    // Matching closes it, and each border moves to the one across. If it lies between several features, nobody's border has to move along its whole length.
    if (toOthers <= this.#snapDistance) return toOthers;
    // Filling a bay of one feature moves its border as far as the bay is deep, although its mouth may be narrow.
    const isOfFirst = runsOver(land.features[0]);
    return shiftBetween(this.#arranged, land, land.border.filter(isOfFirst), land.border.filter(not(isOfFirst)));
  }

  #ofOverlap(land: ContestedLand): number {
    const [first, second] = land.features;
    const shares = land.featureAreas.map((area) => land.area / area);
    const isMajority = shares.map((share) => share > MAJORITY);
    const shiftOf = (loser: number): number => {
      if (isEqualShare(shares[loser])) return Infinity;
      return loser === 0 ? this.#ofLoss(land, first, second) : this.#ofLoss(land, second, first);
    };
    if (isMajority[0] !== isMajority[1]) return shiftOf(isMajority[0] ? 1 : 0);
    return Math.max(shiftOf(0), shiftOf(1));
  }

  #ofLoss(land: ContestedLand, loser: number, keeper: number): number {
    const lost = land.border.filter((half) => this.#runsOver(half, loser) && !this.#runsOver(half, keeper));
    const gained = land.border.filter((half) => this.#runsOver(half, keeper) && !this.#runsOver(half, loser));
    // A new hole is as far from the border as its furthest point.
    const old = lost.length > 0 ? lost : this.#borderOf(loser);
    return Math.max(furthest(this.#arranged, land, gained, old), furthest(this.#arranged, land, lost, gained));
  }

  #runsOver(half: number, feature: number): boolean {
    const { edges, prepared } = this.#arranged;
    for (let use = edges.firstUse[half >> 1]; use >= 0; use = edges.useNext[use]) if (featureOfUse(prepared, edges, use) === feature) return true;
    return false;
  }

  /** Half-edges along all borders of a feature, each once. */
  #borderOf(feature: number): number[] {
    this.#edgesOf ??= edgesOfFeatures(this.#arranged);
    const { offsets, items } = this.#edgesOf;
    return Array.from(items.subarray(offsets[feature], offsets[feature + 1]), (edge) => 2 * edge);
  }
}

function not(isTrue: (half: number) => boolean): (half: number) => boolean {
  return (half) => !isTrue(half);
}

function isEqualShare(share: number): boolean {
  return share > 1 - 1e-9;
}

function edgesOfFeatures({ edges, prepared, prepared: { layer } }: ArrangedTopology): Groups {
  const used = new Int32List();
  const features = new Int32List();
  for (let edge = 0; edge < edges.count; edge++) {
    if (edges.isDead(edge)) continue;
    const ofEdge = new Set<number>();
    for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) ofEdge.add(featureOfUse(prepared, edges, use));
    for (const feature of ofEdge) {
      used.push(edge);
      features.push(feature);
    }
  }
  const { offsets, items } = grouped(features.data, features.length, layer.featureOffsets.length - 1);
  return { offsets, items: items.map((use) => used.data[use]) };
}
