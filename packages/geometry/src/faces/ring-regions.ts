import type { PreparedLayer } from '../edges/prepare.ts';
import { EQUAL_SHARE } from '../equal-share.ts';
import type { Arrangement } from './arrangement.ts';
import { areasOfSets } from './labels.ts';
import type { FaceLabels } from './labels.ts';

/**
 * The region that each ring winds around, as the sets of rings that wind around faces, and the shell that each hole is cut from.
 */
export class RingRegions {
  readonly prepared: PreparedLayer;
  readonly sets: FaceLabels['sets'];
  /** Total area of the faces that the same rings wind around. */
  readonly setArea: Float64Array;
  /** 1 for each set that occurs at any face. */
  readonly isUsedSet: Uint8Array;
  readonly area: Float64Array;
  /** Number of sets in the region of each ring; 0 for a ring around nothing. */
  readonly setCount: Int32Array;
  /** The ring whose land each hole is cut from: a shell, or a hole that became a part. A ring that names itself is a shell. */
  readonly shellOf: Int32Array;
  /** Equal for rings with the same region. */
  private readonly signature: Int32Array;
  /** For each hole, whether any of its faces lies inside its own shell, and the total area of those that do. */
  private readonly meetsShell: Uint8Array;
  private readonly areaInShell: Float64Array;

  constructor(prepared: PreparedLayer, arrangement: Arrangement, labels: FaceLabels) {
    const { sets, setOfFace } = labels;
    const { layer, partOfRing, ringFirst } = prepared;
    const ringCount = ringFirst.length;
    this.prepared = prepared;
    this.sets = sets;
    this.setArea = areasOfSets(labels, arrangement);
    this.isUsedSet = new Uint8Array(sets.count);
    this.area = new Float64Array(ringCount);
    this.setCount = new Int32Array(ringCount);
    this.signature = new Int32Array(ringCount);
    this.meetsShell = new Uint8Array(ringCount);
    this.areaInShell = new Float64Array(ringCount);
    this.shellOf = new Int32Array(ringCount).map((_, ring) => layer.partOffsets[partOfRing[ring]]);
    for (let face = 0; face < arrangement.faceCount; face++) this.isUsedSet[setOfFace[face]] = 1;
    for (let set = 0; set < sets.count; set++) if (this.isUsedSet[set] === 1) this.addSet(set);
  }

  private addSet(set: number): void {
    const { partOfRing, isShell } = this.prepared;
    const { data } = this.sets.items;
    const start = this.sets.offsets.data[set];
    const end = this.sets.offsets.data[set + 1];
    const area = this.setArea[set];
    const scrambled = scramble(set);
    /** The part of the last shell. Rings ascend, and the shell of a part is the first of its rings, so it comes right before its holes. */
    let partOfShell = -1;
    for (let i = start; i < end; i += 2) {
      const ring = data[i];
      this.area[ring] += area;
      this.setCount[ring]++;
      this.signature[ring] = (this.signature[ring] + scrambled) | 0;
      if (isShell[ring] === 1) partOfShell = partOfRing[ring];
      else if (partOfRing[ring] === partOfShell) {
        this.meetsShell[ring] = 1;
        this.areaInShell[ring] += area;
      }
    }
  }

  /** Whether a hole shares land with its own shell. The area of a sliver may come out as zero or negative; then its faces alone decide. */
  liesInShell(hole: number): boolean {
    return this.meetsShell[hole] === 1 && (this.area[hole] <= 0 || this.areaInShell[hole] > this.area[hole] * EQUAL_SHARE);
  }

  isSameRegion(p: number, q: number): boolean {
    return this.signature[p] === this.signature[q] && this.setCount[p] === this.setCount[q] && this.area[p] === this.area[q];
  }

  /** A hash of a ring's region. Different regions may have the same one. */
  signatureOf(ring: number): number {
    return this.signature[ring];
  }
}

function scramble(value: number): number {
  let hash = Math.imul(value + 1, 0x9e3779b1);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 12);
}
