import { range } from './arrays/range.ts';
import { settleWithRules } from './decisions/settle-with-rules.ts';
import type { RuledLayer } from './decisions/settle-with-rules.ts';
import { settleKept } from './kept-overlaps/settle-kept.ts';
import { faultsOfInput } from './faults-of-input.ts';
import type { ChangedFeatures } from './layer/changed-features.ts';
import type { Findings } from './layer/findings.ts';
import { hasPolygons, PartKind } from './layer/layer.ts';
import type { Layer, Patch } from './layer/layer.ts';
import type { FeaturePlace } from './layer/placed-features.ts';
import { vertexRange } from './layer/vertex-range.ts';
import type { Tolerances } from './options.ts';
import { settlePiece } from './pieces/piece.ts';
import type { PieceWorkers } from './pieces/piece-workers.ts';
import type { PieceBatch, PieceSizes } from './pieces/piecewise.ts';
import type { RepairOptions } from './repair-options.ts';
import { breathe } from './settling/breathe.ts';
import { settleCutLayer } from './settling/cut-layer.ts';
import { progressReporter } from './settling/progress.ts';
import type { SettledLayer } from './settling/settled-layer.ts';
import { settleUncutLayer } from './settling/uncut-layer.ts';
import { findOpenVoids } from './open-voids.ts';
import type { OpenVoid } from './open-voids.ts';
import { once } from './settling/once.ts';
import { findTransfers } from './transfers.ts';

/** By default, a layer with fewer than this many times the vertices of a piece is not cut. */
const FEWEST_PIECES = 4;
/**
 * Threads are only started for at least this many pieces: each has to compile the kernel for itself, which takes as long as
 * two pieces.
 */
const FEWEST_FOR_THREADS = 6;
/**
 * A piece of this size fits into the caches of a processor, and holds little more than its core. A layer that is not cut takes
 * two thirds of the processor time but half as much memory again. Up to about one and a half gigabytes, it is not cut.
 */
export const PIECE_SIZES = { vertices: 300_000, mostCopies: 1.7, smallestLayer: 8_000_000 } as const;

export interface RepairResult {
  /** The changed geometries, or null if nothing changes. Built on first access. */
  readonly patch: Patch | null;
  /**
   * The same, feature by feature. For a large layer they are in the spool that was given, and available as long as the spool is.
   */
  readonly changes: ChangedFeatures | null;
  readonly findings: Findings;
  /** What the kernel still finds in its own result; normally empty. */
  readonly remaining: Findings;
  /** The layer after the patch. */
  readonly layer: Layer;
  /** Whether the last examination was of exactly this layer, with these tolerances, and found nothing at all. */
  readonly isSettled: boolean;
  readonly tolerances: Tolerances;
  /** Features that had a geometry and end up without one, or had land beside points or lines and end up without land; ascending. */
  readonly emptied: Int32Array;
  /** The narrow voids between features that stay open. Found on first access; none are looked for where overlaps are kept. */
  readonly openVoids: readonly OpenVoid[];
  /** The outcome of `landRules`; null without any. */
  readonly ruled: Pick<RuledLayer, 'rulings' | 'outcomes' | 'tolerances'> | null;
}

/**
 * Repairs the polygons of a layer: valid geometries, no overlaps, no narrow gaps, shared borders with identical vertices.
 *
 * Each round examines the result of the previous one, until a round finds nothing, so that repairing the result again changes
 * nothing. Tolerances on `auto` are raised if the result asks for more than the input. If the rounds do not settle, the repair
 * starts over without matching the borders that were pushed back and forth. The result is then valid, and `remaining` lists what is
 * too near.
 */
export async function repair(layer: Layer, options: RepairOptions, pieceSizes: PieceSizes = PIECE_SIZES): Promise<RepairResult> {
  const steps = repairSteps(layer, options, pieceSizes);
  for (;;) {
    await breathe();
    const step = steps.next();
    if (step.done === true) return step.value;
    if (step.value === null) continue;
    const workers = step.value.count >= FEWEST_FOR_THREADS ? (options.startWorkers?.(options.threads) ?? null) : null;
    try {
      await settleBatch(step.value, workers);
    } finally {
      // Threads only return their memory when they end, and the whole layer is assembled next.
      workers?.stop();
    }
  }
}

/** Like `repair`, but synchronous, for callers that have a thread to themselves. */
export function repairNow(layer: Layer, options: RepairOptions, pieceSizes: PieceSizes = PIECE_SIZES): RepairResult {
  const steps = repairSteps(layer, options, pieceSizes);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (step.value === null) continue;
    for (let piece = 0; piece < step.value.count; piece++) step.value.finish(piece, settlePiece(step.value.task(piece)));
  }
}

