import type { Layer, PartKind } from '@geoinsights/geometry';
import type { ForeignMembers } from './foreign-members.ts';
import { LabelList } from './labels.ts';
import type { ObjectNode } from './object-node.ts';

/** The maximum number of vertices: offsets are 32-bit, and none of our machines could repair more. */
export const MOST_VERTICES = 1 << 29;

/** With less of the file read, do not extrapolate how much is to come. */
const FEWEST_BYTES_TO_GUESS = 1 << 16;

/** Geometries that were not taken into the layer, in file order. */
export interface NotRepaired {
  readonly feature: number;
  readonly type: string;
}
const MOST_NOT_REPAIRED_KEPT = 1000;

/** A fault in the meaning of the JSON. It counts only if the object it is in is kept in the end. */
interface Objection {
  readonly offset: number;
  readonly reason: string;
}

/** How far the layer has been built. */
export interface Mark {
  readonly vertices: number;
  readonly further: number;
  readonly rings: number;
  readonly parts: number;
  readonly features: number;
  readonly notRepaired: number;
  readonly objection: Objection | null;
}

/** Where the text of each element lies, as file offsets parallel to the layer's arrays. Only kept for features being changed, one at a time. */
export class Places {
  vertexStart = new Float64Array(64);
  vertexEnd = new Float64Array(64);
  ringStart = new Float64Array(16);
  ringEnd = new Float64Array(16);
  partStart = new Float64Array(16);
  partEnd = new Float64Array(16);

  reserveVertices(count: number): void {
    if (count <= this.vertexStart.length) return;
    this.vertexStart = grown(this.vertexStart, count);
    this.vertexEnd = grown(this.vertexEnd, count);
  }

  setRing(ring: number, start: number, end: number): void {
    if (ring >= this.ringStart.length) {
      this.ringStart = grown(this.ringStart, ring + 1);
      this.ringEnd = grown(this.ringEnd, ring + 1);
    }
    this.ringStart[ring] = start;
    this.ringEnd[ring] = end;
  }

  setPart(part: number, start: number, end: number): void {
    if (part >= this.partStart.length) {
      this.partStart = grown(this.partStart, part + 1);
      this.partEnd = grown(this.partEnd, part + 1);
    }
    this.partStart[part] = start;
    this.partEnd[part] = end;
  }
}

/** Receives the attributes of features as they are read. If a value arrives twice for one feature, the last one counts. */
export interface AttributeTaker {
  /** Another object begins that may be a feature; discard what the previous one gave. */
  begin(): void;
  /** @param member `Member.Properties` or `Member.Id`; [start, end) is its whole value, well-formed. */
  take(member: number, bytes: Uint8Array, start: number, end: number): void;
}

/** A layer that grows at its end and can be cut back to a mark. */
export class LayerBuilder {
  /** After `reserveVertex`, has room for at least one more vertex than `vertices`. */
  xy = new Float64Array(128);
  z: Float64Array | null = null;
  m: Float64Array | null = null;
  vertices = 0;
  /** How many ordinates of positions were not read: those behind the fourth. */
  further = 0;
  rings = 0;
  parts = 0;
  features = 0;
  notRepaired = 0;
  objection: Objection | null = null;
  readonly notRepairedKept: NotRepaired[] = [];
  readonly labels = new LabelList();
  readonly attributes: AttributeTaker | null;
  readonly places: Places | null;
  /** Members that GeoJSON does not define; null if nobody asks for them. */
  readonly foreignMembers: ForeignMembers | null = null;

  #ringEnds = new Int32Array(64);
  #partEnds = new Int32Array(64);
  #featureEnds = new Int32Array(64);
  #partKinds = new Uint8Array(64);
  #itemStarts = new Float64Array(64);
  #itemEnds = new Float64Array(64);

  readonly #fileSize: number;

  /**
   * @param places records where each element lies in the file; null if nobody needs it.
   * @param fileSize to estimate how many vertices are still to come from those read so far; 0 for no estimate.
   * @param attributes receives the attributes; labels are not kept then.
   */
  constructor(places: Places | null, fileSize = 0, attributes: AttributeTaker | null = null) {
    this.places = places;
    this.#fileSize = fileSize;
    this.attributes = attributes;
  }

