import { Float64List, Int32List } from '../arrays/growable.ts';
import type { FeatureRecords } from './feature-records.ts';
import type { Patch } from './layer.ts';
import { sourcesOf } from './origins.ts';
import { PatchBuilder } from './patch.ts';

/** What a repair changed, feature by feature. The changed geometries of a large layer are on disk and never all in memory. */
export interface ChangedFeatures {
  /** Indices of the changed features in the layer, ascending. */
  readonly features: Int32Array;
  /** Totals for all of them after the repair. */
  readonly partCount: number;
  readonly ringCount: number;
  readonly vertexCount: number;
  /** The geometry of `features[entry]`, as one of the features of a patch. */
  at(entry: number): PatchedFeature;
}

/** One feature of a patch. */
export interface PatchedFeature {
  readonly patch: Patch;
  /** Index among the features of the patch. */
  readonly entry: number;
}

/** The changed features of a patch in memory. */
export function changesOf(patch: Patch): ChangedFeatures {
  return new PatchInMemory(patch);
}

class PatchInMemory implements ChangedFeatures {
  readonly features: Int32Array;
  readonly partCount: number;
  readonly ringCount: number;
  readonly vertexCount: number;
  readonly #patch: Patch;

  constructor(patch: Patch) {
    const { xy, ringOffsets, partKinds } = patch.geometry;
    this.features = patch.features;
    this.partCount = partKinds.length;
    this.ringCount = ringOffsets.length - 1;
    this.vertexCount = xy.length / 2;
    this.#patch = patch;
  }

  at(entry: number): PatchedFeature {
    return { patch: this.#patch, entry };
  }
}

/** The patch that contains all of them. */
export function patchOf(changes: ChangedFeatures, hasZ: boolean, hasM: boolean): Patch {
  const builder = new PatchBuilder(hasZ, hasM, changes.vertexCount);
  changes.features.forEach((feature, index) => {
    const { patch, entry } = changes.at(index);
    builder.addFeature(feature, patch.geometry, entry, sourcesOf(patch));
  });
  return builder.finish();
}

/** Collects changed features, in ascending order, as records. */
export class ChangesBuilder {
  private readonly records: FeatureRecords;
  private readonly features = new Int32List();
  private readonly positions = new Float64List();
  private readonly lengths = new Int32List();
  private readonly counts = { partCount: 0, ringCount: 0, vertexCount: 0 };

  constructor(records: FeatureRecords) {
    this.records = records;
  }

  add(feature: number, { patch, entry }: PatchedFeature): void {
    const { position, length, counts } = this.records.put(patch, entry);
    this.features.push(feature);
    this.positions.push(position);
    this.lengths.push(length);
    this.counts.partCount += counts.parts;
    this.counts.ringCount += counts.rings;
    this.counts.vertexCount += counts.vertices;
  }

  /** Null if no feature was added. */
  finish(): ChangedFeatures | null {
    if (this.features.length === 0) return null;
    return new RecordedChanges(this.records, this.features.takeArray(), this.positions.takeArray(), this.lengths.takeArray(), this.counts);
  }
}

class RecordedChanges implements ChangedFeatures {
  readonly features: Int32Array;
  readonly partCount: number;
  readonly ringCount: number;
  readonly vertexCount: number;
  readonly #records: FeatureRecords;
  readonly #positions: Float64Array;
  readonly #lengths: Int32Array;

  constructor(records: FeatureRecords, features: Int32Array, positions: Float64Array, lengths: Int32Array, { partCount, ringCount, vertexCount }: Pick<ChangedFeatures, 'partCount' | 'ringCount' | 'vertexCount'>) {
    this.features = features;
    this.partCount = partCount;
    this.ringCount = ringCount;
    this.vertexCount = vertexCount;
    this.#records = records;
    this.#positions = positions;
    this.#lengths = lengths;
  }

  at(entry: number): PatchedFeature {
    const record = this.#records.read({ position: this.#positions[entry], length: this.#lengths[entry] });
    return { patch: { features: this.features.subarray(entry, entry + 1), ...record }, entry: 0 };
  }
}
