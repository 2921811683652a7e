import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** This moment by the clock of the database, the one clock that all servers of it share; in a transaction, that of its begin. */
export const NOW = sql<Date>`now()`;

/** So long from now, by the clock of the database. */
export function fromNow(milliseconds: number) {
  return sql<Date>`now() + make_interval(secs => ${milliseconds / 1000})`;
}

/** Times what is given now. Servers of a version that goes and one that comes may be told different lengths. */
const LONGER_THAN_GIVEN = 2;

/**
 * Whether what is held for so long at a time has lapsed. What ends later than any that is given now was given before the clock of the database was put back:
 * it would be held long after its holder is gone.
 */
export function hasLapsed(until: RawBuilder<unknown>, milliseconds: number) {
  return sql<boolean>`(${until} < now() or ${until} > ${fromNow(LONGER_THAN_GIVEN * milliseconds)})`;
}
