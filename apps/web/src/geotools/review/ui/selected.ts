import type { FindingRow } from '../model/messages.ts';

/** The selected finding, and its position in the list, from 0 on. */
export interface Selected {
  readonly place: number;
  readonly row: FindingRow;
}
