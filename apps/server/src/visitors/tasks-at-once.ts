import { ProblemError } from '@geoinsights/contract';

const RETRY_SECONDS = 10;

/** Bounds how many tasks of one visitor wait or run, on all servers of a database. */
export class TasksAtOnce {
  readonly #limit: number;
  readonly #unfinishedOf: (visitor: string) => Promise<number>;
  /** Of each visitor what this server makes now, in the order in which it was asked for; each ends whatever comes of it. */
  readonly #coming = new Map<string, Set<Promise<unknown>>>();

  /**
   * @param limit 0 for none
   * @param unfinishedOf how many tasks of a visitor wait or run, as the database knows it
   */
  constructor(limit: number, unfinishedOf: (visitor: string) => Promise<number>) {
    this.#limit = limit;
    this.#unfinishedOf = unfinishedOf;
  }

  /**
   * Makes a task. Those that were asked for before and that this server still makes count as if they were there. Where there is no room
   * because of them, what comes of them is waited for: they may be refused, be the same task, or have been counted twice.
   * @throws ProblemError too-many-tasks; and what `make` throws
   */
  async during<Made>(visitor: string, make: () => Promise<Made>): Promise<Made> {
    if (this.#limit === 0) return make();
    const coming = this.#coming.get(visitor) ?? new Set();
    const made = this.#makeAfter([...coming], visitor, make);
    const ended = made.catch(() => undefined);
    this.#coming.set(visitor, coming);
    coming.add(ended);
    try {
      return await made;
    } finally {
      coming.delete(ended);
      if (coming.size === 0) this.#coming.delete(visitor);
    }
  }

  async #makeAfter<Made>(before: readonly Promise<unknown>[], visitor: string, make: () => Promise<Made>): Promise<Made> {
    let unfinished = await this.#unfinishedOf(visitor);
    if (unfinished < this.#limit && before.length + unfinished >= this.#limit) {
      await Promise.all(before);
      unfinished = await this.#unfinishedOf(visitor);
    } else unfinished += before.length;
    if (unfinished >= this.#limit) throw new ProblemError('too-many-tasks', { limit: this.#limit, seconds: RETRY_SECONDS });
    return make();
  }
}
