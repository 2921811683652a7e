import { differenceBox, haveSameVertices } from '../layer/feature-difference.ts';
import type { EditedLayer } from '../layer/edited-layer.ts';
import type { FeatureExtents } from '../layer/feature-extents.ts';
import type { FeatureRecords, RecordPlace } from '../layer/feature-records.ts';
import type { FindingList } from '../layer/finding-list.ts';
import type { Findings } from '../layer/findings.ts';
import type { Layer, Patch } from '../layer/layer.ts';

/** What a piece made of the layer that was cut; all features are places in the whole, and sources in the layer as it came. */
export interface PieceOutcome {
  readonly core: Int32Array;
  /** Of the core. */
  readonly patch: Patch | null;
  /** Of the core. */
  readonly findings: Findings;
  /** The features that meet the core. */
  readonly beside: Int32Array;
  /** What the piece took them to become. */
  readonly besidePatch: Patch | null;
  /** Features of the core to be looked at again when all is applied. */
  readonly disturbed: readonly number[];
}

/** An outcome whose patches are records of the layer. */
interface KeptOutcome {
  readonly made: KeptPatch;
  readonly findings: Findings;
  readonly beside: Int32Array;
  readonly seen: KeptPatch;
  readonly disturbed: readonly number[];
}

/**
 * What the pieces of one layer made of their cores, until all agree: a feature that is examined once more, with more around it,
 * is what its last piece made of it.
 */
export class PieceOutcomes {
  private readonly layer: EditedLayer;
  private readonly outcomes: KeptOutcome[] = [];
  /** For each feature the outcome it is taken from, or -1. */
  private readonly outcomeOf: Int32Array;

  constructor(layer: EditedLayer) {
    this.layer = layer;
    this.outcomeOf = new Int32Array(layer.featureCount).fill(-1);
  }

  add({ core, patch, findings, beside, besidePatch, disturbed }: PieceOutcome): void {
    for (const feature of core) this.outcomeOf[feature] = this.outcomes.length;
    this.outcomes.push({ made: new KeptPatch(patch, this.layer.records), findings, beside, seen: new KeptPatch(besidePatch, this.layer.records), disturbed });
  }

  /**
   * Features that come out otherwise than a piece beside saw them, and the features of that piece near which they do.
   *
   * A piece is right about its core if, where the core is near, the features beside it come out in their own pieces as they
   * did here: faults are between two features, and of every two that meet at the core both were seen as they are now. Gaps,
   * which may lie between more, are looked for in the whole layer.
   */
  disagreeing(extents: FeatureExtents): Set<number> {
    const found = new Set<number>();
    this.outcomes.forEach(({ beside, seen: seenHere }, number) => {
      for (const feature of beside) {
        const seenRecord = seenHere.find(feature);
        const of = this.outcomeOf[feature];
        const madeRecord = of < 0 ? null : this.outcomes[of].made.find(feature);
        if (seenRecord === null && madeRecord === null) continue;
        const [seen, seenAt] = this.featureIn(seenRecord, feature);
        const [made, madeAt] = this.featureIn(madeRecord, feature);
        if (haveSameVertices(seen, seenAt, made, madeAt)) continue;
        const box = differenceBox(seen, seenAt, made, madeAt);
        if (box === null) continue;
        const met = extents.near(box[0], box[1], box[2], box[3], (other) => this.outcomeOf[other] === number);
        if (met.length > 0) found.add(feature);
        for (const other of met) found.add(other);
      }
    });
    return found;
  }

  /** Makes the layer what came of it, and forgets it here. @returns the features to be looked at again; null when nothing changed */
  apply(findings: FindingList): { disturbed: Set<number> } | null {
    const disturbed = new Set<number>();
    let changed = 0;
    // What was taken over is let go at once: findings of a large layer weigh as much as its geometry.
    const waiting = this.outcomes.splice(0).reverse();
    for (let number = 0, outcome = waiting.pop(); outcome !== undefined; number++, outcome = waiting.pop()) {
      const isTaken = (feature: number): boolean => this.outcomeOf[feature] === number;
      findings.addSome(outcome.findings, isTaken);
      for (const feature of outcome.disturbed) if (isTaken(feature)) disturbed.add(feature);
      outcome.made.features.forEach((feature, at) => {
        if (!isTaken(feature)) return;
        this.layer.adopt(feature, outcome.made.record(at));
        changed++;
      });
    }
    return changed > 0 ? { disturbed } : null;
  }

  private featureIn(record: RecordPlace | null, feature: number): readonly [Layer, number] {
    if (record !== null) return [this.layer.records.read(record).geometry, 0];
    const { layer, at } = this.layer.placed(feature);
    return [layer, at];
  }
}

/** A patch whose features are records. */
class KeptPatch {
  /** Ascending. */
  readonly features: Int32Array;
  private readonly places: Float64Array;
  private readonly lengths: Int32Array;

  constructor(patch: Patch | null, records: FeatureRecords) {
    // A copy: what the patch shares its buffer with is let go.
    this.features = patch?.features.slice() ?? new Int32Array(0);
    this.places = new Float64Array(this.features.length);
    this.lengths = new Int32Array(this.features.length);
    for (let at = 0; patch !== null && at < this.features.length; at++) {
      const { place, length } = records.put(patch, at);
      this.places[at] = place;
      this.lengths[at] = length;
    }
  }

  record(at: number): RecordPlace {
    return { place: this.places[at], length: this.lengths[at] };
  }

  /** Null when it leaves the feature as it is. */
  find(feature: number): RecordPlace | null {
    let [low, high] = [0, this.features.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.features[middle] < feature) low = middle + 1;
      else high = middle;
    }
    return this.features[low] === feature ? this.record(low) : null;
  }
}
