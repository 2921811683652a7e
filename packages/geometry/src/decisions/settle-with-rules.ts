import { Ground } from '../ground.ts';
import { FindingList, keptFindings, repairedFindings } from '../layer/finding-list.ts';
import type { FindingKind, Findings } from '../layer/findings.ts';
import { decidesOnGaps, gapLimitsOf, inForce } from '../land-rules.ts';
import type { DecisionOutcome, RepairRules, Ruling } from '../land-rules.ts';
import type { Layer, Patch } from '../layer/layer.ts';
import { addLeftEarlier } from '../layer/left-earlier.ts';
import type { PlacedFeature } from '../layer/neighbourhood.ts';
import { compose, copyOf } from '../layer/origins.ts';
import type { Origins } from '../layer/origins.ts';
import { applyWithOrigins } from '../layer/apply-patch.ts';
import { isSameFeature, PatchBuilder } from '../layer/patch.ts';
import { recogniseRingsOf } from '../layer/recognise.ts';
import { vertexRange } from '../layer/vertex-range.ts';
import type { Tolerances } from '../options.ts';
import type { RepairOptions } from '../repair-options.ts';
import { holesAmongParts } from '../ring-order/holes-among-parts.ts';
import { settledInMemory } from '../settling/settled-layer.ts';
import type { SettledLayer } from '../settling/settled-layer.ts';
import { largestGapWidth, resolveTolerances } from '../tolerances.ts';
import { asTheyEnded } from './as-they-ended.ts';
import { AsBefore } from './as-before.ts';
import type { InsertedVertex } from './as-before.ts';
import { addFindings } from './findings-of-lots.ts';
import { giveBack } from './give-back.ts';
import { repairSingly } from './repair-singly.ts';
import { setAside } from './set-aside.ts';
import type { LayerWithLots } from './set-aside.ts';

/** The passes of a repair with rules. Each pass may change what is left, because it uses the tolerances of the current layer. This hardly ever happens more than once. */
const MOST_PASSES = 12;
/**
 * A larger layer is cut into pieces where memory is scarce, which needs its gaps closed at once. Whether it is cut this time must not matter: the
 * result would depend on it.
 */
const MOST_VERTICES_WITH_GAPS_KEPT = 1_200_000;
/** What an earlier pass may leave and the last one not find. */
const GAPS: ReadonlySet<FindingKind> = new Set(['gap']);

/** The result of repairing a layer with rules on its land. */
export interface RuledLayer {
  readonly settled: SettledLayer;
  /** Why findings were left, or repaired as decided, by `findingKey`. */
  readonly rulings: ReadonlyMap<string, Ruling>;
  /** For each decision. */
  readonly outcomes: readonly DecisionOutcome[];
  /** The tolerances of the last examination; taken from this layer itself if they are taken from the data. */
  readonly tolerances: Tolerances;
}

/**
 * Repairs a layer in which some land must not be repaired by the rules. Land that is left is taken out of the features that claim it and
 * becomes a feature of its own, a lot, during an ordinary repair. Its borders are those of its neighbours, so they stay the same chains,
 * and afterwards it is given back to all of them. A gap that is left is a lot that nobody gets. Land that is given or divided is first
 * cut out of the features that do not get it.
 *
 * A gap may be enclosed only once borders are matched. So if a decision on a gap meets nothing, the first pass leaves all gaps open, and the next one
 * looks for it again.
 *
 * This is repeated on its own result until nothing changes, each time with the tolerances that the result asks for, because they decide
 * what is left. So a later repair of the result starts with the tolerances with which nothing was found last.
 *
 * @param settle the repair of a layer, whether it is cut or not.
 * @param mostPasses fewer than usual if the caller repeats it.
 */
