import { FindingList, joinFindings } from './layer/finding-list.ts';
import { FINDING_ACTIONS } from './layer/findings.ts';
import type { Findings } from './layer/findings.ts';
import type { Layer, Patch } from './layer/layer.ts';
import type { LandElsewhere, Tolerances } from './options.ts';
import type { RepairOptions } from './repair-options.ts';
import { applyPatch, applyWithOrigins, patchBetween } from './layer/patch.ts';
import { dropNearDuplicates } from './layer/near-duplicates.ts';
import type { Origins } from './layer/origins.ts';
import { examineSheets, settleSheets } from './kept-overlaps/settle-sheets.ts';
import type { SettledSheets } from './kept-overlaps/settle-sheets.ts';
import { EditedLayer } from './layer/edited-layer.ts';
import type { PlacedFeature } from './layer/neighbourhood.ts';
import type { PlacedFeatures } from './layer/placed-features.ts';
import { MemorySpool } from './layer/spool.ts';
import { settlePiece } from './pieces/piece.ts';
import type { PieceWorkers } from './pieces/piece-workers.ts';
import { settlePiecewise } from './pieces/piecewise.ts';
import type { PieceBatch, PieceSizes } from './pieces/piecewise.ts';
import { orderRings } from './ring-order/ring-order.ts';
import type { EarlierScreening } from './screening/screen-features.ts';
import { earlierScreening, repairOnce } from './round.ts';
import type { RoundContext, RoundResult } from './round.ts';
import { SettlePolicy } from './settle-policy.ts';
import { unlessTooTangled } from './tangled.ts';
import { areLarger } from './options.ts';
import { resolveTolerances } from './tolerances.ts';
import { findTransfers } from './transfers.ts';

/** What is only reported was kept because it is asked to be, and is not left over. */
const REPORTED = FINDING_ACTIONS.indexOf('reported');
/** A layer of fewer times the vertices of a piece is not cut, where it is not said otherwise. */
const FEWEST_PIECES = 4;
/** Threads are started for so many pieces: each has to compile the kernel for itself, which takes as long as two pieces. */
const FEWEST_FOR_THREADS = 6;
/** How much of the work is done, as a share, with the last piece. */
const LAST_PIECE = 0.95;
/**
 * A piece of this size fits into the caches of a processor, and holds little more than its core. A layer takes two thirds of the
 * processor's time when it is not cut, but half as much memory again: as long as that is about a gigabyte and a half, it is not.
 */
export const PIECE_SIZES = { vertices: 300_000, mostCopies: 1.7, smallestLayer: 8_000_000 } as const;
/** What is told before anything is matched: which ring is land, and which features only repeat others. */
const BEFORE_MATCHING = [orderRings, dropNearDuplicates] as const;

export interface RepairResult {
  /** The changed geometries, or null when nothing is to change. Made when it is first asked for. */
  readonly patch: Patch | null;
  readonly findings: Findings;
  /** What the kernel still finds in its own result; normally nothing. */
  readonly remaining: Findings;
  /** The layer after the patch. */
  readonly layer: Layer;
  /** Whether the last examination was of exactly this layer, with these tolerances, and found nothing at all. */
  readonly isSettled: boolean;
  readonly tolerances: Tolerances;
  /** Features that had geometry and end without any, ascending. */
  readonly emptied: Int32Array;
}

export interface ValidationResult {
  readonly findings: Findings;
  readonly tolerances: Tolerances;
}

/**
 * Repairs the polygons of a layer: valid geometries, no overlaps, no narrow gaps, shared borders with identical vertices.
 *
 * Each round examines the result of the one before, until one finds nothing, so that a second repair of the result changes
 * nothing. Tolerances on `auto` are raised when the result asks for more than the input. Where that does not end, it
 * begins anew and leaves the borders alone that were pushed back and forth: the result is valid, and `remaining` tells what is near.
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
      // What threads have used is not given back before they end, and the whole layer is put together next.
      workers?.stop();
    }
  }
}

/** As `repair`, in one go: for callers that have a thread to themselves. */
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
  const waiting = Array.from({ length: batch.count }, (_, piece) => piece).values();
  const workOff = async (threads: PieceWorkers): Promise<void> => {
    for (const piece of waiting) batch.finish(piece, await threads.run(batch.task(piece)));
  };
  await Promise.all(Array.from({ length: workers.count }, () => workOff(workers)));
}

/** How far the repair of a layer has come that is examined whole. */
interface Progress {
  current: Layer;
  /** Null while nothing has changed. */
  origins: Origins | null;
  tolerances: Tolerances;
  readonly findings: FindingList;
  readonly changed: Uint8Array;
}