async function settleBatch(batch: PieceBatch, workers: PieceWorkers | null): Promise<void> {
  if (workers === null) {
    for (let piece = 0; piece < batch.count; piece++) {
      await breathe();
      batch.finish(piece, settlePiece(batch.task(piece)));
    }
    return;
  }
  const waiting = range(batch.count).values();
  const workOff = async (threads: PieceWorkers): Promise<void> => {
    for (const piece of waiting) batch.finish(piece, await threads.run(batch.task(piece)));
  };
  await Promise.all(Array.from({ length: workers.count }, () => workOff(workers)));
}

function* repairSteps(layer: Layer, options: RepairOptions, pieceSizes: PieceSizes): Generator<PieceBatch | null, RepairResult> {
  const report = progressReporter(options);
  const settle = function* (of: Layer, by: RepairOptions): Generator<PieceBatch | null, SettledLayer> {
    const isLarge = of.xy.length / 2 > (pieceSizes.smallestLayer ?? FEWEST_PIECES * pieceSizes.vertices);
    const isCut = isLarge && by.gaps === 'fix';
    if (by.overlaps === 'keep') return yield* settleKept(of, by, report);
    return (isCut ? yield* settleCutLayer(of, by, pieceSizes, report) : null) ?? (yield* settleUncutLayer(of, by, report));
  };
  const ruled = options.landRules === undefined || options.overlaps === 'keep' ? null : yield* settleWithRules(layer, options, options.landRules, settle);
  const settled = ruled === null ? yield* settle(layer, options) : ruled.settled;
  report(Infinity);
  const { isChanged, placed, isEmpty, findings, remaining, isSettled, tolerances } = settled;
  const emptied: number[] = [];
  for (let feature = 0; feature + 1 < layer.featureOffsets.length; feature++) {
    const had = layer.featureOffsets[feature + 1] > layer.featureOffsets[feature];
    if (had && (isEmpty(feature) || (isMixed(layer, feature) && isWithoutLand(placed(feature))))) emptied.push(feature);
  }
  for (const feature of emptied) {
    const [x, y] = firstPlaceOf(layer, feature);
    findings.add({ kind: 'emptied', feature, x, y, action: 'geometry-emptied' });
  }
  // A large layer leaves no room for the list of findings and the patch at the same time.
  let reported = findings.finish(false);
  const transfers = isChanged ? findTransfers(layer, placed, reported, tolerances, options.units) : [];
  for (const { feature, other, area, x, y } of transfers) findings.add({ kind: 'transfer', feature, other, x, y, measure: area, action: 'land-transferred' });
  if (transfers.length > 0) reported = findings.finish(false);
  findings.clear();
  if (tolerances.snapDistance > 0) reported = faultsOfInput(layer, reported, options.units);
  const left = remaining.finish(true);
  const reportsGaps = options.gaps === 'keep' || ruled !== null;
  const openVoids = once(() => (options.overlaps === 'keep' ? [] : findOpenVoids(settled.whole, settled.openBorders, { units: options.units, tolerances, reportsGaps })));
  return {
    get changes() {
      return settled.changes();
    },
    get patch() {
      return settled.patch();
    },
    findings: reported,
    remaining: left.count > 0 && tolerances.snapDistance > 0 ? faultsOfInput(settled.whole(), left, options.units) : left,
    get layer() {
      return settled.whole();
    },
    isSettled,
    tolerances,
    get openVoids() {
      return openVoids();
    },
    emptied: Int32Array.from(emptied),
    ruled: ruled === null ? null : { rulings: ruled.rulings, outcomes: ruled.outcomes, tolerances: ruled.tolerances },
  };
}

/** Whether a feature has polygons and something else, such as the point of its label in a KML. */
function isMixed(layer: Layer, feature: number): boolean {
  const { featureOffsets, partKinds } = layer;
  return hasPolygons(layer, feature) && partKinds.subarray(featureOffsets[feature], featureOffsets[feature + 1]).some((kind) => kind !== PartKind.Polygon);
}

/** Whether a feature has no polygons left where it is now. */
function isWithoutLand({ layer, at }: FeaturePlace): boolean {
  return !hasPolygons(layer, at);
}

/** The first vertex of a feature with finite coordinates; NaN if there is none. */
function firstPlaceOf(layer: Layer, feature: number): [number, number] {
  const { xy } = layer;
  const [first, end] = vertexRange(layer, feature);
  for (let i = first; i < end; i++) if (Number.isFinite(xy[2 * i]) && Number.isFinite(xy[2 * i + 1])) return [xy[2 * i], xy[2 * i + 1]];
  return [NaN, NaN];
}
