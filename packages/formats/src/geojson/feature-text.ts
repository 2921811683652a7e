import { fileOfBytes } from '../files/memory.ts';
import { LayerBuilder, Places } from './layer-builder.ts';
import { GeoJsonReader } from './reader.ts';
import type { ObjectNode } from './object-node.ts';
import { JsonScanner } from './scanner.ts';
import { isBlank } from './position-text.ts';
import { walkOver } from './walk.ts';

/** White space longer than this is not repeated for what is new. */
const LONGEST_GAP = 64;
const COMMA = new Uint8Array([0x2c]);

/** One feature as the file spells it: its bytes, and where in the file each of its parts, rings and vertices stands. */
export class FeatureText {
  readonly bytes: Uint8Array;
  /** Offset in the file of the first byte. */
  readonly base: number;
  readonly node: ObjectNode;
  readonly places: Places;
  /** x, y of the feature's vertices, and its other ordinates; indices of vertices, rings and parts here are its own. */
  readonly vertices: Pick<LayerBuilder, 'xy' | 'z' | 'm'>;
  readonly vertexCount: number;
  readonly ringCount: number;
  readonly partCount: number;
  readonly #ringEnds: Int32Array;
  readonly #partEnds: Int32Array;
  #lastRing = 0;
  #vertexGap: Uint8Array | null = null;

  constructor(bytes: Uint8Array, base: number, node: ObjectNode, builder: LayerBuilder, places: Places) {
    this.bytes = bytes;
    this.base = base;
    this.node = node;
    this.places = places;
    this.vertices = builder;
    this.vertexCount = builder.vertices;
    this.ringCount = builder.rings;
    this.partCount = builder.parts;
    this.#ringEnds = builder.ringEnds;
    this.#partEnds = builder.partEnds;
  }

  firstVertex(ring: number): number {
    return ring === 0 ? 0 : this.#ringEnds[ring - 1];
  }

  endVertex(ring: number): number {
    return this.#ringEnds[ring];
  }

  firstRing(part: number): number {
    return part === 0 ? 0 : this.#partEnds[part - 1];
  }

  endRing(part: number): number {
    return this.#partEnds[part];
  }

  /** The ring that a vertex belongs to. */
  ringOf(vertex: number): number {
    const last = this.#lastRing;
    if (vertex >= this.firstVertex(last) && vertex < this.endVertex(last)) return last;
    let low = 0;
    let high = this.ringCount - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (vertex < this.#ringEnds[middle]) high = middle;
      else low = middle + 1;
    }
    this.#lastRing = low;
    return low;
  }

  /** What this feature writes between two positions. */
  get vertexGap(): Uint8Array {
    if (this.#vertexGap !== null) return this.#vertexGap;
    for (let ring = 0; ring < this.ringCount; ring++) {
      const first = this.firstVertex(ring);
      if (this.endVertex(ring) - first < 2) continue;
      const gap = this.plainGap(this.places.vertexEnd[first], this.places.vertexStart[first + 1]);
      if (gap !== null) return (this.#vertexGap = gap);
    }
    return (this.#vertexGap = COMMA);
  }

  /** What this feature writes between two rings; between positions, unless those stand on lines of their own. */
  get ringGap(): Uint8Array {
    for (let part = 0; part < this.partCount; part++) {
      const ring = this.firstRing(part);
      if (this.endRing(part) - ring < 2) continue;
      const gap = this.plainGap(this.places.ringEnd[ring], this.places.ringStart[ring + 1]);
      if (gap !== null) return gap;
    }
    return this.vertexGap.includes(0x0a) ? COMMA : this.vertexGap;
  }

  /** The text of [start, end) when it is but a comma and white space, and not too much of it to be repeated; else null. */
  plainGap(start: number, end: number): Uint8Array | null {
    if (end - start > LONGEST_GAP) return null;
    const gap = this.bytes.subarray(start - this.base, end - this.base);
    return gap.every((byte) => byte === 0x2c || isBlank(byte)) && gap.filter((byte) => byte === 0x2c).length === 1 ? gap : null;
  }

  /** As `plainGap`, for a bracket and the white space beside it. */
  plainBracket(start: number, end: number, bracket: number): Uint8Array | null {
    if (end - start > LONGEST_GAP) return null;
    const text = this.bytes.subarray(start - this.base, end - this.base);
    return text.every((byte) => byte === bracket || isBlank(byte)) && text.filter((byte) => byte === bracket).length === 1 ? text : null;
  }
}

/** Reads features again, one after the other; what it reads is valid until the next one. */
export class FeatureTextReader {
  readonly #scanner = new JsonScanner();
  readonly #places = new Places();
  readonly #builder = new LayerBuilder(this.#places);
  readonly #reader = new GeoJsonReader(this.#scanner, this.#builder);
  readonly #nothing = this.#builder.mark();

  /** @param bytes the feature's object, whole; `base` its offset in the file. */
  async read(bytes: Uint8Array, base: number): Promise<FeatureText> {
    this.#builder.cutBackTo(this.#nothing);
    const whole = fileOfBytes('', bytes);
    const file = { ...whole, read: (start: number, end: number) => whole.read(start - base, end - base) };
    const node = await walkOver(this.#reader.oneItem(), this.#scanner, file, base, base + bytes.length);
    return new FeatureText(bytes, base, node, this.#builder, this.#places);
  }
}
