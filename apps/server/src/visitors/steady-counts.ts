import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import { forgetFirst } from './forget-first.ts';

interface Count {
  current: number;
  readonly until: number;
}

/**
 * How often each address asked in a window of time that began with the first of its requests. The library's own store goes by the clock of the
 * machine: when that is put back by an hour, whoever met the limit is refused for an hour. This one goes by time that passes.
 */
export class SteadyCounts implements FastifyRateLimitStore {
  readonly #counts = new Map<string, Count>();

  incr(address: string, callback: (error: Error | null, result?: { current: number; ttl: number }) => void, timeWindow: number): void {
    const now = performance.now();
    const known = this.#counts.get(address);
    const count = known !== undefined && known.until > now ? known : { current: 0, until: now + timeWindow };
    count.current++;
    // Behind all others, so that those are forgotten first that came longest ago.
    this.#counts.delete(address);
    this.#counts.set(address, count);
    forgetFirst(this.#counts);
    callback(null, { current: count.current, ttl: Math.ceil(count.until - now) });
  }

  child(): SteadyCounts {
    return new SteadyCounts();
  }
}
