import { FINDING_KINDS, REPORTED } from '../layer/findings.ts';
import type { Findings } from '../layer/findings.ts';
import type { SetsOfFeatures } from '../faces/sets-of-features.ts';
import type { BatchBorders } from './batch-borders.ts';
import type { BatchFaces } from './batch-faces.ts';
import { meaningOf } from './finding-weights.ts';
import type { FindingsLand } from './findings-land.ts';
import type { MovedBorders } from './moved-borders.ts';
import { NearestPiece } from './nearest-piece.ts';
import { isWiderThan } from './region-pieces.ts';
import type { RegionPiece, RegionPieces } from './region-pieces.ts';

/**
 * How many sets of features may be examined for the findings of one batch. Where thousands lie on top of each other, there are too many
 * pairs.
 */
const MOST_WORK = 200_000_000;

const NO_LAND = { area: NaN, receivedBy: -1, isWide: false, piece: -1 };

const DUPLICATE = FINDING_KINDS.indexOf('duplicate-feature');

/** What the land of a batch's findings is derived from. */
export interface BatchLand {
  readonly faces: BatchFaces;
  readonly borders: BatchBorders;
  readonly regions: RegionPieces;
  readonly moved: MovedBorders;
  /** In metres. */
  readonly snapDistance: number;
  /** Square metres per square unit of the tolerances, in which findings are measured. */
  readonly measureUnit: number;
}

/** Finds the land of each finding of the core of a batch. */
export class BatchFindings {
  readonly #land: BatchLand;
  readonly #findings: Findings;
  readonly #into: FindingsLand;
  readonly #memberOf = new Map<number, number>();
  /** Pieces that several findings share. */
  readonly #known = new Map<string, NearestPiece>();
  /** Of the findings of one feature, the one that has a piece, and by how much its measure differs from the area. */
  readonly #holders = new Map<RegionPiece, { readonly finding: number; readonly difference: number }>();
  #holdersOf = -1;
  #work = 0;

  constructor(land: BatchLand, findings: Findings, into: FindingsLand) {
    this.#land = land;
    this.#findings = findings;
    this.#into = into;
    for (const [member, feature] of land.faces.members.entries()) this.#memberOf.set(feature, member);
  }

  /** @returns false if it takes too much work */
  measure(finding: number): boolean {
    const { feature, other, kind, action, xy } = this.#findings;
    const member = this.#memberOf.get(feature[finding]);
    if (member === undefined) return true;
    const otherMember = other[finding] < 0 ? undefined : this.#memberOf.get(other[finding]);
    const [x, y] = [xy[2 * finding], xy[2 * finding + 1]];
    const isLeft = action[finding] === REPORTED;
    switch (meaningOf(kind[finding])) {
      case 'common-land':
        if (otherMember === undefined) return true;
        if (this.#work > MOST_WORK) return false;
        this.#put(finding, isLeft || kind[finding] === DUPLICATE ? this.#allCommonLand(member, otherMember) : this.#commonLand(member, otherMember));
        return true;
      case 'void':
        this.#put(finding, isLeft ? this.#voidsLeft() : this.#voidsClosed(member));
        return true;
      case 'moved-border':
        this.#into.put(finding, { area: NaN, receivedBy: -1, isWide: false, piece: this.#land.moved.nearest(otherMember === undefined ? [member] : [member, otherMember], x, y) });
        return true;
      case 'loss':
        this.#loss(finding, member, otherMember);
        return true;
      case 'own-shape':
      case 'nothing':
        return true;
    }
  }

  #put(finding: number, pieces: NearestPiece): void {
    const { feature, xy, measure } = this.#findings;
    const { snapDistance, measureUnit } = this.#land;
    // Not of all features of the batch: another batch would have others.
    if (this.#holdersOf !== feature[finding]) this.#holders.clear();
    this.#holdersOf = feature[finding];
    const area = measure[finding] * measureUnit;
    const piece = pieces.to(xy[2 * finding], xy[2 * finding + 1], snapDistance, area);
    if (piece === null) return;
    // Borders that are matched cut one piece into several findings. The one that is most like it has it, so that no land is listed twice.
    const difference = Math.abs(piece.area - area);
    const holder = this.#holders.get(piece);
    if (holder !== undefined && holder.difference <= difference) {
      this.#into.put(finding, NO_LAND);
      return;
    }
    if (holder !== undefined) this.#into.put(holder.finding, NO_LAND);
    this.#holders.set(piece, { finding, difference });
    const { members } = this.#land.faces;
    this.#into.put(finding, { ...piece, receivedBy: piece.receivedBy < 0 ? -1 : members[piece.receivedBy] });
  }

  /** The land that two features had in common, piece by piece; in a crowd, only what one of them had as well and the other has now. */
  #commonLand(member: number, other: number): NearestPiece {
    const { regions, faces: { setsOf, uncrowdedSetsOf } } = this.#land;
    if (isSame(setsOf, uncrowdedSetsOf, member) || isSame(setsOf, uncrowdedSetsOf, other)) return this.#allCommonLand(member, other);
    return this.#once(`common ${Math.min(member, other)} ${Math.max(member, other)}`, () => [
      ...regions.of(this.#setsOfBoth(uncrowdedSetsOf, member, other)),
      ...regions.of(this.#lostInCrowds(member, other)),
      ...regions.of(this.#lostInCrowds(other, member)),
    ]);
  }

  #allCommonLand(member: number, other: number): NearestPiece {
    const { regions, faces: { setsOf } } = this.#land;
    return this.#once(`all common ${Math.min(member, other)} ${Math.max(member, other)}`, () => regions.of(this.#setsOfBoth(setsOf, member, other)));
  }

