import { groupOf } from '../arrays/binary-search.ts';
import type { PreparedLayer } from '../edges/prepare.ts';
import { featureOfVertex } from '../edges/ring-owners.ts';
import type { Layer } from '../layer/layer.ts';
import { isSamePlace } from '../layer/same-place.ts';
import { hashSegment } from '../arrays/hash-place.ts';
import { PLACE_BITS, PlaceBuckets } from '../arrays/place-buckets.ts';

/** No other segment runs over this one: there is no land beyond it. */
export const OPEN = -1;
/** The segments over this one are not exactly one of another feature with its land on the other side. */
export const ODD = -2;

/** Segments per bucket. */
const BUCKET = 8;
/** Bits of an entry that a segment has at least, so that the rest is a mark of the edge's place in its bucket. */
const LEAST_SEGMENT_BITS = 32 - PLACE_BITS;

/**
 * For each vertex of a layer, what runs over the segment that starts there: `OPEN`, `ODD`, or the single segment of another
 * feature with its land on the other side, named by its start vertex. Vertices of no ring are `OPEN`.
 */
export type Pairing = Int32Array;

/** A layer whose segments have been paired. */
export interface PairedLayer {
  readonly prepared: PreparedLayer;
  readonly pairing: Pairing;
}

/** The pairing of a layer before some of its features changed. */
export interface EarlierPairing {
  readonly pairing: Pairing;
  /** First vertex of each feature at that time, followed by the vertex count. */
  readonly firstVertex: Int32Array;
  /** 1 for each feature that has changed. */
  readonly isChanged: Uint8Array;
}

/**
 * Finds, for every segment of the cleaned rings, the one that runs over it. Points are equal if their coordinates are.
 *
 * @param isOddHere set for each feature with an `ODD` segment.
 * @param earlier pairs of unchanged features are kept. Where a changed feature runs over such a pair, its segment stands
 * alone, although three segments run there.
 * @param isApart features that share no segment with another one: theirs are all `OPEN`. Null if that is known of none.
 */
export function pairSegments(prepared: PreparedLayer, isOddHere: Uint8Array, earlier: EarlierPairing | null, isApart: Uint8Array | null = null): PairedLayer {
  return { prepared, pairing: new SegmentPairs(prepared, isOddHere, earlier, isApart).partner };
}

/** First vertex of each feature of a layer, followed by the vertex count. */
export function firstVertices({ ringOffsets, partOffsets, featureOffsets }: Layer): Int32Array {
  return featureOffsets.map((part) => ringOffsets[partOffsets[part]]);
}

class SegmentPairs {
  readonly partner: Int32Array;
  private readonly prepared: PreparedLayer;
  private readonly isOddHere: Uint8Array;
  private readonly places: PlaceBuckets;
  /**
   * The first segment over each edge plus one, in the bucket of the edge's midpoint; 0: none. The upper bits tell where in the bucket that midpoint
   * lies, so that most other edges are told apart without a look at their distant coordinates.
   */
  private readonly buckets: Int32Array;
  /** The number of lower bits, those of the segment. */
  private readonly segmentBits: number;
  /** The segments that do not fit into their buckets, by a hash of both ends. */
  private overflow = new Int32Array(64);
  private overflowCount = 0;

  constructor(prepared: PreparedLayer, isOddHere: Uint8Array, earlier: EarlierPairing | null, isApart: Uint8Array | null) {
    this.prepared = prepared;
    this.isOddHere = isOddHere;
    this.partner = new Int32Array(prepared.next.length).fill(OPEN);
    const known = earlier === null ? 0 : this.takeOver(earlier);
    // Most edges have two segments, so the buckets are about half full.
    this.places = new PlaceBuckets((prepared.segmentCount - known) / BUCKET, prepared.layer.xy);
    this.buckets = new Int32Array(BUCKET * this.places.count);
    this.segmentBits = Math.max(LEAST_SEGMENT_BITS, 32 - Math.clz32(prepared.next.length));
    for (let ring = 0; ring < prepared.ringFirst.length; ring++) {
      const first = prepared.ringFirst[ring];
      const feature = prepared.featureOfRing[ring];
      if (first < 0 || isApart?.[feature] === 1) continue;
      if (earlier?.isChanged[feature] === 0) this.addRest(first);
      else this.addRing(first);
    }
  }

  /** Takes over the pairs of unchanged features. @returns how many segments are paired. */
  private takeOver({ pairing, firstVertex, isChanged }: EarlierPairing): number {
    const { partner } = this;
    const now = firstVertices(this.prepared.layer);
    let count = 0;
    let other = 0;
    for (let feature = 0; feature < isChanged.length; feature++) {
      if (isChanged[feature] === 1) continue;
      const shift = now[feature] - firstVertex[feature];
      for (let i = firstVertex[feature]; i < firstVertex[feature + 1]; i++) {
        const before = pairing[i];
        if (before < 0) continue;
        // The next segment usually runs along the same feature.
        if (before < firstVertex[other] || before >= firstVertex[other + 1]) other = groupOf(firstVertex, before);
        if (isChanged[other] === 1) continue;
        partner[i + shift] = before + now[other] - firstVertex[other];
        count++;
      }
    }
    return count;
  }

