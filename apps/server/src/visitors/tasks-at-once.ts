import { ProblemError } from '@geoinsights/contract';

const RETRY_SECONDS = 10;

/** Bounds how many tasks of one visitor wait or run, on all servers of a database. */
export class TasksAtOnce {
  readonly #limit: number;
  readonly #unfinishedOf: (visitor: string) => Promise<number>;
  readonly #coming = new Map<string, number>();

  /**
   * @param limit 0 for none
   * @param unfinishedOf how many tasks of a visitor wait or run, as the database knows it
   */
  constructor(limit: number, unfinishedOf: (visitor: string) => Promise<number>) {
    this.#limit = limit;
    this.#unfinishedOf = unfinishedOf;
  }

  /** Makes a task. Those that this server makes at the same time count as if they were there. @throws ProblemError too-many-tasks; and what `make` throws */
  async during<Made>(visitor: string, make: () => Promise<Made>): Promise<Made> {
    if (this.#limit === 0) return make();
    const before = this.#coming.get(visitor) ?? 0;
    this.#coming.set(visitor, before + 1);
    try {
      if (before + (await this.#unfinishedOf(visitor)) >= this.#limit) throw new ProblemError('too-many-tasks', { limit: this.#limit, seconds: RETRY_SECONDS });
      return await make();
    } finally {
      const left = (this.#coming.get(visitor) ?? 1) - 1;
      if (left === 0) this.#coming.delete(visitor);
      else this.#coming.set(visitor, left);
    }
  }
}