/** What came of a layer. */
interface Ended {
  /** False where nothing was ever changed. */
  readonly isChanged: boolean;
  readonly makePatch: () => Patch | null;
  /** The layer after the patch. */
  readonly whole: (patch: Patch | null) => Layer;
  /** A feature after the patch. */
  readonly placed: (feature: number) => PlacedFeature;
  readonly isEmpty: (feature: number) => boolean;
  readonly findings: FindingList;
  readonly remaining: FindingList;
  readonly isSettled: boolean;
  readonly tolerances: Tolerances;
}

function* repairSteps(layer: Layer, options: RepairOptions, pieceSizes: PieceSizes): Generator<PieceBatch | null, RepairResult> {
  const report = progressReporter(options);
  const isLarge = layer.xy.length / 2 > (pieceSizes.smallestLayer ?? FEWEST_PIECES * pieceSizes.vertices);
  const isCut = isLarge && options.overlaps === 'fix' && options.gaps === 'fix';
  const ended = (isCut ? yield* repairInPieces(layer, options, pieceSizes, report) : null) ?? (yield* repairUncut(layer, options, report));
  report(Infinity);
  const { isChanged, makePatch, whole, placed, isEmpty, findings, remaining, isSettled, tolerances } = ended;
  const emptied: number[] = [];
  for (let feature = 0; feature + 1 < layer.featureOffsets.length; feature++) {
    const had = layer.featureOffsets[feature + 1] > layer.featureOffsets[feature];
    if (had && isEmpty(feature)) emptied.push(feature);
  }
  for (const feature of emptied) {
    const [x, y] = firstPlaceOf(layer, feature);
    findings.add('emptied', feature, -1, x, y, NaN, 'geometry-emptied');
  }
  // Of a large layer there is no room for the list of findings and the patch at the same time.
  let told = findings.finish(false);
  const transfers = isChanged ? findTransfers(layer, placed, told, tolerances, options.units) : [];
  for (const { feature, other, area, x, y } of transfers) findings.add('transfer', feature, other, x, y, area, 'land-transferred');
  if (transfers.length > 0) told = findings.finish(false);
  findings.clear();
  let made: { readonly patch: Patch | null } | null = null;
  const patch = (): Patch | null => (made ??= { patch: makePatch() }).patch;
  return {
    get patch() {
      return patch();
    },
    findings: told,
    remaining: remaining.finish(true),
    get layer() {
      return whole(patch());
    },
    isSettled,
    tolerances,
    emptied: Int32Array.from(emptied),
  };
}

/** Null where the pieces do not come to rest, or cannot be cut: then the layer is examined whole, from the beginning. */
function* repairInPieces(layer: Layer, options: RepairOptions, pieceSizes: PieceSizes, report: (work: number) => void): Generator<PieceBatch, Ended | null> {
  const edited = new EditedLayer(layer, options.spool ?? new MemorySpool());
  const findings = new FindingList();
  const state = {
    edited,
    findings,
    tolerances: resolveTolerances(layer, options),
    whole: () => edited.whole(),
    features: () => edited,
    take: (found: Found): void => {
      edited.take(found.patch);
      findings.addAll(found.findings);
    },
    isChanged: () => edited.isEdited,
  };
  beginRepair(state, options);
  edited.forgetWhole();
  const isSettled = yield* settlePiecewise(state, options, pieceSizes, (tolerances) => raise(tolerances, edited, options), (share) => report(-Math.log2(1 - LAST_PIECE * share)));
  if (!isSettled) return null;
  let whole: Layer | null = null;
  return {
    isChanged: edited.isEdited,
    makePatch: () => edited.patch(),
    whole: (patch) => (whole ??= patch === null ? layer : applyPatch(layer, patch)),
    placed: edited.placed,
    isEmpty: edited.isEmpty,
    findings,
    remaining: new FindingList(),
    isSettled,
    tolerances: state.tolerances,
  };
}

function* repairUncut(layer: Layer, options: RepairOptions, report: (work: number) => void): Generator<null, Ended> {
  const state: Progress = {
    current: layer,
    origins: null,
    tolerances: resolveTolerances(layer, options),
    findings: new FindingList(),
    changed: new Uint8Array(layer.featureOffsets.length - 1),
  };
  beginRepair(
    {
      whole: () => state.current,
      features: () => state.current,
      take: (found) => take(state, found),
      isChanged: () => state.origins !== null,
      get tolerances() {
        return state.tolerances;
      },
      set tolerances(raised) {
        state.tolerances = raised;
      },
    },
    options,
  );
  const reportShare = (share: number): void => report(-Math.log2(1 - LAST_PIECE * share));
  const inSheets = options.overlaps === 'keep' ? yield* repairSheets(state, options, reportShare) : null;
  const { remaining, isSettled } = inSheets ?? (yield* repairWhole(state, options, report));
  const { current, origins, tolerances, findings, changed } = state;
  return {
    isChanged: origins !== null,
    makePatch: () => (origins === null ? null : patchBetween(layer, current, origins, changed)),
    whole: () => current,
    placed: (feature) => ({ layer: current, at: feature, origins }),
    isEmpty: (feature) => current.featureOffsets[feature + 1] === current.featureOffsets[feature],
    findings,
    remaining,
    isSettled,
    tolerances,
  };
}

