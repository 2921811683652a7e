import { randomUUID } from 'node:crypto';
import { problemSchema, ProblemError, PROGRESS_STATUSES, reportSchema } from '@geoinsights/contract';
import type { Problem, Report, Task } from '@geoinsights/contract';
import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../db/tables.ts';

const taskRowSchema = z.object({
  uuid: z.string(),
  tool: z.string(),
  progress_status: z.enum(PROGRESS_STATUSES),
  progress: z.number(),
  stage: z.string().nullable(),
  upload: z.string(),
  report: reportSchema.nullable(),
  error: problemSchema.nullable(),
  output_file: z.string().nullable(),
  report_file: z.string().nullable(),
  created_at: z.date(),
  started_at: z.date().nullable(),
  finished_at: z.date().nullable(),
  expires_at: z.date(),
});

/** What a worker needs to know of a task that it took. */
export interface ClaimedTask {
  readonly uuid: string;
  readonly tool: string;
  readonly upload: string;
  readonly options: unknown;
  /** How often it was started, this time included. */
  readonly attempts: number;
}

/** A finished file that was taken over by the file store. */
export interface KeptResult {
  readonly uuid: string;
  readonly name: string;
  readonly size: number;
}

/**
 * The truth about tasks; the queue only says when it is somebody's turn. Every change of status names the status that
 * it starts from, so that of two changes at the same time (done and cancelled, say) exactly one happens.
 */
export class TaskStore {
  readonly #tables: Kysely<Tables>;
  readonly #retentionMilliseconds: number;

  constructor(tables: Kysely<Tables>, retentionMilliseconds: number) {
    this.#tables = tables;
    this.#retentionMilliseconds = retentionMilliseconds;
  }

  /**
   * A new task that is READY. `enqueue` runs in the same transaction: a task is in the queue or is not there at all.
   * @throws ProblemError unknown-input-file when the upload is not kept.
   */
  async create(tool: string, upload: string, options: unknown, enqueue: (uuid: string, transaction: Transaction<Tables>) => Promise<void>): Promise<Task> {
    const uuid = randomUUID();
    await this.#tables.transaction().execute(async (transaction) => {
      const now = new Date();
      const extended = await transaction
        .updateTable('uploads')
        .set({ expires_at: this.#expiryFrom(now) })
        .where('uuid', '=', upload)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (extended.numUpdatedRows === 0n) throw new ProblemError('unknown-input-file');
      await transaction
        .insertInto('tasks')
        .values({
          uuid,
          tool,
          upload,
          options: JSON.stringify(options),
          progress_status: 'READY',
          progress: 0,
          stage: null,
          report: null,
          error: null,
          output_file: null,
          report_file: null,
          created_at: now,
          started_at: null,
          finished_at: null,
        })
        .execute();
      await enqueue(uuid, transaction);
    });
    const task = await this.find(uuid);
    if (task === null) throw new Error('A task that was just created is not there.');
    return task;
  }

  async find(uuid: string): Promise<Task | null> {
    const row = await this.#tables
      .selectFrom('tasks')
      .innerJoin('uploads', 'uploads.uuid', 'tasks.upload')
      .selectAll('tasks')
      .select('uploads.expires_at')
      .where('tasks.uuid', '=', uuid)
      .executeTakeFirst();
    return row === undefined ? null : taskOf(row);
  }

  /**
   * READY becomes RUNNING. One that is RUNNING was claimed before, and the answer was lost: that is the same attempt. Null when there
   * is nothing to do (any more).
   */
  async claim(uuid: string): Promise<ClaimedTask | null> {
    const row = await this.#tables
      .updateTable('tasks')
      .set((expression) => ({
        progress_status: 'RUNNING',
        progress: 0,
        stage: null,
        started_at: new Date(),
        attempts: expression.case().when('progress_status', '=', 'READY').then(expression('attempts', '+', 1)).else(expression.ref('attempts')).end(),
      }))
      .where('uuid', '=', uuid)
      .where('progress_status', 'in', ['READY', 'RUNNING'])
      .returning(['uuid', 'tool', 'upload', 'options', 'attempts'])
      .executeTakeFirst();
    return row ?? null;
  }

  async progress(uuid: string, share: number, stage: string): Promise<void> {
    await this.#tables.updateTable('tasks').set({ progress: share, stage }).where('uuid', '=', uuid).where('progress_status', '=', 'RUNNING').execute();
  }

