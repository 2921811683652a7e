import { setTimeout as pause } from 'node:timers/promises';
import { ProblemError } from '@geoinsights/contract';
import type { Task } from '@geoinsights/contract';
import { DatabaseUnavailable } from '../db/database-unavailable.ts';
import { Slots } from '../slots.ts';

const LOOK_MILLISECONDS = 500;
const MOST_WATCHERS = 500;
/** So that one visitor cannot take them all. */
const MOST_OF_VISITOR = 100;

/**
 * Watches tasks for those who wait for a change. However many watch a task, the database is queried once per interval for all of them,
 * so it does not matter on which server a task runs.
 */
export class TaskWatch {
  readonly #find: (uuid: string) => Promise<Task | null>;
  readonly #milliseconds: number;
  readonly #slots: Slots;
  readonly #looks = new Map<string, Promise<Task | null>>();

  constructor(find: (uuid: string) => Promise<Task | null>, { milliseconds = LOOK_MILLISECONDS, mostWatchers = MOST_WATCHERS, mostOfVisitor = MOST_OF_VISITOR } = {}) {
    this.#find = find;
    this.#milliseconds = milliseconds;
    this.#slots = new Slots({ most: mostWatchers, mostOfVisitor });
  }

  /** @returns a function to call once when the watching ends; @throws ProblemError too-many-watchers */
  enter(visitor: string): () => void {
    const leave = this.#slots.take(visitor);
    if (leave === null) throw new ProblemError('too-many-watchers');
    return leave;
  }

  /** The task as it is an interval from now. While the database is unavailable, waits for it. */
  next(uuid: string): Promise<Task | null> {
    const underWay = this.#looks.get(uuid);
    if (underWay !== undefined) return underWay;
    const look = this.#look(uuid).finally(() => this.#looks.delete(uuid));
    this.#looks.set(uuid, look);
    return look;
  }

  async #look(uuid: string): Promise<Task | null> {
    for (;;) {
      await pause(this.#milliseconds, undefined, { ref: false });
      try {
        return await this.#find(uuid);
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error;
      }
    }
  }
}
