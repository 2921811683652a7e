import { startExamination } from '../examination.ts';
import { FindingList } from '../layer/finding-list.ts';
import type { Findings } from '../layer/findings.ts';
import { markedIndices } from '../arrays/growable.ts';
import type { Layer, Patch } from '../layer/layer.ts';
import { pairSegments } from '../screening/pairing.ts';
import type { PairedLayer } from '../screening/pairing.ts';
import { openSegmentsOf } from '../screening/border-segments.ts';
import type { BorderSegments } from '../screening/border-segments.ts';
import type { ExaminationOptions, Tolerances } from '../options.ts';
import { applyWithOrigins } from '../layer/apply-patch.ts';
import { patchBetween } from '../layer/patch.ts';
import type { Origins } from '../layer/origins.ts';
import { Role } from './pieces.ts';
import type { EarlierScreening } from '../screening/screen-features.ts';
import { earlierScreening, repairOnce } from '../round.ts';
import type { RoundContext } from '../round.ts';
import { unlessTooTangled } from '../tangled.ts';

/**
 * A piece is repaired, and its result is repaired once more. Whatever still changes then is examined again with its
 * surroundings.
 */
const ROUNDS = 2;

/** Everything needed to examine a piece; plain data, so that it can be sent to a worker thread. */
export interface PieceTask {
  readonly layer: Layer;
  /** A `Role` for each feature. */
  readonly roles: Uint8Array;
  readonly options: ExaminationOptions;
  readonly tolerances: Tolerances;
}

export interface PieceResult {
  /** Of the core alone. */
  readonly patch: Patch | null;
  /** Of the core alone. */
  readonly findings: Findings;
  /** How the features next to the core are expected to come out. */
  readonly nearPatch: Patch | null;
  /** Features of the core to examine again: those that changed last. */
  readonly disturbed: Int32Array;
  /** Of the core, after the last round. May be wrong for `disturbed` features and around them. */
  readonly openSegments: BorderSegments;
  /** Whether everything in the core can be repaired. */
  readonly isRepairable: boolean;
}

/** Repairs a piece of a layer, on any thread or machine. */
export function settlePiece({ layer, roles, options, tolerances }: PieceTask): PieceResult {
  const isRimFeature = roles.map((role) => (role === Role.Rim ? 1 : 0));
  const isCoreFeature = roles.map((role) => (role === Role.Core ? 1 : 0));
  const isCore = (feature: number): boolean => roles[feature] === Role.Core;
  const findings = new FindingList();
  const changed = new Uint8Array(roles.length);
  const isDisturbed = new Uint8Array(roles.length);
  let current = layer;
  let origins: Origins | null = null;
  let isRepairable = true;
  let last: PairedLayer | null = null;
  let earlier: EarlierScreening | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    // Faults that do not concern the core are left to the pieces whose core they are in, which see
    // everything around them.
    const context: RoundContext = { options, tolerances, isUnmatched: null, isRimFeature, isAskedOf: round === 0 ? null : isCoreFeature, earlier, progress: () => undefined };
    const found = unlessTooTangled(() => repairOnce(current, context));
    if (found === null) {
      last = null;
      isRepairable = false;
      break;
    }
    const count = findings.addSome(found.findings, isCore);
    last = found.isWhole ? null : (found.screening?.paired ?? null);
    if (found.patch === null) {
      isRepairable = count === 0 && found.unresolved.count === 0;
      break;
    }
    for (const feature of found.patch.features) {
      changed[feature] = 1;
      if (round === ROUNDS - 1 && isCore(feature)) isDisturbed[feature] = 1;
    }
    // Only what concerns the core was examined, so nothing else is settled.
    earlier = earlierScreening(current, found.screening, found.patch, null);
    const applied = applyWithOrigins(current, found.patch, origins);
    current = applied.layer;
    origins = applied.origins;
  }
  const changedAs = (role: number): Uint8Array => changed.map((mark, feature) => (roles[feature] === role ? mark : 0));
  return {
    patch: origins === null ? null : patchBetween(layer, current, origins, changedAs(Role.Core)),
    nearPatch: origins === null ? null : patchBetween(layer, current, origins, changedAs(Role.Near)),
    findings: findings.finish(false),
    disturbed: markedIndices(isDisturbed),
    openSegments: openSegmentsOf(last ?? pairSegments(startExamination(current).prepared, new Uint8Array(roles.length), null), isCore),
    isRepairable,
  };
}
