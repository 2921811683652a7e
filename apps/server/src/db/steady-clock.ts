import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { NOW } from './clock.ts';
import type { Tables } from './tables.ts';

/** Clocks are put right by less all the time. */
const TOLERANCE_MILLISECONDS = 60_000;

const nowSchema = z.tuple([z.object({ now: z.date() })]);

/**
 * What time it is for who deletes what has expired. It goes by a clock that may be put wrong and put right again: by how much that jumps forward,
 * as time that passes by itself (`elapsed`) tells, this one stays behind. So nothing is deleted before its time has passed. As long after a jump
 * as things are kept, all that is older than the jump is due, and the jump is forgotten; of a machine that sleeps now and then no more piles up.
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

  /** Knows of the jumps between its calls, so that it has to be called now and then. */
  async now(): Promise<Date> {
    const before = this.#elapsed();
    const clock = (await this.#read()).getTime();
    const elapsed = this.#elapsed();
    if (this.#last !== null) {
      // What the answer took counts as passed, so that a slow one is no jump.
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

/** What the clock of the database says. */
export async function readDatabaseClock(tables: Kysely<Tables>): Promise<Date> {
  const { rows } = await sql`select ${NOW} as now`.execute(tables);
  return nowSchema.parse(rows)[0].now;
}
