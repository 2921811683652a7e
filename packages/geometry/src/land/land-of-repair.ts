import { firstAtLeast } from '../arrays/binary-search.ts';
import type { ChangedFeatures } from '../layer/changed-features.ts';
import type { Findings } from '../layer/findings.ts';
import { applyPatch } from '../layer/apply-patch.ts';
import type { Layer } from '../layer/layer.ts';
import type { CoordinateUnits, Winding } from '../options.ts';
import { holesAmongParts } from '../ring-order/holes-among-parts.ts';
import { breathe } from '../settling/breathe.ts';
import { unlessTooTangled } from '../tangled.ts';
import { BalanceBuilder } from './balance.ts';
import type { Balance } from './balance.ts';
import { BatchBorders } from './batch-borders.ts';
import { batchFaces } from './batch-faces.ts';
import { BatchFindings } from './batch-findings.ts';
import { BorderMoves } from './border-moves.ts';
import { needsLand } from './finding-weights.ts';
import { FindingsLand } from './findings-land.ts';
import { beforeAndAfter, landBatches } from './land-batches.ts';
import type { BeforeAndAfter, LandBatch } from './land-batches.ts';
import { landMeasure } from './land-measure.ts';
import { MovedBorders } from './moved-borders.ts';
import { RegionPieces } from './region-pieces.ts';

/** Vertices of the features examined together, not counting those around them: as many as fit into the caches of a processor. */
const BATCH = 300_000;

export interface LandOptions {
  readonly units: CoordinateUnits;
  readonly shellWinding: Winding;
  /** Metres per unit of planar coordinates. Omit it if unknown: areas are then in squares of that unit. */
  readonly metresPerUnit?: number | null;
  /** In the unit of the tolerances. */
  readonly snapDistance: number;
  /** How many vertices are examined together. The result is the same for any number. */
  readonly batchVertices?: number;
  /** Called with the share of the features that is done, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

export interface LandOfRepair {
  readonly balance: Balance;
  readonly findings: FindingsLand;
  /** Number of features without a result, because borders around them cross, or lie on top of each other, too often. */
  readonly notMeasured: number;
}

/**
 * What a repair did to the land: for each changed feature what it gave to whom and received from whom, and for each finding its polygon,
 * or the line of the border that moved.
 *
 * This is computed only from the layer before and the changed features after, not from what the repair did in between. So the result
 * does not depend on stages and pieces. Wherever a feature differs from its original form, everything there is noded in one arrangement,
 * before and after together. Each face then shows who claimed it and who has it.
 */
export async function landOfRepair(before: Layer, changes: ChangedFeatures | null, findings: Findings, options: LandOptions): Promise<LandOfRepair> {
  const holes = holesAmongParts(before, options);
  const layers = beforeAndAfter(holes === null ? before : applyPatch(before, holes.patch), changes);
  const work = new LandWork(layers, findings, options);
  let done = 0;
  for (const batch of landBatches(layers, findings, options.units, options.batchVertices ?? BATCH)) {
    await breathe();
    work.add(batch);
    done += batch.core.length;
    options.onProgress?.(Math.min(1, done / Math.max(1, before.featureOffsets.length - 1)));
  }
  options.onProgress?.(1);
  return work.finish();
}

class LandWork {
  readonly #layers: BeforeAndAfter;
  readonly #findings: Findings;
  readonly #options: LandOptions;
  readonly #balance: BalanceBuilder;
  readonly #land: FindingsLand;
  readonly #metresPerUnit: number;
  #notMeasured = 0;

  constructor(layers: BeforeAndAfter, findings: Findings, options: LandOptions) {
    this.#layers = layers;
    this.#findings = findings;
    this.#options = options;
    this.#balance = new BalanceBuilder(layers.changed, layers.before.featureOffsets.length - 1);
    this.#land = new FindingsLand(findings);
    this.#metresPerUnit = options.units.kind === 'geographic' ? 1 : (options.metresPerUnit ?? 1);
  }

  add(batch: LandBatch): void {
    const { units, shellWinding } = this.#options;
    const measure = landMeasure(units, this.#metresPerUnit);
    const faces = unlessTooTangled(() => batchFaces(this.#layers, batch, units, shellWinding, measure));
    if (faces === null) {
      this.#notMeasured += batch.core.length;
      return;
    }
    const isCore = new Set(batch.core);
    const entryOfMember = Int32Array.from(batch.members, (feature) => (isCore.has(feature) ? this.#layers.entryOf(feature) : -1));
    this.#balance.add(faces, entryOfMember);
    const borders = new BatchBorders(faces, measure);
    const moves = new BorderMoves(faces, borders);
    for (const [member, entry] of entryOfMember.entries()) if (entry >= 0) this.#balance.setDisplacement(entry, moves.of(member));
    const snapDistance = this.#options.snapDistance * this.#metresPerUnit;
    const regions = new RegionPieces(faces, measure, snapDistance, this.#land.pieces);
    const findings = new BatchFindings({ faces, borders, regions, moved: new MovedBorders(faces, borders, this.#land.pieces), snapDistance, measureUnit: this.#metresPerUnit ** 2 }, this.#findings, this.#land);
    const notMeasured = new Set<number>();
    for (const feature of batch.core) {
      // Findings are sorted by feature.
      for (let i = firstAtLeast(this.#findings.feature, feature); i < this.#findings.count && this.#findings.feature[i] === feature; i++) {
        if (needsLand(this.#findings.kind[i]) && !findings.measure(i)) notMeasured.add(feature);
      }
    }
    this.#notMeasured += notMeasured.size;
  }

  finish(): LandOfRepair {
    return { balance: this.#balance.finish(), findings: this.#land, notMeasured: this.#notMeasured };
  }
}
