import { randomUUID } from 'node:crypto';
import { problemSchema, ProblemError, PROGRESS_STATUSES, reportSchema } from '@geoinsights/contract';
import type { Task } from '@geoinsights/contract';
import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import { fromNow, NOW } from '../db/clock.ts';
import type { Tables } from '../db/tables.ts';
import { lookTogether } from './look-together.ts';
import { WaitingOrder } from './waiting-order.ts';

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

export interface NewTask {
  readonly tool: string;
  readonly upload: string;
  readonly options: unknown;
  /** A name by `VisitorOf`. */
  readonly visitor: string;
  /** Of who asks for the task; null when none was given. */
  readonly idempotencyKey: string | null;
  /** That an upload may have, ended ones too; 0 for any number. */
  readonly mostTasks: number;
}

/**
 * The truth about tasks, as calls ask for it; what workers say of them is in TaskLeases, and the queue only wakes workers. Every change
 * of status names the status that it starts from, so that of two changes at the same time (done and cancelled, say) exactly one happens.
 */
export class TaskStore {
  readonly #tables: Kysely<Tables>;
  readonly #order: WaitingOrder;
  readonly #row: (uuid: string) => Promise<z.infer<typeof taskRowSchema> | null>;
  readonly #retentionMilliseconds: number;

  constructor(tables: Kysely<Tables>, retentionMilliseconds: number) {
    this.#tables = tables;
    this.#order = new WaitingOrder(tables);
    // Everybody who waits for a task asks for it once a second.
    this.#row = lookTogether((uuids) => readRows(tables, uuids));
    this.#retentionMilliseconds = retentionMilliseconds;
  }

  /**
   * A new task that is READY. `enqueue` runs in the same transaction: a task is in the queue or is not there at all.
   * @throws ProblemError unknown-input-file when the upload is not kept, too-many-tasks-of-upload. DatabaseError when the upload has a
   * task with this idempotency key.
   */
  async create({ tool, upload, options, visitor, idempotencyKey, mostTasks }: NewTask, enqueue: (uuid: string, transaction: Transaction<Tables>) => Promise<void>): Promise<Task> {
    const uuid = randomUUID();
    await this.#tables.transaction().execute(async (transaction) => {
      const extended = await transaction
        .updateTable('uploads')
        .set({ expires_at: fromNow(this.#retentionMilliseconds) })
        .where('uuid', '=', upload)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (extended.numUpdatedRows === 0n) throw new ProblemError('unknown-input-file');
      // The upload is locked by now, so that nobody else adds a task to it.
      if (mostTasks > 0 && (await tasksOf(transaction, upload)) >= mostTasks) throw new ProblemError('too-many-tasks-of-upload', { limit: mostTasks });
      await transaction
        .insertInto('tasks')
        .values({
          uuid,
          tool,
          upload,
          visitor,
          lease: null,
          lease_until: null,
          options: JSON.stringify(options),
          progress_status: 'READY',
          progress: 0,
          stage: null,
          report: null,
          error: null,
          output_file: null,
          report_file: null,
          idempotency_key: idempotencyKey,
          created_at: NOW,
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

  /** The task on an upload that was started with this key; with the options as they were given. */
  async ofKey(upload: string, idempotencyKey: string): Promise<{ task: Task; options: unknown } | null> {
    const row = await this.#tables.selectFrom('tasks').select(['uuid', 'options']).where('upload', '=', upload).where('idempotency_key', '=', idempotencyKey).executeTakeFirst();
    const task = row === undefined ? null : await this.find(row.uuid);
    return row === undefined || task === null ? null : { task, options: row.options };
  }

  /** How many tasks of a visitor wait or run. */
  async unfinishedOfVisitor(visitor: string): Promise<number> {
    const row = await this.#tables
      .selectFrom('tasks')
      .select((expression) => expression.fn.countAll().as('count'))
      .where('visitor', '=', visitor)
      .where('progress_status', 'in', ['READY', 'RUNNING'])
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }

  async find(uuid: string): Promise<Task | null> {
    const row = await this.#row(uuid);
    if (row === null) return null;
    const place = row.progress_status === 'READY' ? await this.#order.placeOf(uuid) : null;
    return taskOf(row, place);
  }

  /** READY or RUNNING becomes CANCELLED; any other status stays. */
  async cancel(uuid: string): Promise<void> {
    await this.#tables
      .updateTable('tasks')
      .set({ progress_status: 'CANCELLED', stage: null, finished_at: NOW })
      .where('uuid', '=', uuid)
      .where('progress_status', 'in', ['READY', 'RUNNING'])
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
}

async function tasksOf(transaction: Transaction<Tables>, upload: string): Promise<number> {
  const row = await transaction.selectFrom('tasks').select((expression) => expression.fn.countAll().as('count')).where('upload', '=', upload).executeTakeFirstOrThrow();
  return Number(row.count);
}

async function readRows(tables: Kysely<Tables>, uuids: readonly string[]): Promise<ReadonlyMap<string, z.infer<typeof taskRowSchema>>> {
  const rows = await tables
    .selectFrom('tasks')
    .innerJoin('uploads', 'uploads.uuid', 'tasks.upload')
    .selectAll('tasks')
    .select('uploads.expires_at')
    .where('tasks.uuid', 'in', [...uuids])
    .execute();
  return new Map(rows.map((row) => [row.uuid, taskRowSchema.parse(row)]));
}

function taskOf({ upload, ...task }: z.infer<typeof taskRowSchema>, place: number | null): Task {
  return {
    ...task,
    input_file: upload,
    place_in_queue: place,
    created_at: task.created_at.toISOString(),
    started_at: task.started_at?.toISOString() ?? null,
    finished_at: task.finished_at?.toISOString() ?? null,
    expires_at: task.expires_at.toISOString(),
  };
}