  /**
   * RUNNING becomes COMPLETED. False when it was cancelled meanwhile; then nothing refers to the results. Can be said again when the answer
   * was lost: of results that were taken it says so, and takes them once.
   */
  async complete(uuid: string, output: KeptResult, reportFile: KeptResult, report: Report): Promise<boolean> {
    return this.#tables.transaction().execute(async (transaction) => {
      const now = new Date();
      const completed = await transaction
        .updateTable('tasks')
        .set({
          progress_status: 'COMPLETED',
          progress: 1,
          stage: null,
          report: JSON.stringify(report),
          output_file: output.uuid,
          report_file: reportFile.uuid,
          finished_at: now,
        })
        .where('uuid', '=', uuid)
        .where('progress_status', '=', 'RUNNING')
        .returning('upload')
        .executeTakeFirst();
      if (completed === undefined) return isTaken(transaction, output, reportFile);
      const results = [output, reportFile].map((result) => ({ ...result, task: uuid, created_at: now }));
      await transaction.insertInto('results').values(results).execute();
      await transaction.updateTable('uploads').set({ expires_at: this.#expiryFrom(now) }).where('uuid', '=', completed.upload).execute();
      return true;
    });
  }

  /** READY or RUNNING becomes FAILED. */
  async fail(uuid: string, problem: Problem): Promise<void> {
    await this.#tables
      .updateTable('tasks')
      .set({ progress_status: 'FAILED', stage: null, error: JSON.stringify(problem), finished_at: new Date() })
      .where('uuid', '=', uuid)
      .where('progress_status', 'in', ['READY', 'RUNNING'])
      .execute();
  }

  /** READY or RUNNING becomes CANCELLED; any other status stays. */
  async cancel(uuid: string): Promise<void> {
    await this.#tables
      .updateTable('tasks')
      .set({ progress_status: 'CANCELLED', stage: null, finished_at: new Date() })
      .where('uuid', '=', uuid)
      .where('progress_status', 'in', ['READY', 'RUNNING'])
      .execute();
  }

  /** RUNNING becomes READY without counting the attempt: the server stops in order and will run it again. */
  async giveBack(uuid: string): Promise<void> {
    await this.#tables
      .updateTable('tasks')
      .set((expression) => ({ progress_status: 'READY', progress: 0, stage: null, started_at: null, attempts: expression('attempts', '-', 1) }))
      .where('uuid', '=', uuid)
      .where('progress_status', '=', 'RUNNING')
      .execute();
  }

  /** Tasks of an upload that wait or run. */
  async unfinishedOf(upload: string): Promise<string[]> {
    const rows = await this.#tables
      .selectFrom('tasks')
      .select('uuid')
      .where('upload', '=', upload)
      .where('progress_status', 'in', ['READY', 'RUNNING'])
      .execute();
    return rows.map((row) => row.uuid);
  }

  /**
   * What a crash left behind, when nothing runs yet: a task that was RUNNING too often becomes FAILED, the others READY.
   * @returns the tasks that wait, the oldest first.
   */
  async recover(attempts: number): Promise<string[]> {
    const interrupted = new ProblemError('task-interrupted').toProblem();
    await this.#tables
      .updateTable('tasks')
      .set({ progress_status: 'FAILED', stage: null, error: JSON.stringify(interrupted), finished_at: new Date() })
      .where('progress_status', '=', 'RUNNING')
      .where('attempts', '>=', attempts)
      .execute();
    await this.#tables
      .updateTable('tasks')
      .set({ progress_status: 'READY', progress: 0, stage: null, started_at: null })
      .where('progress_status', '=', 'RUNNING')
      .execute();
    return this.#waiting();
  }

  /**
   * Puts right what a database does not know that was away: it may have lost what it had acknowledged, as a replica may that takes over. What
   * it takes for running, while nothing runs it, becomes READY.
   * @returns the tasks that wait, the oldest first.
   */
  async catchUp(isRunning: (uuid: string) => boolean): Promise<string[]> {
    const rows = await this.#tables.selectFrom('tasks').select('uuid').where('progress_status', '=', 'RUNNING').execute();
    for (const { uuid } of rows) if (!isRunning(uuid)) await this.giveBack(uuid);
    return this.#waiting();
  }

  async #waiting(): Promise<string[]> {
    const rows = await this.#tables.selectFrom('tasks').select('uuid').where('progress_status', '=', 'READY').orderBy('created_at').execute();
    return rows.map((row) => row.uuid);
  }

  #expiryFrom(now: Date): Date {
    return new Date(now.getTime() + this.#retentionMilliseconds);
  }
}

/** Whether a task has these results; one of them may have been deleted by its owner since. */
async function isTaken(transaction: Transaction<Tables>, output: KeptResult, reportFile: KeptResult): Promise<boolean> {
  const rows = await transaction.selectFrom('results').select('uuid').where('uuid', 'in', [output.uuid, reportFile.uuid]).execute();
  return rows.length > 0;
}

function taskOf(row: unknown): Task {
  const { upload, ...task } = taskRowSchema.parse(row);
  return {
    ...task,
    input_file: upload,
    created_at: task.created_at.toISOString(),
    started_at: task.started_at?.toISOString() ?? null,
    finished_at: task.finished_at?.toISOString() ?? null,
    expires_at: task.expires_at.toISOString(),
  };
}
