import type { FindingRow } from '../model/messages.ts';

/** A finding that is looked at, and its place in the list, from 0 on. */
export interface Selected {
  readonly place: number;
  readonly row: FindingRow;
}