/** What a step of `BEFORE_MATCHING` found. */
interface Found {
  readonly patch: Patch;
  readonly findings: Findings;
}

/** A layer whose repair begins. */
interface Beginning {
  tolerances: Tolerances;
  readonly whole: () => Layer;
  /** As `whole`, without a copy where that can be done without. */
  readonly features: () => Layer | PlacedFeatures;
  readonly take: (found: Found) => void;
  readonly isChanged: () => boolean;
}

/** What is left where features went may ask for larger tolerances, within which others repeat each other. */
function beginRepair(state: Beginning, options: RepairOptions): void {
  for (let snapDistance = -1; snapDistance < state.tolerances.snapDistance; ) {
    snapDistance = state.tolerances.snapDistance;
    for (const begin of BEFORE_MATCHING) {
      const found = begin(state.whole(), options, snapDistance);
      if (found !== null) state.take(found);
    }
    if (state.isChanged()) state.tolerances = raise(state.tolerances, state.features(), options);
  }
}

/** Takes what a step of `BEFORE_MATCHING` found. */
function take(state: Progress, found: Found): void {
  const applied = applyWithOrigins(state.current, found.patch, state.origins);
  state.current = applied.layer;
  state.origins = applied.origins;
  state.findings.addAll(found.findings);
  for (const feature of found.patch.features) state.changed[feature] = 1;
}

/** Null where there is no overlap. */
function* repairSheets(state: Progress, options: RepairOptions, report: (share: number) => void): Generator<null, SettledSheets | null> {
  let taken = state.tolerances;
  const pile = {
    layer: () => state.current,
    snapDistance: () => taken.snapDistance,
    take: (found: Found): void => take(state, found),
    raiseTolerances: (): void => {
      taken = state.tolerances = raise(state.tolerances, state.current, options);
    },
    takeOwnTolerances: (): boolean => {
      const before = taken;
      taken = resolveTolerances(state.current, options);
      state.tolerances = raise(state.tolerances, state.current, options);
      return areLarger(taken, before) || areLarger(before, taken);
    },
    findings: state.findings,
  };
  return yield* settleSheets(pile, options.units, function* (sheet, landElsewhere, progress) {
    const { snapDistance, maxGapWidth, keepsCorridors = false } = taken;
    const begun: Progress = { current: sheet, origins: null, tolerances: taken, findings: new FindingList(), changed: new Uint8Array(sheet.featureOffsets.length - 1) };
    const { remaining, isSettled } = yield* repairWhole(begun, { ...options, snapDistance, maxGapWidth, keepsCorridors, landElsewhere }, (work) => progress(1 - 0.5 ** work));
    const patch = begun.origins === null ? null : patchBetween(sheet, begun.current, begun.origins, begun.changed);
    return { patch, findings: begun.findings.finish(false), remaining: remaining.finish(false), isSettled };
  }, report);
}

function* repairWhole(state: Progress, options: RepairOptions, report: (work: number) => void): Generator<null, { remaining: FindingList; isSettled: boolean }> {
  const begun = { ...state, changed: state.changed.slice() };
  const policy = new SettlePolicy();
  let findings = new FindingList();
  let remaining = new FindingList();
  let isSettled = false;
  /** Features whose borders are matched no more, null while there are none. */
  let isUnmatched: Uint8Array | null = null;
  let lastChanged = new Int32Array(0);
  let earlier: EarlierScreening | null = null;
  while (policy.goesOn) {
    yield null;
    if (policy.beginsAnew(state.current.xy.length / 2)) {
      isUnmatched ??= new Uint8Array(state.changed.length);
      for (const feature of lastChanged) isUnmatched[feature] = 1;
      [state.current, state.origins, state.tolerances, findings] = [begun.current, begun.origins, resolveTolerances(begun.current, options), new FindingList()];
      state.changed.set(begun.changed);
      earlier = null;
    }
    const { current, tolerances } = state;
    const { matches, round } = policy;
    const context: RoundContext = { options, tolerances, isUnmatched, isRimFeature: null, isLate: policy.isLate, earlier, progress: (share) => report(round + share) };
    const found = matches && tolerances.snapDistance > 0 ? matchUnlessTangled(current, context) : repairOnce(current, { ...context, tolerances: { ...tolerances, snapDistance: 0 } });
    if (found === null) {
      policy.wasTooTangled();
      continue;
    }
    remaining = new FindingList();
    remaining.addAll(found.unresolved);
    if (found.patch === null) {
      if (state.origins === begun.origins) findings.addAll(found.findings);
      // Not sooner: pieces of a layer come to rest one by one, before it is known what the whole asks for.
      else if (isRaised(state, options)) {
        policy.wasDone(current.xy.length / 2);
        continue;
      }
      // What was found and yet changed nothing: matching and what follows undid each other.
      if (matches && isUnmatched === null) remaining.addSome(found.findings, (_, action) => action !== REPORTED);
      else remaining.addAll(repairOnce(current, { options, tolerances, isUnmatched: null, isRimFeature: null, progress: () => undefined }).findings);
      isSettled = found.findings.count === 0 && remaining.count === 0;
      break;
    }
    remaining.addAll(found.findings);
    findings.addAll(found.findings);
    lastChanged = found.patch.features.slice();
    earlier = earlierScreening(current, found.screening, found.patch);
    for (const feature of lastChanged) state.changed[feature] = 1;
    const applied = applyWithOrigins(current, found.patch, state.origins);
    state.current = applied.layer;
    state.origins = applied.origins;
    policy.wasDone(state.current.xy.length / 2);
  }
  state.findings.addAll(findings.finish(false));
  return { remaining, isSettled };
}

