import { Float64List, Int32List } from '../arrays/growable.ts';
import type { Layer, PartKind } from '../layer/layer.ts';

/** Offsets are 32-bit, and twice as many coordinates must fit into one array. */
const MOST_VERTICES = 2 ** 29;

/** A layer that grows at its end. */
export class LayerColumns {
  readonly #xy = new Float64List();
  #z: Float64List | null = null;
  #m: Float64List | null = null;
  readonly #ringOffsets = new Int32List();
  readonly #partOffsets = new Int32List();
  readonly #featureOffsets = new Int32List();
  readonly #partKinds = new Int32List();
  #vertices = 0;

  get vertices(): number {
    return this.#vertices;
  }

  get rings(): number {
    return this.#ringOffsets.length;
  }

  get parts(): number {
    return this.#partOffsets.length;
  }

  /** @returns false if there is no room for more. */
  addVertex(x: number, y: number, z: number, m: number): boolean {
    if (this.#vertices === MOST_VERTICES) return false;
    this.#xy.push(x);
    this.#xy.push(y);
    this.#z = withOrdinate(this.#z, this.#vertices, z);
    this.#m = withOrdinate(this.#m, this.#vertices, m);
    this.#vertices++;
    return true;
  }

  beginRing(): void {
    this.#ringOffsets.push(this.#vertices);
  }

  beginPart(kind: PartKind): void {
    this.#partOffsets.push(this.rings);
    this.#partKinds.push(kind);
  }

  beginFeature(): void {
    this.#featureOffsets.push(this.parts);
  }

  /** The finished layer. The columns are empty afterwards. */
  takeLayer(): Layer {
    this.#featureOffsets.push(this.parts);
    this.#partOffsets.push(this.rings);
    this.#ringOffsets.push(this.#vertices);
    return {
      xy: this.#xy.takeArray(),
      z: this.#z?.takeArray() ?? null,
      m: this.#m?.takeArray() ?? null,
      ringOffsets: this.#ringOffsets.takeArray(),
      partOffsets: this.#partOffsets.takeArray(),
      featureOffsets: this.#featureOffsets.takeArray(),
      partKinds: Uint8Array.from(this.#partKinds.takeArray()),
    };
  }
}

/** The column with one more value. There is no column until a vertex has the ordinate. */
function withOrdinate(column: Float64List | null, vertices: number, value: number): Float64List | null {
  if (column === null && Number.isNaN(value)) return null;
  const filled = column ?? new Float64List(vertices + 1);
  while (filled.length < vertices) filled.push(NaN);
  filled.push(value);
  return filled;
}
