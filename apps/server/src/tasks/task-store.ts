import { problemSchema, PROGRESS_STATUSES, toolReportSchema, UNFINISHED_STATUSES } from '@geoinsights/contract';
import type { Task } from '@geoinsights/contract';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { NOW } from '../db/clock.ts';
import type { Tables } from '../db/tables.ts';
import { batchedLookup } from './batched-lookup.ts';
import { UnfinishedTasks } from './unfinished-tasks.ts';
import { WaitingOrder } from './waiting-order.ts';

const taskRowSchema = z.object({
  uuid: z.string(),
  tool: z.string(),
  progress_status: z.enum(PROGRESS_STATUSES),
  progress: z.number(),
  stage: z.string().nullable(),
  upload: z.string(),
  // It was validated against the schema of its tool when it arrived.
  report: toolReportSchema.loose().nullable(),
  error: problemSchema.nullable(),
  output_file: z.string().nullable(),
  report_file: z.string().nullable(),
  created_at: z.date(),
  started_at: z.date().nullable(),
  finished_at: z.date().nullable(),
  expires_at: z.date(),
});
type TaskRow = z.infer<typeof taskRowSchema>;

/** Not the options, which may have some megabytes: a poll of one task would read them, and many polls those of all that wait. */
const SHOWN_COLUMNS = [
  'tasks.uuid',
  'tool',
  'progress_status',
  'progress',
  'stage',
  'upload',
  'report',
  'error',
  'output_file',
  'report_file',
  'tasks.created_at',
  'started_at',
  'finished_at',
  'uploads.expires_at',
] as const;

/**
 * The authoritative state of tasks for requests; TaskLeases has the changes by workers, and the queue only wakes workers. Every change
 * of status names the status it starts from, so that of two concurrent changes (e.g. done and cancelled) exactly one happens.
 */
export class TaskStore {
  readonly #tables: Kysely<Tables>;
  readonly #order: WaitingOrder;
  readonly #unfinished: (visitor: string) => Promise<number | null>;
  readonly #row: (uuid: string) => Promise<TaskRow | null>;
  readonly #recent: UnfinishedTasks<TaskRow>;

  constructor(tables: Kysely<Tables>) {
    this.#tables = tables;
    this.#order = new WaitingOrder(tables);
    // Everybody waiting for a task polls it once a second.
    this.#row = batchedLookup((uuids) => readRows(tables, uuids));
    this.#recent = new UnfinishedTasks(() => readRows(tables, 'unfinished'));
    this.#unfinished = batchedLookup((visitors) => countUnfinished(tables, visitors));
  }

  /** The task on an upload that was started with this key, with the options as given. */
  async ofKey(upload: string, idempotencyKey: string): Promise<{ task: Task; options: unknown } | null> {
    const row = await this.#tables.selectFrom('tasks').select(['uuid', 'options']).where('upload', '=', upload).where('idempotency_key', '=', idempotencyKey).executeTakeFirst();
    const task = row === undefined ? null : await this.find(row.uuid);
    return row === undefined || task === null ? null : { task, options: row.options };
  }

  /** How many tasks of a visitor wait or run. */
  async unfinishedOfVisitor(visitor: string): Promise<number> {
    return (await this.#unfinished(visitor)) ?? 0;
  }

  async find(uuid: string): Promise<Task | null> {
    return this.#taskOf(await this.#row(uuid), uuid);
  }

  /** Like `find`, for repeated polling: under load the answer may be a moment old. Changes by this server's visitors are visible at once. */
  async poll(uuid: string): Promise<Task | null> {
    const recent = this.#recent.recent(uuid);
    if (recent !== null) return this.#taskOf(recent, uuid);
    const row = await this.#row(uuid);
    this.#recent.asked(uuid);
    return this.#taskOf(row, uuid);
  }

  /** Call this when tasks were deleted. */
  forgetPolled(): void {
    this.#recent.forget();
  }

  async #taskOf(row: TaskRow | null, uuid: string): Promise<Task | null> {
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
      .where('progress_status', 'in', UNFINISHED_STATUSES)
      .execute();
    this.#recent.forget();
  }

  /** Tasks of an upload that wait or run. */
  async unfinishedOf(upload: string): Promise<string[]> {
    const rows = await this.#tables
      .selectFrom('tasks')
      .select('uuid')
      .where('upload', '=', upload)
      .where('progress_status', 'in', UNFINISHED_STATUSES)
      .execute();
    return rows.map((row) => row.uuid);
  }
}

async function countUnfinished(tables: Kysely<Tables>, visitors: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await tables
    .selectFrom('tasks')
    .select(['visitor', (expression) => expression.fn.countAll().as('count')])
    .where('visitor', 'in', [...visitors])
    .where('progress_status', 'in', UNFINISHED_STATUSES)
    .groupBy('visitor')
    .execute();
  return new Map(rows.map((row) => [row.visitor, Number(row.count)]));
}

async function readRows(tables: Kysely<Tables>, which: readonly string[] | 'unfinished'): Promise<ReadonlyMap<string, TaskRow>> {
  const rows = await tables
    .selectFrom('tasks')
    .innerJoin('uploads', 'uploads.uuid', 'tasks.upload')
    .select(SHOWN_COLUMNS)
    .where((expression) => (which === 'unfinished' ? expression('tasks.progress_status', 'in', UNFINISHED_STATUSES) : expression('tasks.uuid', 'in', [...which])))
    .execute();
  return new Map(rows.map((row) => [row.uuid, taskRowSchema.parse(row)]));
}

function taskOf({ upload, ...task }: TaskRow, place: number | null): Task {
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