  #lostInCrowds(loser: number, winner: number): number[] {
    const { faces: { setsOf, afterOf, isCrowd, regions: { featureSets } } } = this.#land;
    return this.#setsOfBoth(setsOf, loser, afterOf[winner]).filter((set) => isCrowd[set] === 1 && featureSets.hasInAscending(set, winner) && !featureSets.hasInAscending(set, afterOf[loser]));
  }

  #setsOfBoth(setsOf: SetsOfFeatures, one: number, other: number): number[] {
    const { faces: { regions: { featureSets } } } = this.#land;
    // Thousands may lie in one of them.
    const [few, many] = setsOf.offsets[one + 1] - setsOf.offsets[one] < setsOf.offsets[other + 1] - setsOf.offsets[other] ? [one, other] : [other, one];
    return this.#setsOf(few, setsOf).filter((set) => featureSets.hasInAscending(set, many));
  }

  /** The land that nobody had and a feature has now, piece by piece. If it received none, the voids that are still there. */
  #voidsClosed(member: number): NearestPiece {
    const { regions, faces: { afterOf, members, setsOf, regions: { featureSets } } } = this.#land;
    const isUnclaimed = (set: number): boolean => featureSets.sizeOf(set) === 0 || featureSets.items.data[featureSets.offsets.data[set]] >= members.length;
    const received = this.#once(`received ${member}`, () => (afterOf[member] === member ? [] : regions.of(this.#setsOf(afterOf[member], setsOf).filter(isUnclaimed))));
    return received.pieces.length > 0 ? received : this.#voidsLeft();
  }

  /** The voids that are still there. */
  #voidsLeft(): NearestPiece {
    return this.#once('voids', () => this.#land.regions.of([0], true));
  }

  #loss(finding: number, member: number, other: number | undefined): void {
    const { faces: { regions: { featureSets }, afterOf, members }, borders, snapDistance } = this.#land;
    const { setsOf } = this.#land.faces;
    if (other === undefined) {
      const border = borders.before(member);
      const isWide = border.length > 0 && isWiderThan(borders.segmentsOf(border, borders.frameAt(border[0])), this.#areaOf(this.#setsOf(member, setsOf)), snapDistance);
      this.#into.put(finding, { area: NaN, receivedBy: -1, isWide, piece: -1 });
      return;
    }
    const given = this.#setsOfBoth(setsOf, member, afterOf[other]).filter((set) => !featureSets.hasInAscending(set, afterOf[member]));
    this.#into.put(finding, { area: this.#areaOf(given), receivedBy: members[other], isWide: true, piece: -1 });
  }

  #areaOf(sets: readonly number[]): number {
    const { facesOfSet, areaOfFace } = this.#land.faces;
    let area = 0;
    for (const set of sets) for (let i = facesOfSet.offsets[set]; i < facesOfSet.offsets[set + 1]; i++) area += areaOfFace[facesOfSet.items[i]];
    return area;
  }

  #setsOf(number: number, { offsets, sets }: SetsOfFeatures): number[] {
    this.#work += offsets[number + 1] - offsets[number];
    return Array.from(sets.subarray(offsets[number], offsets[number + 1]));
  }

  #once(key: string, make: () => readonly RegionPiece[]): NearestPiece {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const made = new NearestPiece(make());
    this.#known.set(key, made);
    return made;
  }
}

function isSame({ offsets: starts }: SetsOfFeatures, { offsets }: SetsOfFeatures, number: number): boolean {
  return starts[number + 1] - starts[number] === offsets[number + 1] - offsets[number];
}
