import { fileOfBytes } from '../files/memory.ts';
import { LayerBuilder, Places } from './layer-builder.ts';
import { GeoJsonReader } from './reader.ts';
import type { ObjectNode } from './object-node.ts';
import { JsonScanner } from './scanner.ts';
import { isBlank } from './position-text.ts';
import { walkOver } from './walk.ts';

/** Longer white space is not repeated for new elements. */
const LONGEST_GAP = 64;
const COMMA = new Uint8Array([0x2c]);

/** The text of one feature: its bytes, and where in the file each of its parts, rings and vertices lies. */
export class FeatureText {
  readonly bytes: Uint8Array;
  /** File offset of the first byte. */
  readonly base: number;
  readonly node: ObjectNode;
  readonly places: Places;
  /** The feature's vertices and their other ordinates; indices of vertices, rings and parts here are relative to the feature. */
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

  /** The text this feature has between two positions. */
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

  /** The text this feature has between two rings; that between positions, unless those are on separate lines. */
  get ringGap(): Uint8Array {
    for (let part = 0; part < this.partCount; part++) {
      const ring = this.firstRing(part);
      if (this.endRing(part) - ring < 2) continue;
      const gap = this.plainGap(this.places.ringEnd[ring], this.places.ringStart[ring + 1]);
      if (gap !== null) return gap;
    }
    return this.vertexGap.includes(0x0a) ? COMMA : this.vertexGap;
  }

  /** The text of [start, end) if it is just a comma and white space and short enough to repeat; else null. */
  plainGap(start: number, end: number): Uint8Array | null {
    if (end - start > LONGEST_GAP) return null;
    const gap = this.bytes.subarray(start - this.base, end - this.base);
    return gap.every((byte) => byte === 0x2c || isBlank(byte)) && gap.filter((byte) => byte === 0x2c).length === 1 ? gap : null;
  }

  /** Like `plainGap`, for a bracket and the white space next to it. */
  plainBracket(start: number, end: number, bracket: number): Uint8Array | null {
    if (end - start > LONGEST_GAP) return null;
    const text = this.bytes.subarray(start - this.base, end - this.base);
    return text.every((byte) => byte === bracket || isBlank(byte)) && text.filter((byte) => byte === bracket).length === 1 ? text : null;
  }
}

/** Reads features again, one after the other; each result is valid until the next read. */
export class FeatureTextReader {
  readonly #scanner = new JsonScanner();
  readonly #places = new Places();
  readonly #builder = new LayerBuilder(this.#places);
  readonly #reader = new GeoJsonReader(this.#scanner, this.#builder);
  readonly #nothing = this.#builder.mark();

  /** @param bytes the whole object of the feature; `base` is its file offset. */
  async read(bytes: Uint8Array, base: number): Promise<FeatureText> {
    this.#builder.cutBackTo(this.#nothing);
    const whole = fileOfBytes('', bytes);
    const file = { ...whole, read: (start: number, end: number) => whole.read(start - base, end - base) };
    const node = await walkOver(this.#reader.oneItem(), this.#scanner, file, base, base + bytes.length);
    return new FeatureText(bytes, base, node, this.#builder, this.#places);
  }
}
