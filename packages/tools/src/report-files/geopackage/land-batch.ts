import type { LandGeometry } from '@geoinsights/contract';
import { GeometryType, type FeatureBatch, type FieldValue } from '@geoinsights/formats';
import { PartKind } from '@geoinsights/geometry';
import { Float64List, Int32List, Uint8List } from '@geoinsights/geometry/arrays';

/** The geometry of a finding; a point if it has neither land nor line. */
export type FindingGeometry = LandGeometry | { readonly type: 'Point'; readonly coordinates: readonly number[] };

/** Collects features for a batch, with two ordinates per vertex, whatever the input has. */
export class LandBatch {
  #first = 0;
  readonly #xy = new Float64List();
  readonly #rings = new Int32List();
  readonly #parts = new Int32List();
  readonly #features = new Int32List();
  readonly #kinds = new Uint8List();
  readonly #types = new Uint8List();
  #rows: FieldValue[][] = [];

  constructor() {
    this.#clear();
  }

  get vertices(): number {
    return this.#xy.length / 2;
  }

  get features(): number {
    return this.#rows.length;
  }

  add(geometry: FindingGeometry, row: FieldValue[]): void {
    switch (geometry.type) {
      case 'Point':
        this.#part(PartKind.Point, [[geometry.coordinates]]);
        break;
      case 'LineString':
        this.#part(PartKind.Line, [geometry.coordinates]);
        break;
      case 'MultiLineString':
        for (const line of geometry.coordinates) this.#part(PartKind.Line, [line]);
        break;
      case 'Polygon':
        this.#part(PartKind.Polygon, geometry.coordinates);
        break;
      case 'MultiPolygon':
        for (const polygon of geometry.coordinates) this.#part(PartKind.Polygon, polygon);
        break;
    }
    this.#features.push(this.#parts.length - 1);
    this.#types.push(GeometryType[geometry.type]);
    this.#rows.push(row);
  }

  /** Returns the batch and empties the collector. */
  take(): FeatureBatch {
    const batch = {
      first: this.#first,
      geometry: {
        xy: this.#xy.toArray(),
        z: null,
        m: null,
        ringOffsets: this.#rings.toArray(),
        partOffsets: this.#parts.toArray(),
        featureOffsets: this.#features.toArray(),
        partKinds: this.#kinds.toArray(),
      },
      types: this.#types.toArray(),
      rows: this.#rows,
      ids: null,
    };
    this.#first += this.#rows.length;
    this.#rows = [];
    this.#clear();
    return batch;
  }

  #part(kind: PartKind, rings: readonly (readonly (readonly number[])[])[]): void {
    for (const ring of rings) {
      for (const [x, y] of ring) {
        this.#xy.push(x);
        this.#xy.push(y);
      }
      this.#rings.push(this.vertices);
    }
    this.#kinds.push(kind);
    this.#parts.push(this.#rings.length - 1);
  }

  #clear(): void {
    for (const list of [this.#xy, this.#rings, this.#parts, this.#features, this.#kinds, this.#types]) list.length = 0;
    for (const list of [this.#rings, this.#parts, this.#features]) list.push(0);
  }
}
