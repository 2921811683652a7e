import type { Layer } from '@geoinsights/geometry';
import type { FeatureBatch, FeatureId } from '../features/feature-batch.ts';
import { BATCH_FEATURES, BATCH_VERTICES } from '../features/feature-batch.ts';
import type { FieldValue } from '../features/field.ts';
import { tidied } from '../features/tidy.ts';
import { geometryTypeOf } from './feature-geometry-type.ts';
import { LayerBuilder } from './layer-builder.ts';
import { FEATURE } from './names.ts';
import type { ObjectNode } from './object-node.ts';
import type { RowReader } from './row-reader.ts';

/** The attributes of a batch may take this many bytes of the file, not counting those of its last feature. */
const BATCH_ATTRIBUTES = 1 << 22;

/** A batch with this many vertices is far beyond the usual size. */
const LARGE = 8 * BATCH_VERTICES;

/** Collects features for one batch after the other. */
export class BatchBuilder extends LayerBuilder {
  readonly #rows: RowReader;
  readonly #hasIds: boolean;
  readonly #featureEnds = new Int32Array(BATCH_FEATURES + 1);
  readonly #types = new Uint8Array(BATCH_FEATURES);
  #batchRows: FieldValue[][] = [];
  #ids: FeatureId[] = [];
  readonly #nothing = this.mark();

  constructor(rows: RowReader, hasIds: boolean) {
    super(null, 0, rows);
    this.#rows = rows;
    this.#hasIds = hasIds;
  }

  get isFull(): boolean {
    return this.features >= BATCH_FEATURES || this.vertices >= BATCH_VERTICES || this.#rows.taken >= BATCH_ATTRIBUTES;
  }

  override endFeature(node: ObjectNode): void {
    const rows = this.#rows;
    const isFeature = node.type === FEATURE;
    this.#types[this.features] = geometryTypeOf(node);
    this.#batchRows.push(isFeature && rows.row !== null ? rows.row : rows.emptyRow());
    if (this.#hasIds) this.#ids.push(isFeature ? rows.id : null);
    this.#featureEnds[++this.features] = this.parts;
  }

  /** The survey has already reported objections. */
  override object(): void {
    // Every object that the survey accepted is accepted.
  }

  /** Returns the batch and empties the builder. @param first index of its first feature */
  take(first: number): FeatureBatch {
    const { features } = this;
    const batch = {
      first,
      geometry: tidied(this.#geometry()),
      types: this.#types.slice(0, features),
      rows: this.#batchRows,
      ids: this.#hasIds ? this.#ids : null,
    };
    this.#batchRows = [];
    this.#ids = [];
    this.#rows.taken = 0;
    this.cutBackTo(this.#nothing);
    return batch;
  }

  /** For a very large feature, hands over the array it was read into instead of copying it. */
  #takeXy(): Float64Array {
    const { xy, vertices } = this;
    if (vertices < LARGE) return xy.slice(0, 2 * vertices);
    this.xy = new Float64Array(128);
    return xy.subarray(0, 2 * vertices);
  }

  #geometry(): Layer {
    const { vertices, rings, parts, features } = this;
    const ringOffsets = new Int32Array(rings + 1);
    ringOffsets.set(this.ringEnds.subarray(0, rings), 1);
    const partOffsets = new Int32Array(parts + 1);
    partOffsets.set(this.partEnds.subarray(0, parts), 1);
    return {
      xy: this.#takeXy(),
      z: numbersOf(this.z, vertices),
      m: numbersOf(this.m, vertices),
      ringOffsets,
      partOffsets,
      featureOffsets: this.#featureEnds.slice(0, features + 1),
      partKinds: this.partKinds.slice(0, parts),
    };
  }
}

function numbersOf(values: Float64Array | null, length: number): Float64Array | null {
  if (values === null) return null;
  // The array may be shorter: it only grows when a vertex has a value.
  const own = new Float64Array(length).fill(NaN);
  own.set(values.subarray(0, length));
  return own.every((value) => Number.isNaN(value)) ? null : own;
}
