import { differenceBox, haveSameVertices } from '../layer/feature-difference.ts';
import type { FeatureExtents } from '../layer/feature-extents.ts';
import type { FindingList } from '../layer/finding-list.ts';
import type { Findings } from '../layer/findings.ts';
import type { Layer, Patch } from '../layer/layer.ts';
import { applyPatches } from '../layer/patch.ts';
import type { Origins } from '../layer/origins.ts';

/** What a piece made of the layer that was cut; all features are places in the whole. */
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

/**
 * What the pieces of one layer made of their cores, until all agree: a feature that is examined once more, with more around it,
 * is what its last piece made of it.
 */
export class PieceOutcomes {
  private readonly layer: Layer;
  private readonly outcomes: PieceOutcome[] = [];
  /** For each feature the outcome it is taken from, or -1. */
  private readonly outcomeOf: Int32Array;

  constructor(layer: Layer) {
    this.layer = layer;
    this.outcomeOf = new Int32Array(layer.featureOffsets.length - 1).fill(-1);
  }

  add(outcome: PieceOutcome): void {
    for (const feature of outcome.core) this.outcomeOf[feature] = this.outcomes.length;
    this.outcomes.push(outcome);
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
    const placesIn = this.outcomes.map(({ patch }) => placesOf(patch));
    this.outcomes.forEach(({ beside, besidePatch }, number) => {
      const placeOf = placesOf(besidePatch);
      for (const feature of beside) {
        const [seen, seenAt] = this.featureIn(besidePatch, placeOf, feature);
        const of = this.outcomeOf[feature];
        const [made, madeAt] = of < 0 ? [this.layer, feature] : this.featureIn(this.outcomes[of].patch, placesIn[of], feature);
        if (seen === made || haveSameVertices(seen, seenAt, made, madeAt)) continue;
        const box = differenceBox(seen, seenAt, made, madeAt);
        if (box === null) continue;
        const met = extents.near(box[0], box[1], box[2], box[3], (other) => this.outcomeOf[other] === number);
        if (met.length > 0) found.add(feature);
        for (const other of met) found.add(other);
      }
    });
    return found;
  }

  /** The layer with what was made of it; null when nothing was. */
  apply(origins: Origins | null, findings: FindingList): { layer: Layer; origins: Origins; changed: Set<number>; disturbed: Set<number> } | null {
    const patches: Patch[] = [];
    const takenFrom: number[] = [];
    const changed = new Set<number>();
    const disturbed = new Set<number>();
    this.outcomes.forEach((outcome, number) => {
      const isTaken = (feature: number): boolean => this.outcomeOf[feature] === number;
      findings.addSome(outcome.findings, isTaken);
      for (const feature of outcome.disturbed) if (isTaken(feature)) disturbed.add(feature);
      if (outcome.patch === null) return;
      for (const feature of outcome.patch.features) if (isTaken(feature)) changed.add(feature);
      patches.push(outcome.patch);
      takenFrom.push(number);
    });
    if (changed.size === 0) return null;
    return { ...applyPatches(this.layer, patches, origins, (feature, patch) => this.outcomeOf[feature] === takenFrom[patch]), changed, disturbed };
  }

  private featureIn(patch: Patch | null, placeOf: ReadonlyMap<number, number>, feature: number): readonly [Layer, number] {
    const place = placeOf.get(feature);
    return patch === null || place === undefined ? [this.layer, feature] : [patch.geometry, place];
  }
}

function placesOf(patch: Patch | null): Map<number, number> {
  const places = new Map<number, number>();
  patch?.features.forEach((feature, place) => places.set(feature, place));
  return places;
}
