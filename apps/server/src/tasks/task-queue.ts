import { fromKysely, PgBoss } from 'pg-boss';
import type { Transaction } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

const QUEUE = 'tasks';
/** The longest time the queue allows for a job: a worker keeps it until nothing waits any more. */
const JOB_EXPIRES_IN_SECONDS = 86_399;
/** Finished jobs carry no information. */
const DONE_JOBS_KEPT_SECONDS = 60;
/** How often to look for tasks whose job was lost. */
const LOOK_MILLISECONDS = 5000;

/**
 * Wakes workers within milliseconds: a job only says that some task waits. Which task is next, what it is and its state are in the
 * task tables (TaskLeases, TaskStore), so a lost or superfluous job does no harm.
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

  /** For the tasks that `transaction` creates: nobody is woken before it is committed, and nobody at all if it is rolled back. */
  async add(tasks: number, transaction: Transaction<Tables>): Promise<void> {
    const jobs = Array.from({ length: tasks }, () => ({ data: {} }));
    await this.#boss.insert(QUEUE, jobs, { db: fromKysely(transaction) });
  }

  /** Wakes one worker on any server. */
  async wake(): Promise<void> {
    await this.#boss.send(QUEUE, {});
  }

  /**
   * Calls `serve` whenever a task may be waiting, and now and then without a job. A server fetches a job only when it has a free slot:
   * `serve` returns once nothing waits.
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

  /** @throws if the queue cannot be reached, or was stopped. */
  async check(): Promise<void> {
    if ((await this.#boss.getQueue(QUEUE)) === null) throw new Error('The queue of tasks is not there.');
  }

  /** Waits for the work in progress. */
  async stop(): Promise<void> {
    clearInterval(this.#look);
    await this.#boss.stop({ graceful: true, close: true, timeout: 10_000 });
  }
}