  private addRest(first: number): void {
    const { next } = this.prepared;
    const { partner } = this;
    let i = first;
    do {
      if (partner[i] < 0) this.add(i, next[i]);
      i = next[i];
    } while (i !== first);
  }

  /**
   * Where a ring runs backwards along an earlier one, its next segment runs over the predecessor of the segment that the last
   * one ran over. The table, which costs a distant memory access, is only consulted where it does not.
   */
  private addRing(first: number): void {
    const { next, layer: { xy } } = this.prepared;
    const { partner } = this;
    /** The segment that the last one ran over backwards, or -1. */
    let last = -1;
    let i = first;
    do {
      const end = next[i];
      const expected = last > 0 && last - 1 < i && next[last - 1] === last && partner[last - 1] === OPEN ? last - 1 : -1;
      if (expected >= 0 && xy[2 * expected] === xy[2 * end] && xy[2 * expected + 1] === xy[2 * end + 1]) last = this.join(expected, i, true) ? expected : -1;
      else last = this.add(i, end);
      i = end;
    } while (i !== first);
  }

  /**
   * @returns the partner of this segment if it runs in the opposite direction, else -1. So also -1 if rings with land on different sides
   * run in the same direction.
   */
  private add(segment: number, end: number): number {
    const { layer: { xy } } = this.prepared;
    const { buckets, places, segmentBits } = this;
    const ax = xy[2 * segment], ay = xy[2 * segment + 1], bx = xy[2 * end], by = xy[2 * end + 1];
    const midX = (ax + bx) / 2;
    const midY = (ay + by) / 2;
    const start = BUCKET * places.at(midX, midY);
    const place = places.placeInBucket(midX, midY) << segmentBits;
    for (let entry = start; entry < start + BUCKET; entry++) {
      const found = buckets[entry];
      if (found === 0) {
        buckets[entry] = place | (segment + 1);
        return -1;
      }
      if ((found ^ place) >>> segmentBits !== 0) continue;
      const known = (found & ((1 << segmentBits) - 1)) - 1;
      const way = this.wayOver(known, segment, end);
      if (way !== 0) return this.join(known, segment, way < 0) && way < 0 ? known : -1;
    }
    const mask = this.overflow.length - 1;
    for (let slot = hashSegment(ax, ay, bx, by) & mask; ; slot = (slot + 1) & mask) {
      const known = this.overflow[slot] - 1;
      if (known < 0) {
        this.overflow[slot] = segment + 1;
        if (2 * ++this.overflowCount > this.overflow.length) this.enlarge();
        return -1;
      }
      const way = this.wayOver(known, segment, end);
      if (way !== 0) return this.join(known, segment, way < 0) && way < 0 ? known : -1;
    }
  }

  /** 1 if a known segment runs from `from` to `to`, -1 if it runs back, else 0. */
  private wayOver(known: number, from: number, to: number): number {
    const { next, layer: { xy } } = this.prepared;
    const end = next[known];
    if (isSamePlace(xy, known, to) && isSamePlace(xy, end, from)) return -1;
    return isSamePlace(xy, known, from) && isSamePlace(xy, end, to) ? 1 : 0;
  }

  /** Records that two segments run over one edge; `known` was seen first. @returns whether they are a pair. */
  private join(known: number, segment: number, isBackwards: boolean): boolean {
    const { ringOfVertex, featureOfRing, reversed } = this.prepared;
    const { partner } = this;
    const before = partner[known];
    const ring = ringOfVertex[known];
    const other = ringOfVertex[segment];
    if (before === OPEN && featureOfRing[ring] !== featureOfRing[other] && (reversed[ring] === reversed[other]) === isBackwards) {
      partner[known] = segment;
      partner[segment] = known;
      return true;
    }
    if (before >= 0) this.setOdd(before);
    this.setOdd(known);
    this.setOdd(segment);
    return false;
  }

  private setOdd(segment: number): void {
    this.partner[segment] = ODD;
    this.isOddHere[featureOfVertex(this.prepared, segment)] = 1;
  }

  private enlarge(): void {
    const { next, layer: { xy } } = this.prepared;
    const old = this.overflow;
    const slots = new Int32Array(4 * old.length);
    const mask = slots.length - 1;
    for (const entry of old) {
      if (entry === 0) continue;
      const end = next[entry - 1];
      let slot = hashSegment(xy[2 * entry - 2], xy[2 * entry - 1], xy[2 * end], xy[2 * end + 1]) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = entry;
    }
    this.overflow = slots;
  }
}
