import { sql } from 'kysely';

/** This moment by the clock of the database, the one clock that all servers of it share; in a transaction, that of its begin. */
export const NOW = sql<Date>`now()`;

/** So long from now, by the clock of the database. */
export function fromNow(milliseconds: number) {
  return sql<Date>`now() + make_interval(secs => ${milliseconds / 1000})`;
}
