import { indexAmong } from '../arrays/binary-search.ts';
import { FeatureDifferences, haveEqualRings } from '../layer/feature-difference.ts';
import type { EditedLayer } from '../layer/edited-layer.ts';
import type { FeatureExtents } from '../layer/feature-extents.ts';
import type { FeatureRecords, RecordSpan } from '../layer/feature-records.ts';
import type { FindingList } from '../layer/finding-list.ts';
import type { Findings } from '../layer/findings.ts';
import type { Layer, Patch } from '../layer/layer.ts';

/** The outcome of one piece. Features are indices in the whole layer, and sources refer to the original layer. */
export interface PieceOutcome {
  readonly core: Int32Array;
  /** Of the core. */
  readonly patch: Patch | null;
  /** Of the core. */
  readonly findings: Findings;
  /** The features that meet the core. */
  readonly beside: Int32Array;
  /** How the piece expects them to come out. */
  readonly besidePatch: Patch | null;
  /** Features of the core to examine again once all outcomes are applied. */
  readonly disturbed: readonly number[];
}

/** An outcome whose patches are stored as records of the layer. */
interface KeptOutcome {
  readonly made: KeptPatch;
  readonly findings: Findings;
  readonly beside: Int32Array;
  readonly seen: KeptPatch;
  readonly disturbed: readonly number[];
}

/**
 * The outcomes of the pieces of a layer, until all agree. If a feature is examined again, with more around it, its last piece
 * counts.
 */
export class PieceOutcomes {
  private readonly layer: EditedLayer;
  private readonly outcomes: KeptOutcome[] = [];
  /** For each feature the outcome that counts, or -1. */
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
   * Finds features that come out differently from what a neighbouring piece expected, and the features of that piece near
   * the difference.
   *
   * A piece is right about its core if, wherever the core is near, the neighbouring features come out in their own pieces
   * as this piece expected. The reason is that a fault lies between two features, and of every two that meet at the core
   * both were seen in their current state. Gaps may lie between more features, so they are searched for in the whole layer.
   */
  disagreeing(extents: FeatureExtents): Set<number> {
    const found = new Set<number>();
    const differences = new FeatureDifferences();
    this.outcomes.forEach(({ beside, seen: seenHere }, number) => {
      for (const feature of beside) {
        const seenRecord = seenHere.find(feature);
        const of = this.outcomeOf[feature];
        const madeRecord = of < 0 ? null : this.outcomes[of].made.find(feature);
        if (seenRecord === null && madeRecord === null) continue;
        const [seen, seenAt] = this.featureIn(seenRecord, feature);
        const [made, madeAt] = this.featureIn(madeRecord, feature);
        if (haveEqualRings(seen, seenAt, made, madeAt)) continue;
        const box = differences.boxOf(seen, seenAt, made, madeAt);
        if (box === null) continue;
        const met = extents.near(box[0], box[1], box[2], box[3], (other) => this.outcomeOf[other] === number);
        if (met.length > 0) found.add(feature);
        for (const other of met) found.add(other);
      }
    });
    return found;
  }

  /** Applies the outcomes to the layer and removes them here. @returns the features to examine again; null if nothing changed */
  apply(findings: FindingList): { disturbed: Set<number> } | null {
    const disturbed = new Set<number>();
    let changed = 0;
    // Each outcome is released as soon as it is applied: the findings of a large layer take as much
    // memory as its geometry.
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

  private featureIn(record: RecordSpan | null, feature: number): readonly [Layer, number] {
    if (record !== null) return [this.layer.records.read(record).geometry, 0];
    const { layer, at } = this.layer.placed(feature);
    return [layer, at];
  }
}

/** A patch whose features are stored as records. */
class KeptPatch {
  /** Ascending. */
  readonly features: Int32Array;
  private readonly positions: Float64Array;
  private readonly lengths: Int32Array;

  constructor(patch: Patch | null, records: FeatureRecords) {
    // A copy, because the buffer that the patch shares will be released.
    this.features = patch?.features.slice() ?? new Int32Array(0);
    this.positions = new Float64Array(this.features.length);
    this.lengths = new Int32Array(this.features.length);
    for (let at = 0; patch !== null && at < this.features.length; at++) {
      const { position, length } = records.put(patch, at);
      this.positions[at] = position;
      this.lengths[at] = length;
    }
  }

  record(at: number): RecordSpan {
    return { position: this.positions[at], length: this.lengths[at] };
  }

  /** Null if the patch does not change the feature. */
  find(feature: number): RecordSpan | null {
    const entry = indexAmong(this.features, feature);
    return entry < 0 ? null : this.record(entry);
  }
}
