import { randomUUID } from 'node:crypto';
import { ProblemError } from '@geoinsights/contract';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import { fromNow } from '../db/clock.ts';
import type { Tables } from '../db/tables.ts';
import { batchedCreation } from './batched-creation.ts';

export interface NewTask {
  readonly tool: string;
  readonly upload: string;
  readonly options: unknown;
  /** A pseudonym from `VisitorOf`. */
  readonly visitor: string;
  /** Given by the client; null if there is none. */
  readonly idempotencyKey: string | null;
  /** The request that creates it; null if nothing is traced. */
  readonly traceParent: string | null;
  /** The maximum number of tasks of an upload, ended ones included; 0 for no limit. */
  readonly mostTasks: number;
}

type WantedTask = NewTask & { readonly uuid: string };

const keptSchema = z.array(z.object({ uuid: z.string() }));
const countSchema = z.array(z.object({ upload: z.string(), count: z.coerce.number() }));

/** In milliseconds. */
const ONE_MICROSECOND = 0.001;

/** Creates tasks; concurrent requests share one transaction. */
export class TaskCreation {
  readonly #retentionMilliseconds: number;
  readonly #enqueue: (tasks: number, transaction: Transaction<Tables>) => Promise<void>;
  readonly #make: (wanted: WantedTask) => Promise<string>;

  /** @param enqueue in the same transaction as the tasks: a task is either in the queue or does not exist. */
  constructor(tables: Kysely<Tables>, retentionMilliseconds: number, enqueue: (tasks: number, transaction: Transaction<Tables>) => Promise<void>) {
    this.#retentionMilliseconds = retentionMilliseconds;
    this.#enqueue = enqueue;
    this.#make = batchedCreation((wanted) => tables.transaction().execute((transaction) => this.#makeAll(wanted, transaction)));
  }

  /**
   * Creates a READY task. @returns its uuid
   * @throws ProblemError unknown-input-file if the upload is not kept, too-many-tasks-of-upload. DatabaseError if the upload has a task with this idempotency
   * key.
   */
  create(task: NewTask): Promise<string> {
    return this.#make({ ...task, uuid: randomUUID() });
  }

  async #makeAll(wanted: readonly WantedTask[], transaction: Transaction<Tables>): Promise<(string | ProblemError)[]> {
    const kept = await this.#keepLonger(wanted, transaction);
    // The uploads are locked by now, so nobody else can add a task to them.
    const counts = await tasksOf(wanted, transaction);
    const outcomes = wanted.map(({ uuid, upload, mostTasks }) => {
      if (!kept.has(upload)) return new ProblemError('unknown-input-file');
      const count = counts.get(upload) ?? 0;
      if (mostTasks > 0 && count >= mostTasks) return new ProblemError('too-many-tasks-of-upload', { limit: mostTasks });
      counts.set(upload, count + 1);
      return uuid;
    });
    const made = wanted.filter((_, place) => typeof outcomes[place] === 'string');
    if (made.length === 0) return outcomes;
    await transaction
      .insertInto('tasks')
      .values(
        made.map(({ uuid, tool, upload, options, visitor, idempotencyKey, traceParent }, place) => ({
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
          trace_parent: traceParent,
          // In the order of the requests: of one visitor, the oldest task comes first.
          created_at: fromNow(place * ONE_MICROSECOND),
          started_at: null,
          finished_at: null,
        })),
      )
      .execute();
    await this.#enqueue(made.length, transaction);
    return outcomes;
  }

  /** Locks the uploads, always in the same order, and extends their retention as if they arrived now. @returns those that are still kept */
  async #keepLonger(wanted: readonly WantedTask[], transaction: Transaction<Tables>): Promise<Set<string>> {
    const uuids = sql.join([...new Set(wanted.map(({ upload }) => upload))].map((uuid) => sql`${uuid}::uuid`));
    const { rows } = await sql`
      update uploads set expires_at = ${fromNow(this.#retentionMilliseconds)}
      from (select uuid from uploads where uuid in (${uuids}) and deleted_at is null order by uuid for update) as kept
      where uploads.uuid = kept.uuid
      returning uploads.uuid`.execute(transaction);
    return new Set(keptSchema.parse(rows).map(({ uuid }) => uuid));
  }
}

/** The number of tasks of those uploads that have a limit. */
async function tasksOf(wanted: readonly WantedTask[], transaction: Transaction<Tables>): Promise<Map<string, number>> {
  const uploads = [...new Set(wanted.filter(({ mostTasks }) => mostTasks > 0).map(({ upload }) => upload))];
  if (uploads.length === 0) return new Map();
  const rows = await transaction.selectFrom('tasks').select(['upload', (expression) => expression.fn.countAll().as('count')]).where('upload', 'in', uploads).groupBy('upload').execute();
  return new Map(countSchema.parse(rows).map(({ upload, count }) => [upload, count]));
}
