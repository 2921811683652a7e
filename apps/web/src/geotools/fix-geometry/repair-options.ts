import type { RepairOptionsInput } from '@geoinsights/contract';
import { readDecimal } from '../form/decimal-number.ts';

/** The options as they stand in the form. An empty distance is taken from the data. */
export interface OptionsDraft {
  readonly snapDistance: string;
  readonly maxGapWidth: string;
  readonly overlaps: 'fix' | 'keep';
  readonly gaps: 'fix' | 'keep';
  /** Whether the tolerances are shown before anything is repaired. */
  readonly looksFirst: boolean;
}

export const DEFAULT_OPTIONS: OptionsDraft = { snapDistance: '', maxGapWidth: '', overlaps: 'fix', gaps: 'fix', looksFirst: false };

export const DISTANCE_FAULT = 'Write a distance such as 0.5, or leave it empty.';

/** Whether this is empty or a distance: a number not below 0, with a point or a comma. */
export function isDistance(text: string): boolean {
  return text.trim() === '' || readDistance(text) !== undefined;
}

/** The options to send: only what differs from the default; undefined when nothing does. Both distances must be valid. */
export function chosenOptions(draft: OptionsDraft): RepairOptionsInput | undefined {
  const snapDistance = readDistance(draft.snapDistance);
  const maxGapWidth = readDistance(draft.maxGapWidth);
  const options: RepairOptionsInput = {
    ...(snapDistance === undefined ? {} : { snapDistance }),
    ...(maxGapWidth === undefined ? {} : { maxGapWidth }),
    ...(draft.overlaps === 'keep' ? { overlaps: draft.overlaps } : {}),
    ...(draft.gaps === 'keep' ? { gaps: draft.gaps } : {}),
  };
  return Object.keys(options).length === 0 ? undefined : options;
}

function readDistance(text: string): number | undefined {
  const distance = readDecimal(text);
  return distance !== undefined && distance >= 0 ? distance : undefined;
}
