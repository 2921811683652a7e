import { fromKysely, PgBoss } from 'pg-boss';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

const QUEUE = 'tasks';
const jobSchema = z.object({ task: z.uuid() });
/** Longest time that the queue lets a job be: it must outlast every task, whose own limit comes first. */
const JOB_EXPIRES_IN_SECONDS = 86_399;
/** Done jobs say nothing that the task does not. */
const DONE_JOBS_KEPT_SECONDS = 60;

/** Says which task's turn it is, and that within milliseconds; what a task is and how it stands is in the TaskStore. */
export class TaskQueue {
  readonly #boss: PgBoss;

  constructor(database: Database, onError: (error: Error) => void) {
    this.#boss = new PgBoss({ ...database.queueOptions, useListenNotify: true, schedule: false, reindex: false, monitorVacuum: false });
    this.#boss.on('error', onError);
  }

  /** Puts `waiting` into the queue, in this order, instead of whatever a former process left there. */
  async start(waiting: readonly string[]): Promise<void> {
    await this.#boss.start();
    await this.#boss.createQueue(QUEUE);
    await this.#boss.updateQueue(QUEUE, {
      notify: true,
      retryLimit: 5,
      retryDelay: 5,
      expireInSeconds: JOB_EXPIRES_IN_SECONDS,
      deleteAfterSeconds: DONE_JOBS_KEPT_SECONDS,
    });
    await this.#boss.deleteAllJobs(QUEUE);
    await this.addAgain(waiting);
  }

  /**
   * Puts tasks into the queue that wait and of which it may have lost sight: a job that was handed out when the database went away
   * counts as under way, while nobody has it. That a task is there twice harms nothing: whoever comes to it second finds nothing to do.
   */
  async addAgain(waiting: readonly string[]): Promise<void> {
    for (const task of waiting) await this.#boss.send(QUEUE, { task });
  }

  /** Part of `transaction`: nobody is told before it is committed, and nobody at all if it is not. */
  async add(task: string, transaction: Transaction<Tables>): Promise<void> {
    await this.#boss.send(QUEUE, { task }, { db: fromKysely(transaction) });
  }

  /** Calls `handle` for each task, `concurrency` at a time. A task whose handler throws comes again after a while. */
  async work(concurrency: number, handle: (task: string) => Promise<void>): Promise<void> {
    for (let worker = 0; worker < concurrency; worker++) {
      const id: string = await this.#boss.work(QUEUE, { batchSize: 1, pollingIntervalSeconds: 2 }, async (jobs) => {
        try {
          for (const job of jobs) await handle(jobSchema.parse(job.data).task);
        } finally {
          // Looks for the next task at once instead of after a pause.
          this.#boss.notifyWorker(id);
        }
      });
    }
  }

  /** @throws when the queue cannot be asked, or was stopped. */
  async check(): Promise<void> {
    if ((await this.#boss.getQueue(QUEUE)) === null) throw new Error('The queue of tasks is not there.');
  }

  /** Waits for the handlers that run. */
  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: true, close: true, timeout: 10_000 });
  }
}
