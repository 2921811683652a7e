import { enlarged, Int32List, Uint8List } from '@geoinsights/geometry/arrays';
import { PartKind } from '@geoinsights/geometry/layer';
import { BATCH_FEATURES, BATCH_VERTICES } from '../features/feature-batch.ts';
import type { LayerVertices } from '../features/feature-dataset.ts';
import type { FileWindow } from '../files/window.ts';
import { startOfVertices } from './shape-types.ts';
import type { ShapeKind } from './shape-types.ts';

/** Records up to this size come whole while their heads are surveyed. */
export const LONGEST_SCANNED = 1 << 22;

/** Collects the vertices of records while these are surveyed, so that a caller who needs neither parts nor values reads the file only once. */
export class VertexScan {
  readonly #onVertices: (vertices: LayerVertices, features: number) => void;
  #xy = new Float64Array(4 * BATCH_VERTICES);
  #bytes = new Uint8Array(this.#xy.buffer);
  readonly #rings = new Int32List(1 << 12);
  readonly #parts = new Int32List(1 << 12);
  readonly #kinds = new Uint8List(1 << 12);
  #vertices = 0;
  #features = 0;

  constructor(onVertices: (vertices: LayerVertices, features: number) => void) {
    this.#onVertices = onVertices;
    this.#clear();
  }

  /**
   * @param content where the content of the record begins in the file; the window holds all of it
   * @returns false if the record cannot be read in this simple way: its feature is then missing
   */
  add({ bytes, view, start }: FileWindow, content: number, kind: ShapeKind, ringCount: number, vertexCount: number): boolean {
    const at = content - start;
    const starts = at + startOfVertices(kind, 0);
    const xy = at + startOfVertices(kind, ringCount);
    const hasStarts = kind.family === 'line' || kind.family === 'polygon';
    for (let ring = 0, before = 0; hasStarts && ring < ringCount; ring++) {
      const first = view.getInt32(starts + 4 * ring, true);
      if (first < before || first > vertexCount || (ring === 0 && first !== 0)) return false;
      before = first;
    }
    this.#reserve(vertexCount);
    this.#bytes.set(bytes.subarray(xy, xy + 16 * vertexCount), 16 * this.#vertices);
    for (let ring = 1; ring < ringCount; ring++) this.#rings.push(this.#vertices + view.getInt32(starts + 4 * ring, true));
    this.#vertices += vertexCount;
    if (ringCount > 0) {
      this.#rings.push(this.#vertices);
      this.#parts.push(this.#rings.length - 1);
      this.#kinds.push(kind.family === 'polygon' ? PartKind.Polygon : kind.family === 'line' ? PartKind.Line : PartKind.Point);
    }
    this.#endFeature();
    return true;
  }

  /** A record without vertices that are read. */
  addNone(): void {
    this.#endFeature();
  }

  /** Call it after the last record. */
  end(): void {
    this.#onVertices(
      { xy: this.#xy.subarray(0, 2 * this.#vertices), ringOffsets: this.#rings.toArray(), partOffsets: this.#parts.toArray(), partKinds: this.#kinds.toArray() },
      this.#features,
    );
    this.#clear();
  }

  #endFeature(): void {
    this.#features++;
    if (this.#vertices >= BATCH_VERTICES || this.#features >= BATCH_FEATURES) this.end();
  }

  #clear(): void {
    this.#vertices = this.#features = this.#kinds.length = this.#rings.length = this.#parts.length = 0;
    this.#rings.push(0);
    this.#parts.push(0);
  }

  #reserve(more: number): void {
    const needed = 2 * (this.#vertices + more);
    if (needed <= this.#xy.length) return;
    this.#xy = enlarged(this.#xy, needed);
    this.#bytes = new Uint8Array(this.#xy.buffer);
  }
}
