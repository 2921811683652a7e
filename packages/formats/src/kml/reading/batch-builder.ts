import { PartKind } from '@geoinsights/geometry/layer';
import { Float64List, Int32List, Uint8List } from '@geoinsights/geometry/arrays';
import { BATCH_FEATURES, BATCH_VERTICES, GeometryType, type FeatureBatch, type FeatureId } from '../../features/feature-batch.ts';
import type { FieldValue } from '../../features/field.ts';
import type { CoordinateReader } from '../coordinates.ts';
import type { PartElement, RingElement } from '../elements.ts';
import type { Shape } from './shape.ts';

/** Collects features until they fill a batch. */
export class BatchBuilder {
  readonly #hasZ: boolean;
  #first = 0;
  readonly #xy = new Float64List(2 * BATCH_VERTICES);
  readonly #z = new Float64List();
  readonly #ringOffsets = new Int32List();
  readonly #partOffsets = new Int32List();
  readonly #featureOffsets = new Int32List();
  readonly #partKinds = new Uint8List();
  readonly #types = new Uint8List();
  #rows: FieldValue[][] = [];
  /** Null if the layer has none. */
  #ids: FeatureId[] | null;

  constructor({ hasZ, hasIds }: { readonly hasZ: boolean; readonly hasIds: boolean }) {
    this.#hasZ = hasZ;
    this.#ids = hasIds ? [] : null;
  }

  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  get isFull(): boolean {
    return this.#rows.length >= BATCH_FEATURES || this.#xy.length >= 2 * BATCH_VERTICES;
  }

  add({ type, parts }: Shape, coordinates: CoordinateReader, row: FieldValue[], id: string): void {
    this.#featureOffsets.push(this.#partKinds.length);
    this.#types.push(type);
    this.#rows.push(row);
    this.#ids?.push(id === '' ? null : id);
    const start = this.#z.length;
    if (type === GeometryType.MultiPoint) this.#addPoints(parts, coordinates);
    else for (const part of parts) this.#addPart(part, coordinates);
    this.#settleHeights(start);
  }

  /** In KML a missing altitude is 0. A geometry without any altitude stays flat. @param start where the heights of the last feature begin */
  #settleHeights(start: number): void {
    const heights = this.#z.data.subarray(start, this.#z.length);
    if (!heights.includes(NaN) || heights.every((height) => Number.isNaN(height))) return;
    for (let vertex = 0; vertex < heights.length; vertex++) if (Number.isNaN(heights[vertex])) heights[vertex] = 0;
  }

  /** Returns the batch and starts the next one after it. */
  take(): FeatureBatch {
    this.#ringOffsets.push(this.#xy.length / 2);
    this.#partOffsets.push(this.#ringOffsets.length - 1);
    this.#featureOffsets.push(this.#partKinds.length);
    const batch: FeatureBatch = {
      first: this.#first,
      geometry: {
        xy: this.#xy.toArray(),
        z: this.#hasZ ? this.#z.toArray() : null,
        m: null,
        ringOffsets: this.#ringOffsets.toArray(),
        partOffsets: this.#partOffsets.toArray(),
        featureOffsets: this.#featureOffsets.toArray(),
        partKinds: this.#partKinds.toArray(),
      },
      types: this.#types.toArray(),
      rows: this.#rows,
      ids: this.#ids,
    };
    this.#first += this.#rows.length;
    this.#rows = [];
    if (this.#ids !== null) this.#ids = [];
    for (const list of [this.#xy, this.#z, this.#ringOffsets, this.#partOffsets, this.#featureOffsets, this.#partKinds, this.#types]) list.length = 0;
    return batch;
  }

  /** The points of a MultiPoint form one part with one ring. */
  #addPoints(parts: readonly PartElement[], coordinates: CoordinateReader): void {
    this.#beginPart(PartKind.Point);
    this.#ringOffsets.push(this.#xy.length / 2);
    for (const { rings } of parts) for (const ring of rings) this.#addVertices(ring, coordinates, false);
  }

  #addPart({ element, rings }: PartElement, coordinates: CoordinateReader): void {
    const isPolygon = element.kind === 'polygon';
    this.#beginPart(isPolygon ? PartKind.Polygon : element.kind === 'line' ? PartKind.Line : PartKind.Point);
    for (const ring of rings) {
      this.#ringOffsets.push(this.#xy.length / 2);
      this.#addVertices(ring, coordinates, isPolygon);
    }
  }

  #beginPart(kind: PartKind): void {
    this.#partOffsets.push(this.#ringOffsets.length);
    this.#partKinds.push(kind);
  }

  #addVertices({ coordinates: own }: RingElement, { x, y, z }: CoordinateReader, isClosed: boolean): void {
    if (own === null || own.vertexCount === 0) return;
    const from = own.firstVertex;
    const to = from + own.vertexCount;
    const isOpen = isClosed && !(x.data[from] === x.data[to - 1] && y.data[from] === y.data[to - 1]);
    const count = to - from + (isOpen ? 1 : 0);
    let at = this.#xy.length;
    this.#xy.reserve(at + 2 * count);
    const { data } = this.#xy;
    for (let vertex = from; vertex < to; vertex++) {
      data[at++] = x.data[vertex];
      data[at++] = y.data[vertex];
    }
    if (isOpen) {
      data[at++] = x.data[from];
      data[at++] = y.data[from];
    }
    this.#xy.length = at;
    if (!this.#hasZ) return;
    this.#z.pushAll(z.data.subarray(from, to));
    if (isOpen) this.#z.push(z.data[from]);
  }
}