/** A round with matching; null where so many borders lie beside each other that they cannot be matched, or noded afterwards. */
function matchUnlessTangled(layer: Layer, context: RoundContext): RoundResult | null {
  const found = unlessTooTangled(() => repairOnce(layer, context));
  return found === null || found.unresolved.count > 0 ? null : found;
}

/** Finds all that `repair` would repair, and changes nothing. With overlaps to be kept, what lies in them is not held against each other. */
export async function validate(layer: Layer, options: RepairOptions): Promise<ValidationResult> {
  await breathe();
  return validateNow(layer, options);
}

/** As `validate`, in one go. */
export function validateNow(layer: Layer, options: RepairOptions): ValidationResult {
  const report = progressReporter(options);
  const tolerances = resolveTolerances(layer, options);
  const examination = { units: options.units, overlaps: 'fix', gaps: 'fix', shellWinding: options.shellWinding } as const;
  const all = new FindingList();
  let current = layer;
  for (const begin of BEFORE_MATCHING) {
    const found = begin(current, options, tolerances.snapDistance);
    if (found === null) continue;
    all.addAll(found.findings);
    current = applyPatch(current, found.patch);
  }
  const examineOnce = (sheet: Layer, landElsewhere?: LandElsewhere): Findings => {
    const { findings, unresolved } = repairOnce(sheet, { options: { ...examination, ...(landElsewhere === undefined ? {} : { landElsewhere }) }, tolerances, isUnmatched: null, isRimFeature: null, progress: report });
    return joinFindings(findings, unresolved);
  };
  all.addAll((options.overlaps === 'keep' ? examineSheets(current, options.units, tolerances.snapDistance, examineOnce)?.finish(false) : null) ?? examineOnce(current));
  report(Infinity);
  return { findings: all.finish(true), tolerances };
}

/** The first vertex of a feature that has a place; NaN where none has. */
function firstPlaceOf({ xy, ringOffsets, partOffsets, featureOffsets }: Layer, feature: number): [number, number] {
  const end = ringOffsets[partOffsets[featureOffsets[feature + 1]]];
  for (let i = ringOffsets[partOffsets[featureOffsets[feature]]]; i < end; i++) {
    if (Number.isFinite(xy[2 * i]) && Number.isFinite(xy[2 * i + 1])) return [xy[2 * i], xy[2 * i + 1]];
  }
  return [NaN, NaN];
}

/** Raises the tolerances where the layer as it is asks for more. @returns whether it does. */
function isRaised(state: Progress, options: RepairOptions): boolean {
  const before = state.tolerances;
  state.tolerances = raise(before, state.current, options);
  return areLarger(state.tolerances, before);
}

function raise(tolerances: Tolerances, layer: Layer | PlacedFeatures, options: RepairOptions): Tolerances {
  const asked = resolveTolerances(layer, options);
  return { ...asked, snapDistance: Math.max(tolerances.snapDistance, asked.snapDistance), maxGapWidth: Math.max(tolerances.maxGapWidth, asked.maxGapWidth) };
}

/** Work in rounds, as a share: each further round is half of what is left. */
function progressReporter(options: RepairOptions): (work: number) => void {
  let last = 0;
  return (work) => {
    const share = work === Infinity ? 1 : 1 - 0.5 ** work;
    if (share <= last) return;
    last = share;
    options.onProgress?.(share);
  };
}

/** Lets timers and messages run between rounds. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
