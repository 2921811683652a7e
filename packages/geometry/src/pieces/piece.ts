import { startExamination } from '../examination.ts';
import { FindingList } from '../layer/finding-list.ts';
import type { Findings } from '../layer/findings.ts';
import { markedPlaces } from '../arrays/growable.ts';
import type { Layer, Patch } from '../layer/layer.ts';
import { pairSegments } from '../screening/pairing.ts';
import type { PairedLayer } from '../screening/pairing.ts';
import { openSegmentsOf } from '../screening/border-segments.ts';
import type { BorderSegments } from '../screening/border-segments.ts';
import type { ExaminationOptions, Tolerances } from '../options.ts';
import { applyWithOrigins, patchBetween } from '../layer/patch.ts';
import type { Origins } from '../layer/origins.ts';
import { Role } from './pieces.ts';
import type { EarlierScreening } from '../screening/screen-features.ts';
import { earlierScreening, repairOnce } from '../round.ts';

/** A piece is repaired, and repaired on its result; what still changed then is looked at again with what is around it. */
const ROUNDS = 2;

/** All that the examination of a piece needs; plain data, so that a worker thread can be sent it. */
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
  /** What the features beside the core were taken to become. */
  readonly nearPatch: Patch | null;
  /** Features of the core to be looked at again: what changed last. */
  readonly disturbed: Int32Array;
  /** Of the core, when all is done; those of `disturbed` and around them may not be as they are told. */
  readonly openSegments: BorderSegments;
  /** Whether there was nothing in the core that cannot be repaired. */
  readonly isRepairable: boolean;
}

/** Repairs a piece of a layer, on whatever thread or machine. @throws TooTangledError when it cannot be arranged */
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
    // What does not concern the core is left to the pieces of which it is the core, which see all around it.
    const found = repairOnce(current, { options, tolerances, isUnmatched: null, isRimFeature, isAskedOf: round === 0 ? null : isCoreFeature, earlier, progress: () => undefined });
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
    earlier = earlierScreening(current, found.screening, found.patch);
    const applied = applyWithOrigins(current, found.patch, origins);
    current = applied.layer;
    origins = applied.origins;
  }
  const changedAs = (role: number): Uint8Array => changed.map((mark, feature) => (roles[feature] === role ? mark : 0));
  return {
    patch: origins === null ? null : patchBetween(layer, current, origins, changedAs(Role.Core)),
    nearPatch: origins === null ? null : patchBetween(layer, current, origins, changedAs(Role.Near)),
    findings: findings.finish(false),
    disturbed: markedPlaces(isDisturbed),
    openSegments: openSegmentsOf(last ?? pairSegments(startExamination(current).prepared, new Uint8Array(roles.length), null), isCore),
    isRepairable,
  };
}