  /** Makes room for one more vertex, which lies at this file offset. */
  reserveVertex(offset: number): void {
    const wanted = this.vertices + 1;
    if (2 * wanted > this.xy.length) {
      const canGuess = offset > FEWEST_BYTES_TO_GUESS && this.#fileSize > 0;
      const expected = canGuess ? Math.max(1.05 * this.vertices * (this.#fileSize / offset), 1.125 * this.vertices) : 1.5 * this.vertices;
      const capacity = Math.min(Math.max(wanted, Math.ceil(expected)), MOST_VERTICES);
      const larger = new Float64Array(2 * capacity);
      larger.set(this.xy);
      this.xy = larger;
    }
    this.places?.reserveVertices(wanted);
  }

  /** Sets Z of the vertex about to be added. */
  setZ(value: number): void {
    this.z = this.#withVertex(this.z);
    this.z[this.vertices] = value;
  }

  /** Sets M of the vertex about to be added. */
  setM(value: number): void {
    this.m = this.#withVertex(this.m);
    this.m[this.vertices] = value;
  }

  /** Vertices without a value have NaN. */
  #withVertex(values: Float64Array | null): Float64Array {
    if (values !== null && values.length > this.vertices) return values;
    const larger = new Float64Array(this.xy.length / 2).fill(NaN);
    if (values !== null) larger.set(values);
    return larger;
  }

  endRing(): void {
    this.#ringEnds = withRoom(this.#ringEnds, this.rings);
    this.#ringEnds[this.rings++] = this.vertices;
  }

  endPart(kind: PartKind): void {
    this.#partEnds = withRoom(this.#partEnds, this.parts);
    if (this.parts === this.#partKinds.length) {
      const larger = new Uint8Array(2 * this.parts);
      larger.set(this.#partKinds);
      this.#partKinds = larger;
    }
    this.#partKinds[this.parts] = kind;
    this.#partEnds[this.parts++] = this.rings;
  }

  /** Makes a part of every ring from this one on, for lines. */
  endPartForEachRing(firstRing: number, kind: PartKind): void {
    const rings = this.rings;
    for (this.rings = firstRing; this.rings < rings; ) {
      this.rings++;
      this.endPart(kind);
    }
  }

  beginFeature(): void {
    this.foreignMembers?.beginFeature();
    this.labels.reset();
    this.attributes?.begin();
  }

  endFeature({ start, end }: ObjectNode): void {
    this.#featureEnds = withRoom(this.#featureEnds, this.features);
    if (this.features === this.#itemStarts.length) {
      this.#itemStarts = grown(this.#itemStarts, this.features + 1);
      this.#itemEnds = grown(this.#itemEnds, this.features + 1);
    }
    this.#itemStarts[this.features] = start;
    this.#itemEnds[this.features] = end;
    this.labels.end();
    this.#featureEnds[this.features++] = this.parts;
  }

  /** @param reason what is wrong, as the end of a sentence that begins with the feature. */
  object(offset: number, reason: string): void {
    this.objection ??= { offset, reason: `feature ${this.features + 1} ${reason}` };
  }

  leaveAlone(type: string): void {
    if (this.notRepaired < MOST_NOT_REPAIRED_KEPT) this.notRepairedKept.push({ feature: this.features, type });
    this.notRepaired++;
  }

  mark(): Mark {
    const { vertices, further, rings, parts, features, notRepaired, objection } = this;
    return { vertices, further, rings, parts, features, notRepaired, objection };
  }

  cutBackTo(mark: Mark): void {
    // One more than there are: a vertex may have been abandoned half-way.
    this.z?.fill(NaN, mark.vertices, this.vertices + 1);
    this.m?.fill(NaN, mark.vertices, this.vertices + 1);
    this.vertices = mark.vertices;
    this.further = mark.further;
    this.rings = mark.rings;
    this.parts = mark.parts;
    this.features = mark.features;
    this.notRepaired = mark.notRepaired;
    this.notRepairedKept.length = Math.min(mark.notRepaired, MOST_NOT_REPAIRED_KEPT);
    this.objection = mark.objection;
    this.labels.cutBackTo(mark.features);
  }

  /** Ends of the rings and parts so far; read-only. */
  get ringEnds(): Int32Array {
    return this.#ringEnds;
  }

  get partEnds(): Int32Array {
    return this.#partEnds;
  }

  get partKinds(): Uint8Array {
    return this.#partKinds;
  }

  /** The finished layer, in arrays of exactly its size. Add no more vertices afterwards. */
  layer(): Layer {
    return {
      xy: this.#finishXy(),
      z: this.#finishOrdinates(this.z),
      m: this.#finishOrdinates(this.m),
      ringOffsets: offsets(this.#ringEnds, this.rings),
      partOffsets: offsets(this.#partEnds, this.parts),
      featureOffsets: offsets(this.#featureEnds, this.features),
      partKinds: this.#partKinds.slice(0, this.parts),
    };
  }

  /** The file range of each feature's object. */
  items(): { starts: Float64Array; ends: Float64Array } {
    return { starts: this.#itemStarts.slice(0, this.features), ends: this.#itemEnds.slice(0, this.features) };
  }

  #finishXy(): Float64Array {
    // The estimated size is mostly slightly too large; copying would cost more than the spare room.
    const length = 2 * this.vertices;
    return this.xy.length - length <= this.xy.length / 8 ? this.xy.subarray(0, length) : this.xy.slice(0, length);
  }

  #finishOrdinates(values: Float64Array | null): Float64Array | null {
    if (values === null || !values.subarray(0, this.vertices).some((value) => !Number.isNaN(value))) return null;
    const finished = new Float64Array(this.vertices).fill(NaN);
    finished.set(values.subarray(0, this.vertices));
    return finished;
  }
}

function grown(values: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(Math.max(length, 2 * values.length));
  larger.set(values);
  return larger;
}

function withRoom(values: Int32Array<ArrayBuffer>, index: number): Int32Array<ArrayBuffer> {
  if (index < values.length) return values;
  const larger = new Int32Array(2 * values.length);
  larger.set(values);
  return larger;
}

function offsets(ends: Int32Array, count: number): Int32Array {
  const all = new Int32Array(count + 1);
  all.set(ends.subarray(0, count), 1);
  return all;
}
