import { FindingList } from './finding-list.ts';
import type { Findings } from './findings.ts';
import { Ground } from './ground.ts';
import type { Layer, Patch } from './layer.ts';
import { extractFeatures, findingsOfWhole, neighboursOf, patchOfWhole } from './neighbourhood.ts';
import type { LayerExtract } from './neighbourhood.ts';
import type { RepairOptions, Tolerances } from './options.ts';
import { applyWithOrigins, patchBetween } from './patch.ts';
import type { Origins } from './patch.ts';
import { repairOnce } from './round.ts';
import { autoTolerances, resolveTolerances } from './tolerances.ts';

/** A repair is repeated on its own result until nothing is found; what is still found after this many times is told. */
const MOST_ROUNDS = 12;

export interface RepairResult {
  /** The changed geometries, or null when nothing is to change. */
  readonly patch: Patch | null;
  readonly findings: Findings;
  /** What the kernel still finds in its own result; normally nothing. */
  readonly remaining: Findings;
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
 * The first round examines the whole layer and repairs what it finds; each further one examines what the one before changed,
 * with all that lies around it, until one finds nothing, so that a second repair of the result changes nothing. Tolerances on `auto` are raised when the result asks for more than the input.
 */
export async function repair(layer: Layer, options: RepairOptions): Promise<RepairResult> {
  const steps = repairSteps(layer, options);
  for (;;) {
    await breathe();
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** As `repair`, in one go: for callers that have a thread to themselves. */
export function repairNow(layer: Layer, options: RepairOptions): RepairResult {
  const steps = repairSteps(layer, options);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function* repairSteps(layer: Layer, options: RepairOptions): Generator<undefined, RepairResult> {
  const report = progressReporter(options);
  let tolerances = resolveTolerances(layer, options);
  const findings = new FindingList();
  const changed = new Uint8Array(layer.featureOffsets.length - 1);
  let current = layer;
  let origins: Origins | null = null;
  let remaining = new FindingList();
  /** The features that the next round must look at; null: all. */
  let latest: Int32Array | null = null;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    yield;
    const extract: LayerExtract | null = round === 0 || latest === null ? null : extractFeatures(current, latest);
    const result = repairOnce(extract?.layer ?? current, options, tolerances, (share) => report(round + share));
    const found = result.findings.finish(false);
    const foundInWhole = extract === null ? found : findingsOfWhole(found, extract);
    if (result.patch === null) {
      if (round === 0) findings.addAll(foundInWhole);
      remaining = new FindingList();
      break;
    }
    remaining = new FindingList();
    remaining.addAll(foundInWhole);
    findings.addAll(foundInWhole);
    const latestPatch: Patch = extract === null ? result.patch : patchOfWhole(result.patch, extract);
    for (const feature of latestPatch.features) changed[feature] = 1;
    const applied = applyWithOrigins(current, latestPatch, origins);
    current = applied.layer;
    origins = applied.origins;
    const raised = raise(tolerances, current, options);
    const isSame = raised.snapDistance === tolerances.snapDistance && raised.maxGapWidth === tolerances.maxGapWidth;
    latest = isSame ? concernedBy(current, latestPatch.features, tolerances, options) : null;
    tolerances = raised;
  }
  report(Infinity);
  const patch = origins === null ? null : patchBetween(layer, current, origins, changed);
  const emptied: number[] = [];
  for (let feature = 0; feature < changed.length; feature++) {
    const had = layer.featureOffsets[feature + 1] > layer.featureOffsets[feature];
    if (had && current.featureOffsets[feature + 1] === current.featureOffsets[feature]) emptied.push(feature);
  }
  return { patch, findings: findings.finish(false), remaining: remaining.finish(true), tolerances, emptied: Int32Array.from(emptied) };
}

/** Finds all that `repair` would repair, and changes nothing. */
export async function validate(layer: Layer, options: RepairOptions): Promise<ValidationResult> {
  await breathe();
  return validateNow(layer, options);
}

/** As `validate`, in one go. */
export function validateNow(layer: Layer, options: RepairOptions): ValidationResult {
  const report = progressReporter(options);
  const tolerances = resolveTolerances(layer, options);
  const { findings } = repairOnce(layer, { ...options, overlaps: 'fix', gaps: 'fix' }, tolerances, (share) => report(share));
  report(Infinity);
  return { findings: findings.finish(true), tolerances };
}

function raise(tolerances: Tolerances, layer: Layer, options: RepairOptions): Tolerances {
  const auto = autoTolerances(layer, options.units);
  return {
    snapDistance: options.snapDistance === 'auto' ? Math.max(tolerances.snapDistance, auto.snapDistance) : tolerances.snapDistance,
    maxGapWidth: options.maxGapWidth === 'auto' ? Math.max(tolerances.maxGapWidth, auto.maxGapWidth) : tolerances.maxGapWidth,
    unit: tolerances.unit,
  };
}

/** The features around those that changed, or null when that is most of the layer anyway. */
function concernedBy(layer: Layer, changed: Int32Array, tolerances: Tolerances, options: RepairOptions): Int32Array | null {
  const featureCount = layer.featureOffsets.length - 1;
  if (changed.length > featureCount / 4) return null;
  const ground = new Ground(options.units);
  let furthest = 0;
  for (let i = 1; i < layer.xy.length; i += 2) if (Math.abs(layer.xy[i]) > furthest) furthest = Math.abs(layer.xy[i]);
  const reach = 2 * Math.max(tolerances.snapDistance, tolerances.maxGapWidth);
  return neighboursOf(layer, changed, reach / ground.scaleX(furthest), reach / ground.scaleY);
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
