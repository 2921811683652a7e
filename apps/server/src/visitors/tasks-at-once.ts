import { ProblemError } from '@geoinsights/contract';

const RETRY_SECONDS = 10;

/** Limits how many tasks of one visitor wait or run, over all servers of a database. */
export class TasksAtOnce {
  readonly #limit: number;
  readonly #unfinishedOf: (visitor: string) => Promise<number>;
  /** For each visitor the tasks this server is creating, in request order; each promise settles whatever the outcome. */
  readonly #coming = new Map<string, Set<Promise<unknown>>>();

  /**
   * @param limit 0 for none
   * @param unfinishedOf how many tasks of a visitor wait or run according to the database
   */
  constructor(limit: number, unfinishedOf: (visitor: string) => Promise<number>) {
    this.#limit = limit;
    this.#unfinishedOf = unfinishedOf;
  }

  /**
   * Creates a task. Earlier requests that this server is still processing count as tasks. If only they exceed the limit, their
   * outcome is awaited first: they may be refused, turn out to be the same task, or have been counted twice.
   * @throws ProblemError too-many-tasks; and errors of `make`
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
