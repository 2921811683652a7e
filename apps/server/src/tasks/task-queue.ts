import { fromKysely, PgBoss } from 'pg-boss';
import type { Transaction } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

const QUEUE = 'tasks';
/** Longest time that the queue lets a job be: a worker has it until nothing waits any more. */
const JOB_EXPIRES_IN_SECONDS = 86_399;
/** Done jobs say nothing. */
const DONE_JOBS_KEPT_SECONDS = 60;
/** What a lost job was about is found by looking, so often. */
const LOOK_MILLISECONDS = 5000;

/**
 * Wakes workers, and that within milliseconds: a job says that some task waits, and no more. Which one is next, what a task is and how it
 * stands, the tables of tasks know (TaskLeases, TaskStore); so a job that is lost, or one too many, harms nothing.
 */
export class TaskQueue {
  readonly #boss: PgBoss;
  #look: NodeJS.Timeout | undefined;

  constructor(database: Database, onError: (error: Error) => void) {
    this.#boss = new PgBoss({ ...database.queueOptions, useListenNotify: true, schedule: false, reindex: false, monitorVacuum: false });
    this.#boss.on('error', onError);
  }

  async start(): Promise<void> {
    await this.#boss.start();
    await this.#boss.createQueue(QUEUE);
    await this.#boss.updateQueue(QUEUE, { notify: true, retryLimit: 0, expireInSeconds: JOB_EXPIRES_IN_SECONDS, deleteAfterSeconds: DONE_JOBS_KEPT_SECONDS });
  }

  /** For so many tasks that `transaction` makes: nobody is woken before it is committed, and nobody at all if it is not. */
  async add(tasks: number, transaction: Transaction<Tables>): Promise<void> {
    const jobs = Array.from({ length: tasks }, () => ({ data: {} }));
    await this.#boss.insert(QUEUE, jobs, { db: fromKysely(transaction) });
  }

  /** Wakes one worker, of whichever server. */
  async wake(): Promise<void> {
    await this.#boss.send(QUEUE, {});
  }

  /**
   * Calls `serve` whenever a task may wait, now and then without being woken too. A job is fetched by a server that has a hand free: `serve`
   * returns when nothing waits.
   */
  async work(concurrency: number, serve: () => Promise<void>): Promise<void> {
    for (let hand = 0; hand < concurrency; hand++) {
      const id: string = await this.#boss.work(QUEUE, { batchSize: 1, pollingIntervalSeconds: 2 }, async () => {
        try {
          await serve();
        } finally {
          // Looks for the next job at once instead of after a pause.
          this.#boss.notifyWorker(id);
        }
      });
    }
    this.#look = setInterval(() => void serve(), LOOK_MILLISECONDS);
    void serve();
  }

  /** @throws when the queue cannot be asked, or was stopped. */
  async check(): Promise<void> {
    if ((await this.#boss.getQueue(QUEUE)) === null) throw new Error('The queue of tasks is not there.');
  }

  /** Waits for what is being served. */
  async stop(): Promise<void> {
    clearInterval(this.#look);
    await this.#boss.stop({ graceful: true, close: true, timeout: 10_000 });
  }
}
