import type { RepairOptionsInput } from '@geoinsights/contract';
import { LARGEST_AREA, LARGEST_DISTANCE, type Profile } from '@geoinsights/contract/repair-options';
import { ambiguityOf, readQuantity } from '../form/decimal-number.ts';

/** The options as typed in the form. An empty distance is taken from the data. */
export interface OptionsDraft {
  readonly snapDistance: string;
  readonly maxGapWidth: string;
  readonly overlaps: 'fix' | 'keep';
  readonly gaps: 'fix' | 'keep';
  readonly profile: Profile;
  /** Metres; empty for no limit. */
  readonly maxDisplacement: string;
  /** Hectares, the unit in which areas are shown; empty for no limit. */
  readonly maxTransfer: string;
  /** The field with the names of the features for the report; empty to have it guessed. */
  readonly labelField: string;
  /** Whether the tolerances are shown before anything is repaired. */
  readonly looksFirst: boolean;
}

export const DEFAULT_OPTIONS: OptionsDraft = { snapDistance: '', maxGapWidth: '', overlaps: 'fix', gaps: 'fix', profile: 'standard', maxDisplacement: '', maxTransfer: '', labelField: '', looksFirst: false };

export const DISTANCE_FAULT = 'Enter a distance of at least 0, such as 0.5, or leave the field empty.';

/** Whether this is empty or a distance: a number not below 0, with a point or a comma. */
export function isDistance(text: string): boolean {
  return text.trim() === '' || readDistance(text) !== undefined;
}

const MOVEMENT_FAULT = 'Enter a distance in metres above 0, such as 5, or leave the field empty.';
const TRANSFER_FAULT = 'Enter an area in hectares, such as 0.5, or leave the field empty.';
/** If all overlaps are kept, there is nothing for a profile or a limit to rule on. */
export const NOTHING_TO_RULE = 'Overlaps are only reported, so the registrar profile and the limits have nothing to act on. Let overlaps be repaired, or choose Standard and empty the limits.';

/** What is wrong with the options in the form, by field; a valid field has no entry. */
export function faultsOf(draft: OptionsDraft): { readonly [field in 'snapDistance' | 'maxGapWidth' | 'maxDisplacement' | 'maxTransfer' | 'overlaps']?: string } {
  return {
    ...(isDistance(draft.snapDistance) ? {} : { snapDistance: ambiguityOf(draft.snapDistance) ?? DISTANCE_FAULT }),
    ...(isDistance(draft.maxGapWidth) ? {} : { maxGapWidth: ambiguityOf(draft.maxGapWidth) ?? DISTANCE_FAULT }),
    ...(isEmpty(draft.maxDisplacement) || readMovement(draft.maxDisplacement) !== undefined ? {} : { maxDisplacement: ambiguityOf(draft.maxDisplacement) ?? MOVEMENT_FAULT }),
    ...(isEmpty(draft.maxTransfer) || readTransfer(draft.maxTransfer) !== undefined ? {} : { maxTransfer: ambiguityOf(draft.maxTransfer) ?? TRANSFER_FAULT }),
    ...(draft.overlaps === 'keep' && rules(draft) ? { overlaps: NOTHING_TO_RULE } : {}),
  };
}

/** The same for all fields together, to be shown if nothing can be sent; undefined if all are valid. */
export function faultOfAll(draft: OptionsDraft): string | undefined {
  const { snapDistance, maxGapWidth, maxDisplacement, maxTransfer, overlaps } = faultsOf(draft);
  if (snapDistance !== undefined || maxGapWidth !== undefined || maxDisplacement !== undefined) return 'a distance in the options is not valid: the field says why';
  if (maxTransfer !== undefined) return 'the largest transfer in the options is not valid: the field says why';
  return overlaps === undefined ? undefined : 'two of the options contradict each other';
}

function rules({ profile, maxDisplacement, maxTransfer }: OptionsDraft): boolean {
  return profile !== 'standard' || !isEmpty(maxDisplacement) || !isEmpty(maxTransfer);
}

function isEmpty(text: string): boolean {
  return text.trim() === '';
}

/** The options to send: only those that differ from their defaults; undefined if none does. Invalid ones are left out. */
export function chosenOptions(draft: OptionsDraft): RepairOptionsInput | undefined {
  const snapDistance = readDistance(draft.snapDistance);
  const maxGapWidth = readDistance(draft.maxGapWidth);
  const maxDisplacement = readMovement(draft.maxDisplacement);
  const maxTransfer = readTransfer(draft.maxTransfer);
  const options: RepairOptionsInput = {
    ...(snapDistance === undefined ? {} : { snapDistance }),
    ...(maxGapWidth === undefined ? {} : { maxGapWidth }),
    ...(draft.overlaps === 'keep' ? { overlaps: draft.overlaps } : {}),
    ...(draft.gaps === 'keep' ? { gaps: draft.gaps } : {}),
    ...(draft.profile === 'standard' ? {} : { profile: draft.profile }),
    ...(maxDisplacement === undefined ? {} : { maxDisplacement }),
    ...(maxTransfer === undefined ? {} : { maxTransfer }),
    ...(isEmpty(draft.labelField) ? {} : { labelField: draft.labelField.trim() }),
  };
  return Object.keys(options).length === 0 ? undefined : options;
}

const SQUARE_METRES_IN_A_HECTARE = 10_000;

/** Metres, above 0. */
function readMovement(text: string): number | undefined {
  const distance = readQuantity(text);
  return distance !== undefined && distance > 0 && distance <= LARGEST_DISTANCE ? distance : undefined;
}

/** Square metres, given hectares. */
function readTransfer(text: string): number | undefined {
  const hectares = readQuantity(text);
  const area = hectares === undefined ? undefined : hectares * SQUARE_METRES_IN_A_HECTARE;
  return area !== undefined && area >= 0 && area <= LARGEST_AREA ? area : undefined;
}

function readDistance(text: string): number | undefined {
  const distance = readQuantity(text);
  return distance !== undefined && distance >= 0 ? distance : undefined;
}
