import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';

/**
 * The time between the stop signal and stopping. Requests are still answered normally, while load balancers learn to send no new
 * connections, and existing ones end one by one, so that no request meets a server that has just closed. Running tasks may finish,
 * and no new ones begin.
 */
export class Drain {
  readonly #milliseconds: number;
  readonly #answersCalls: boolean;
  readonly #lastWork: (() => Promise<void> | void)[] = [];
  #hasBegun = false;

  constructor({ drainSeconds, role }: Pick<Config, 'drainSeconds' | 'role'>) {
    this.#milliseconds = drainSeconds * 1000;
    this.#answersCalls = role !== 'worker';
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Calls `work` when the drain begins. A server that answers no requests need not wait any longer once that is done. */
  onBegin(work: () => Promise<void> | void): void {
    this.#lastWork.push(work);
  }

  /** Returns when the time is over. */
  async begin(): Promise<void> {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    if (this.#milliseconds === 0) return;
    const over = new AbortController();
    const time = pause(this.#milliseconds, undefined, { signal: over.signal }).catch(() => undefined);
    const work = Promise.all(this.#lastWork.map(async (each) => each()));
    await (this.#answersCalls ? time : Promise.race([time, work]));
    over.abort();
  }

  /** Once the drain has begun, every response closes its connection. */
  endConnections(app: FastifyInstance): void {
    app.addHook('onSend', (_request, reply, _payload, done) => {
      if (this.#hasBegun) void reply.header('connection', 'close');
      done();
    });
  }
}
