import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../db/tables.ts';
import { batchedLookup } from './batched-lookup.ts';

/** An order younger than this is good enough: everybody waiting requests it once a second. */
const STILL_GOOD_MILLISECONDS = 500;

const placesSchema = z.array(z.object({ uuid: z.string(), place: z.coerce.number() }));

/**
 * Whose turn it is: visitors take turns, so that a single file does not wait for all files of another visitor. The visitor with fewer
 * running tasks comes first, then the one whose last turn was longest ago; of one visitor, the oldest task. `t` is the task,
 * `running` the number of running tasks of its visitor.
 */
export const LAST_TURN = sql`(select max(s.started_at) from tasks s where s.visitor = t.visitor)`;
export const RUNNING_BY_VISITOR = sql`(select visitor, count(*) as running from tasks where progress_status = 'RUNNING' group by visitor)`;

/** The positions of the waiting tasks in the queue, 1 for the next one. */
export class WaitingOrder {
  readonly #tables: Kysely<Tables>;
  readonly #look: (uuid: string) => Promise<number | null>;
  #places: ReadonlyMap<string, number> = new Map();
  #readAt = -Infinity;

  constructor(tables: Kysely<Tables>) {
    this.#tables = tables;
    this.#look = batchedLookup(() => this.#read());
  }

  /** Null for a task that is not waiting (any more). */
  async placeOf(uuid: string): Promise<number | null> {
    const known = performance.now() - this.#readAt < STILL_GOOD_MILLISECONDS ? this.#places.get(uuid) : undefined;
    // Unknown: it arrived after the order was read.
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
