import { ProblemError } from '@geoinsights/contract/errors';
import type { Layer, PartKind } from '@geoinsights/geometry';
import { enlarged, Int32List, Uint8List } from '@geoinsights/geometry/arrays';
import type { WkbHeader } from './wkb.ts';
import { strideOf } from './wkb.ts';

/** Offsets into vertices are 32-bit, and a byte offset into `xy` must stay exact. */
const MOST_VERTICES = 1 << 30;
const HOST_IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Collects the vertices of a layer in arrays that double as they fill. */
export class LayerBuilder {
  #xy = new Float64Array(1 << 12);
  #z: Float64Array | null = null;
  #m: Float64Array | null = null;
  #vertices = 0;
  readonly #rings = fromZero();
  readonly #parts = fromZero();
  readonly #features = fromZero();
  readonly #kinds = new Uint8List(1 << 8);
  readonly #fileName: string;

  /** @param fileName for the error about a file that is too large */
  constructor(fileName: string) {
    this.#fileName = fileName;
  }

  /** Ends the current feature; one without parts counts, too. */
  endFeature(): void {
    this.#features.push(this.#kinds.length);
  }

  endPart(kind: PartKind): void {
    this.#kinds.push(kind);
    this.#parts.push(this.#rings.length - 1);
  }

  endRing(): void {
    this.#rings.push(this.#vertices);
  }

  /** Appends `count` vertices from `offset` of a blob, in the layout that the header describes. */
  addVertices(view: DataView, offset: number, count: number, layout: Pick<WkbHeader, 'hasZ' | 'hasM' | 'littleEndian'>): void {
    const { hasZ, hasM, littleEndian } = layout;
    this.#reserve(count);
    const first = this.#vertices;
    const xy = this.#xy;
    if (!hasZ && !hasM && littleEndian && HOST_IS_LITTLE_ENDIAN) {
      new Uint8Array(xy.buffer).set(new Uint8Array(view.buffer, view.byteOffset + offset, count * 16), first * 16);
    } else {
      const stride = strideOf(layout);
      const z = hasZ ? (this.#z ??= this.#withoutValues()) : null;
      const m = hasM ? (this.#m ??= this.#withoutValues()) : null;
      for (let index = 0, at = offset; index < count; index++, at += stride) {
        const vertex = first + index;
        xy[vertex * 2] = view.getFloat64(at, littleEndian);
        xy[vertex * 2 + 1] = view.getFloat64(at + 8, littleEndian);
        if (z !== null) z[vertex] = view.getFloat64(at + 16, littleEndian);
        if (m !== null) m[vertex] = view.getFloat64(at + (hasZ ? 24 : 16), littleEndian);
      }
    }
    this.#vertices += count;
  }

  finish(): Layer {
    return {
      xy: this.#xy.slice(0, this.#vertices * 2),
      z: this.#z?.slice(0, this.#vertices) ?? null,
      m: this.#m?.slice(0, this.#vertices) ?? null,
      ringOffsets: this.#rings.toArray(),
      partOffsets: this.#parts.toArray(),
      featureOffsets: this.#features.toArray(),
      partKinds: this.#kinds.toArray(),
    };
  }

  #withoutValues(): Float64Array<ArrayBuffer> {
    return new Float64Array(this.#xy.length / 2).fill(NaN);
  }

  #reserve(count: number): void {
    const needed = this.#vertices + count;
    const capacity = this.#xy.length / 2;
    if (needed <= capacity) return;
    if (needed > MOST_VERTICES) throw this.#tooLarge();
    const grown = Math.min(MOST_VERTICES, Math.max(needed, capacity * 2));
    try {
      this.#xy = enlarged(this.#xy, grown * 2);
      if (this.#z !== null) this.#z = enlarged(this.#z, grown).fill(NaN, this.#vertices);
      if (this.#m !== null) this.#m = enlarged(this.#m, grown).fill(NaN, this.#vertices);
    } catch (error) {
      if (error instanceof RangeError) throw this.#tooLarge(error);
      throw error;
    }
  }

  #tooLarge(cause?: Error): ProblemError {
    return new ProblemError('too-large', { file: this.#fileName, reason: `one of its layers has over ${this.#vertices} vertices, more than fit into memory.` }, { cause });
  }
}

/** For offsets 0, n1, n2 …: one more entry than there are items. */
function fromZero(): Int32List {
  const offsets = new Int32List(1 << 8);
  offsets.push(0);
  return offsets;
}
