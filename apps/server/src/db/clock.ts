import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Now by the clock of the database, the one clock that all its servers share; within a transaction, the time it began. */
export const NOW = sql<Date>`now()`;

/** This long from now, by the clock of the database. */
export function fromNow(milliseconds: number) {
  return sql<Date>`now() + make_interval(secs => ${milliseconds / 1000})`;
}

/** A factor over the current lease time, since servers of the old and new version may be configured with different times during an upgrade. */
const LONGER_THAN_GIVEN = 2;

/**
 * Whether a lease of this length has lapsed. One that ends later than any lease given now dates from before the database's clock was
 * set back; it would last long after its holder is gone.
 */
export function hasLapsed(until: RawBuilder<unknown>, milliseconds: number) {
  return sql<boolean>`(${until} < now() or ${until} > ${fromNow(LONGER_THAN_GIVEN * milliseconds)})`;
}
