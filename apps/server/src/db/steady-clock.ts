import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { NOW } from './clock.ts';
import type { Tables } from './tables.ts';

/** Smaller clock corrections happen all the time. */
const TOLERANCE_MILLISECONDS = 60_000;

const nowSchema = z.tuple([z.object({ now: z.date() })]);

/**
 * The time for deciding what has expired. The underlying clock may be set wrong and corrected again. When it jumps forward, compared
 * with a monotonic clock (`elapsed`), this clock stays behind by the size of the jump, so that nothing is deleted before its time
 * has passed. After one retention period, everything older than the jump is due anyway, and the jump is forgotten; so the
 * offsets of a machine that sleeps now and then do not accumulate.
 */
export class SteadyClock {
  readonly #read: () => Promise<Date>;
  readonly #memoryMilliseconds: number;
  readonly #elapsed: () => number;
  /** Oldest first. */
  #jumps: { milliseconds: number; readonly until: number }[] = [];
  #last: { readonly clock: number; readonly elapsed: number } | null = null;

  constructor(read: () => Promise<Date>, memoryMilliseconds: number, elapsed: () => number = () => performance.now()) {
    this.#read = read;
    this.#memoryMilliseconds = memoryMilliseconds;
    this.#elapsed = elapsed;
  }

  /** It notices jumps between its calls, so call it from time to time. */
  async now(): Promise<Date> {
    const before = this.#elapsed();
    const clock = (await this.#read()).getTime();
    const elapsed = this.#elapsed();
    if (this.#last !== null) {
      // The duration of the query counts as elapsed, so that a slow one is not taken for a jump.
      const ahead = clock - this.#last.clock - (elapsed - this.#last.elapsed);
      const behind = this.#last.clock + (before - this.#last.elapsed) - clock;
      if (ahead > TOLERANCE_MILLISECONDS) this.#jumps.push({ milliseconds: ahead, until: elapsed + this.#memoryMilliseconds });
      else if (behind > TOLERANCE_MILLISECONDS) this.#takeBack(behind);
    }
    this.#last = { clock, elapsed };
    this.#jumps = this.#jumps.filter(({ until }) => until > elapsed);
    return new Date(clock - this.#jumps.reduce((sum, { milliseconds }) => sum + milliseconds, 0));
  }

  #takeBack(milliseconds: number): void {
    let left = milliseconds;
    for (const jump of this.#jumps.toReversed()) {
      const taken = Math.min(left, jump.milliseconds);
      jump.milliseconds -= taken;
      left -= taken;
    }
  }
}

/** The time by the clock of the database. */
export async function readDatabaseClock(tables: Kysely<Tables>): Promise<Date> {
  const { rows } = await sql`select ${NOW} as now`.execute(tables);
  return nowSchema.parse(rows)[0].now;
}
