import { Int32List, Uint8List } from '../arrays/growable.ts';
import { hashSegment, slotsFor } from '../arrays/hash-place.ts';
import { PartKind } from '../layer/layer.ts';
import type { Layer } from '../layer/layer.ts';
import { twiceSignedArea } from '../rings.ts';

/** A point on a border. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

const LEFT = 1;
const RIGHT = 2;

/** The edges of noded features, and on which side of each a feature has its land. */
export class SharedEdges {
  readonly #xy: Float64Array;
  /** For each bucket the entry added to it last, and for each entry the one before it in its bucket; -1: none. */
  readonly #heads: Int32Array;
  readonly #before = new Int32List();
  /** Of each entry the first vertex of an edge, a feature, and the sides of its land, seen from the lower end. */
  readonly #vertex = new Int32List();
  readonly #feature = new Int32List();
  readonly #sides = new Uint8List();

  /** @param layer its rings meet in common vertices only. @param features how its features are called. */
  constructor(layer: Layer, features: ArrayLike<number>) {
    this.#xy = layer.xy;
    this.#heads = new Int32Array(slotsFor(layer.xy.length / 2 + 1)).fill(-1);
    for (let index = 0; index < features.length; index++) {
      for (let part = layer.featureOffsets[index]; part < layer.featureOffsets[index + 1]; part++) {
        if (layer.partKinds[part] !== PartKind.Polygon) continue;
        for (let ring = layer.partOffsets[part]; ring < layer.partOffsets[part + 1]; ring++) this.#addRing(layer, ring, ring === layer.partOffsets[part], features[index]);
      }
    }
  }

  /** Whether an edge is a border between two features, with the land of one on each side. */
  areBeside(feature: number, other: number, from: Place, to: Place): boolean {
    const sides = this.#sidesOf(feature, from.x, from.y, to.x, to.y);
    const otherSides = this.#sidesOf(other, from.x, from.y, to.x, to.y);
    return (sides === LEFT && otherSides === RIGHT) || (sides === RIGHT && otherSides === LEFT);
  }

  /** The features that have an edge, on whichever side. */
  along(from: Place, to: Place): number[] {
    const found: number[] = [];
    for (let entry = this.#heads[this.#bucketOf(from.x, from.y, to.x, to.y)]; entry >= 0; entry = this.#before.data[entry]) {
      if (this.#runsBetween(entry, from.x, from.y, to.x, to.y)) found.push(this.#feature.data[entry]);
    }
    return found;
  }

  #addRing({ xy, ringOffsets }: Layer, ring: number, isShell: boolean, feature: number): void {
    const [first, end] = [ringOffsets[ring], ringOffsets[ring + 1]];
    const isLandLeft = isShell === twiceSignedArea(xy, first, end) > 0;
    for (let i = first; i + 1 < end; i++) {
      const ax = xy[2 * i], ay = xy[2 * i + 1], bx = xy[2 * i + 2], by = xy[2 * i + 3];
      const side = isLandLeft === isLower(ax, ay, bx, by) ? LEFT : RIGHT;
      const known = this.#find(feature, ax, ay, bx, by);
      if (known >= 0) {
        this.#sides.data[known] |= side;
        continue;
      }
      const bucket = this.#bucketOf(ax, ay, bx, by);
      this.#before.push(this.#heads[bucket]);
      this.#heads[bucket] = this.#vertex.push(i);
      this.#feature.push(feature);
      this.#sides.push(side);
    }
  }

  #sidesOf(feature: number, ax: number, ay: number, bx: number, by: number): number {
    const entry = this.#find(feature, ax, ay, bx, by);
    return entry < 0 ? 0 : this.#sides.data[entry];
  }

  #find(feature: number, ax: number, ay: number, bx: number, by: number): number {
    let entry = this.#heads[this.#bucketOf(ax, ay, bx, by)];
    while (entry >= 0 && !(this.#feature.data[entry] === feature && this.#runsBetween(entry, ax, ay, bx, by))) entry = this.#before.data[entry];
    return entry;
  }

  #runsBetween(entry: number, ax: number, ay: number, bx: number, by: number): boolean {
    const xy = this.#xy;
    const i = 2 * this.#vertex.data[entry];
    return (xy[i] === ax && xy[i + 1] === ay && xy[i + 2] === bx && xy[i + 3] === by) || (xy[i] === bx && xy[i + 1] === by && xy[i + 2] === ax && xy[i + 3] === ay);
  }

  #bucketOf(ax: number, ay: number, bx: number, by: number): number {
    return hashSegment(ax, ay, bx, by) & (this.#heads.length - 1);
  }
}

function isLower(x: number, y: number, otherX: number, otherY: number): boolean {
  return x < otherX || (x === otherX && y < otherY);
}