export function* settleWithRules<Step>(layer: Layer, options: RepairOptions, rules: RepairRules, settle: (layer: Layer, options: RepairOptions) => Generator<Step, SettledLayer>, mostPasses = MOST_PASSES): Generator<Step, RuledLayer> {
  const changed = new Uint8Array(layer.featureOffsets.length - 1);
  /** The features that the last pass changed; at first all. */
  let isNew = new Uint8Array(changed.length).fill(1);
  const findings = new FindingList();
  let current = layer;
  let origins: Origins | null = null;
  const take = (patch: Patch): void => {
    const applied = applyWithOrigins(current, patch, origins);
    [current, origins] = [applied.layer, applied.origins];
    for (const feature of patch.features) changed[feature] = isNew[feature] = 1;
  };
  const rulings = new Map<string, Ruling>();
  let used: Tolerances | null = null;
  let keepsGaps = false;
  const leftEarlier: Findings[] = [];
  let outcomes: readonly DecisionOutcome[] = rules.decisions.map(() => 'met-nothing');
  // A decision that met a finding meets the same one in the next passes, however small the tolerances are by then.
  let { decisions } = inForce(rules, { snapDistance: 0, gapWidth: 0 });
  let gapWidth = 0;
  // The repair begins with the tolerances of the first pass.
  const later = { ...options, onTolerances: () => undefined };
  // Before features are repaired singly, which do not show it.
  const holes = holesAmongParts(current, options);
  if (holes !== null) {
    take(holes.patch);
    findings.addAll(holes.findings);
  }
  for (let pass = 0; ; pass++) {
    const singly = repairSingly(current, options, isNew);
    isNew = new Uint8Array(changed.length);
    if (singly !== null) {
      take(singly.patch);
      findings.addAll(singly.findings);
    }
    const own = resolveTolerances(current, options);
    used = largerOf(used ?? own, own);
    // With its borders matched, the layer would ask for smaller ones, and gaps would stay open.
    const tolerances = keepsGaps ? used : own;
    gapWidth = Math.max(gapWidth, used.maxGapWidth, decidesOnGaps(rules) ? largestGapWidth(current, options, used) : 0);
    const withLots = setAside(current, options, tolerances, { ...rules, decisions, snapDistance: used.snapDistance, gapWidth });
    ({ decisions } = withLots);
    keepsGaps = pass === 0 && options.gaps === 'fix' && layer.xy.length / 2 <= MOST_VERTICES_WITH_GAPS_KEPT && decisions.some(({ kind }, decision) => kind === 'gap' && withLots.outcomes[decision] === 'met-nothing');
    const { snapDistance, maxGapWidth, keepsCorridors = false } = tolerances;
    const inner = yield* settle(withLots.layer, { ...(pass === 0 ? options : later), gaps: keepsGaps ? 'keep' : options.gaps, snapDistance, maxGapWidth, keepsCorridors, lotsFrom: changed.length, gapLimits: gapLimitsOf(rules) });
    const { patch, inserted } = patchOfPass(current, withLots, inner, options);
    for (const [key, ruling] of withLots.rulings) rulings.set(key, ruling);
    outcomes = withLots.outcomes.map((outcome, decision) => (outcome === 'met-nothing' ? outcomes[decision] : outcome));
    const isLast = !keepsGaps && (patch === null || pass + 1 === mostPasses);
    // Land that is left is reported in its final state.
    const left = withLots.findings.finish(false);
    findings.addAll(isLast ? left : repairedFindings(left));
    if (isLast) addLeftEarlier(findings, GAPS, leftEarlier, left, new Ground(options.units), used.snapDistance);
    else leftEarlier.push(left);
    const found = inner.findings.finish(false);
    if (patch !== null || pass === 0) addFindings(findings, repairedFindings(found), changed.length, withLots.lots);
    if (isLast) addFindings(findings, keptFindings(found), changed.length, withLots.lots);
    // Where a lot has the border, the finding about its vertex is the lot's.
    for (const { feature, x, y } of inserted) if (!findings.hasAt(feature, x, y)) findings.add({ kind: 'unmatched-vertex', feature, x, y, action: 'vertex-inserted' });
    if (patch !== null) {
      addUnnamed(findings, patch);
      take(patch);
    }
    if (!isLast) continue;
    const remaining = new FindingList();
    addFindings(remaining, inner.remaining.finish(false), changed.length, withLots.lots);
    return { settled: settledInMemory({ given: layer, current, origins, changed }, { findings: asTheyEnded(findings, current), remaining, isSettled: patch === null && inner.isSettled, tolerances: used, openBorders: null }), rulings, outcomes, tolerances };
  }
}

/** Features along land that is given away or left may get the vertices of others on their borders when it is cut, where nothing else is found. */
function addUnnamed(findings: FindingList, { features, geometry, sourceVertex }: Patch): void {
  features.forEach((feature, i) => {
    if (findings.names(feature)) return;
    const [first, end] = vertexRange(geometry, i);
    for (let vertex = first; vertex < end; vertex++) {
      if (sourceVertex[vertex] < 0) findings.add({ kind: 'unmatched-vertex', feature, x: geometry.xy[2 * vertex], y: geometry.xy[2 * vertex + 1], action: 'vertex-inserted' });
    }
  });
}

function largerOf(tolerances: Tolerances, others: Tolerances): Tolerances {
  return { ...tolerances, snapDistance: Math.max(tolerances.snapDistance, others.snapDistance), maxGapWidth: Math.max(tolerances.maxGapWidth, others.maxGapWidth) };
}

/** The patch from a layer to the one whose lots were given back after the repair (null if nothing really differs), and the vertices that features with lots got from others. */
function patchOfPass(before: Layer, withLots: LayerWithLots, inner: SettledLayer, options: RepairOptions): { readonly patch: Patch | null; readonly inserted: readonly InsertedVertex[] } {
  const featureCount = before.featureOffsets.length - 1;
  const { lots } = withLots;
  const givenBack = giveBack(before, inner.placed, featureCount, lots, options);
  const indexOf = new Map(Array.from(givenBack.features, (feature, index) => [feature, index]));
  const asBefore = new AsBefore(before, givenBack, lots, (visit) => {
    for (let feature = 0; feature < featureCount; feature++) {
      if (indexOf.has(feature)) continue;
      const { layer, at } = inner.placed(feature);
      const [first, end] = vertexRange(layer, at);
      for (let i = first; i < end; i++) visit(feature, layer.xy[2 * i], layer.xy[2 * i + 1]);
    }
  });
  const builder = new PatchBuilder(before.z !== null, before.m !== null, 1024);
  const composed = new Map<Origins | null, Origins>();
  const originsOf = ({ origins }: PlacedFeature): Origins => {
    const known = composed.get(origins);
    if (known !== undefined) return known;
    // In a layer that was cut into pieces, each feature comes with its own origins.
    composed.clear();
    const made = origins === null ? copyOf(withLots.origins) : compose(origins, withLots.origins);
    composed.set(origins, made);
    return made;
  };
  for (let feature = 0; feature < featureCount; feature++) {
    const index = indexOf.get(feature);
    if (index !== undefined) {
      asBefore.write(index, builder);
      continue;
    }
    const placed = inner.placed(feature);
    if (placed.origins === null && withLots.isCut[feature] === 0) continue;
    const origins = originsOf(placed);
    recogniseRingsOf(feature, before, placed.at, placed.layer, origins);
    if (!isSameFeature(before, feature, placed.layer, placed.at, origins)) builder.addFeature(feature, placed.layer, placed.at, origins);
  }
  return { patch: builder.featureCount === 0 ? null : builder.finish(), inserted: asBefore.inserted };
}
