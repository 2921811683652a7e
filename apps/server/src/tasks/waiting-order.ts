import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../db/tables.ts';
import { lookTogether } from './look-together.ts';

/** An order that is younger than this is good enough: it is asked for by everybody who waits, once a second each. */
const STILL_GOOD_MILLISECONDS = 500;

const placesSchema = z.array(z.object({ uuid: z.string(), place: z.coerce.number() }));

/**
 * Whose turn it is: visitors take turns, so that who comes with one file does not wait for all the files of another. A visitor with fewer
 * tasks that run comes first, then the one who has waited longest since his last turn; of one visitor, the oldest task.
 * `t` is the task, `running` the number of tasks of its visitor that run.
 */
export const LAST_TURN = sql`(select max(s.started_at) from tasks s where s.visitor = t.visitor)`;
export const RUNNING_BY_VISITOR = sql`(select visitor, count(*) as running from tasks where progress_status = 'RUNNING' group by visitor)`;

/** The places in the queue of the tasks that wait, 1 for the next one. */
export class WaitingOrder {
  readonly #tables: Kysely<Tables>;
  readonly #look: (uuid: string) => Promise<number | null>;
  #places: ReadonlyMap<string, number> = new Map();
  #readAt = -Infinity;

  constructor(tables: Kysely<Tables>) {
    this.#tables = tables;
    this.#look = lookTogether(() => this.#read());
  }

  /** Null for a task that does not wait (any more). */
  async placeOf(uuid: string): Promise<number | null> {
    const known = performance.now() - this.#readAt < STILL_GOOD_MILLISECONDS ? this.#places.get(uuid) : undefined;
    // Not known: it came after the order was read.
    return known ?? this.#look(uuid);
  }

  async #read(): Promise<ReadonlyMap<string, number>> {
    const { rows } = await sql`
      with waiting as (
        select t.uuid, t.created_at, coalesce(r.running, 0) + row_number() over (partition by t.visitor order by t.created_at, t.uuid) as turn, ${LAST_TURN} as last_turn
        from tasks t left join ${RUNNING_BY_VISITOR} r on r.visitor = t.visitor
        where t.progress_status = 'READY'
      )
      select uuid, row_number() over (order by turn, last_turn nulls first, created_at, uuid) as place from waiting`.execute(this.#tables);
    this.#places = new Map(placesSchema.parse(rows).map(({ uuid, place }) => [uuid, place]));
    this.#readAt = performance.now();
    return this.#places;
  }
}
