import { range } from '../arrays/range.ts';
import { ChangesBuilder } from './changed-features.ts';
import type { ChangedFeatures } from './changed-features.ts';
import { putExtent } from './extent.ts';
import { featureExtents } from './feature-extents.ts';
import { FeatureRecords } from './feature-records.ts';
import type { RecordSpan } from './feature-records.ts';
import { extractPlaced, gatherPlaced } from './neighbourhood.ts';
import type { LayerExtract, PlacedFeature } from './neighbourhood.ts';
import type { Layer, Patch } from './layer.ts';
import { copyOf, sourcesOf, tracedBack } from './origins.ts';
import { isSameFeature } from './patch.ts';
import { vertexCountOf } from './vertex-range.ts';
import { recogniseRingsOf } from './recognise.ts';
import { releaseLayer } from './release.ts';
import type { Spool } from './spool.ts';

/**
 * A layer with some features replaced. Only these are stored beside the layer, in a spool, so that there is no second copy of a large
 * layer. The sources of the replacements refer to the layer itself, however many steps lie in between.
 */
export class EditedLayer {
  readonly base: Layer;
  readonly records: FeatureRecords;
  readonly featureCount: number;
  /** Where the record of each feature is; -1 for an unchanged feature. */
  private readonly positions: Float64Array;
  private readonly lengths: Int32Array;
  private readonly counts: Int32Array;
  private readonly extents: Float64Array;
  private editedCount = 0;
  private wholeLayer: Layer | null = null;

  constructor(base: Layer, spool: Spool) {
    this.base = base;
    this.records = new FeatureRecords(base, spool);
    this.featureCount = base.featureOffsets.length - 1;
    this.positions = new Float64Array(this.featureCount).fill(-1);
    this.lengths = new Int32Array(this.featureCount);
    this.counts = new Int32Array(this.featureCount).map((_, feature) => vertexCountOf(base, feature));
    this.extents = featureExtents(base);
  }

  get isEdited(): boolean {
    return this.editedCount > 0;
  }

  get vertexCount(): number {
    return this.counts.reduce((sum, count) => sum + count, 0);
  }

  readonly vertexCountOf = (feature: number): number => this.counts[feature];

  /** minX, minY, maxX, maxY of each feature; minX > maxX for a feature without coordinates. */
  extentsOfAll(): Float64Array {
    return this.extents.slice();
  }

  /** Whether the feature currently has no parts. */
  readonly isEmpty = (feature: number): boolean => {
    if (this.counts[feature] > 0) return false;
    const { layer, at } = this.placed(feature);
    return layer.featureOffsets[at + 1] === layer.featureOffsets[at];
  };

  /** The current state of the feature. */
  readonly placed = (feature: number): PlacedFeature => {
    if (this.positions[feature] < 0) return { layer: this.base, at: feature, origins: null };
    const record = this.records.read({ position: this.positions[feature], length: this.lengths[feature] });
    return { layer: record.geometry, at: 0, origins: sourcesOf(record) };
  };

  /** Replaces a feature by a record of these `records`. */
  adopt(feature: number, record: RecordSpan): void {
    this.forgetWhole();
    if (this.positions[feature] < 0) this.editedCount++;
    this.positions[feature] = record.position;
    this.lengths[feature] = record.length;
    const { geometry } = this.records.read(record);
    this.counts[feature] = geometry.xy.length / 2;
    putExtent(geometry.xy, 0, this.counts[feature], this.extents, 4 * feature);
  }

  /** Applies a patch to the current layer, as returned by `whole`. */
  take(patch: Patch): void {
    const sourced = this.editedCount === 0 || patch.sourcePart.length === 0 ? patch : tracedBack(patch, this.extractAll().origins);
    patch.features.forEach((feature, at) => this.adopt(feature, this.records.put(sourced, at)));
  }

  /** The current layer: a copy if anything was edited. Valid until the next edit or `forgetWhole`. */
  whole(): Layer {
    if (this.editedCount === 0) return this.base;
    this.wholeLayer ??= gatherPlaced(this.base, range(this.featureCount), this.placed, null);
    return this.wholeLayer;
  }

  /** Frees the memory of `whole`. */
  forgetWhole(): void {
    if (this.wholeLayer !== null) releaseLayer(this.wholeLayer);
    this.wholeLayer = null;
  }

  /** The current state of some features, as a layer of their own. Its origins refer to the base. */
  extract(features: Int32Array): LayerExtract {
    return extractPlaced(this.base, features, this.placed);
  }

  /** The current state of all features. */
  extractAll(): LayerExtract {
    return this.extract(range(this.featureCount));
  }

  /** The changes that lead from the base to the current layer, in the spool; null if nothing really differs. */
  changes(): ChangedFeatures | null {
    const changes = new ChangesBuilder(this.records);
    for (let feature = 0; feature < this.featureCount; feature++) {
      if (this.positions[feature] < 0) continue;
      const { layer, at, origins } = this.placed(feature);
      if (origins === null) continue;
      const recognised = copyOf(origins);
      recogniseRingsOf(feature, this.base, at, layer, recognised);
      if (isSameFeature(this.base, feature, layer, at, recognised)) continue;
      const patch = { features: Int32Array.of(feature), geometry: layer, sourcePart: recognised.part, sourceRing: recognised.ring, sourceVertex: recognised.vertex };
      changes.add(feature, { patch, entry: at });
    }
    return changes.finish();
  }
}
