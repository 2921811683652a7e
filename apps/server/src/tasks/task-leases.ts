import { randomUUID } from 'node:crypto';
import type { Problem, ToolReport } from '@geoinsights/contract';
import { sql } from 'kysely';
import type { ExpressionBuilder, Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import { fromNow, hasLapsed, NOW } from '../db/clock.ts';
import { storableJson, storableText } from '../db/storable.ts';
import type { Tables } from '../db/tables.ts';
import { LAST_TURN, RUNNING_BY_VISITOR } from './waiting-order.ts';

/** What a worker needs to know of a task it took. */
export interface ClaimedTask {
  readonly uuid: string;
  readonly tool: string;
  readonly upload: string;
  readonly options: unknown;
  /** How often it was started, including this time. */
  readonly attempts: number;
  /** Identifies this attempt; no other may change the task. */
  readonly lease: string;
}

/** A finished file that the file storage has taken over. */
export interface KeptResult {
  readonly uuid: string;
  readonly name: string;
  readonly size: number;
}

/** How often a lease is renewed in its lifetime. */
export const RENEWALS = 4;
/** The columns of a task that waits, whatever became of an earlier attempt at it. */
export const WAITING = { progress_status: 'READY', progress: 0, stage: null, started_at: null, lease: null } as const;
/** SQL has no empty list. */
const NO_LEASE = '00000000-0000-0000-0000-000000000000';

const claimedSchema = z.array(z.object({ uuid: z.string(), tool: z.string(), upload: z.string(), options: z.unknown(), attempts: z.number() })).max(1);

/**
 * Changes that workers make to tasks. A RUNNING task belongs to one attempt by a lease, which ends unless it is renewed, by the
 * database's clock alone. Then another attempt may take the task, and nothing the first one says has any effect, since its lease
 * is no longer the task's. So a result is accepted once, even if a worker freezes and wakes up.
 */
export class TaskLeases {
  readonly #tables: Kysely<Tables>;
  readonly #retentionMilliseconds: number;
  readonly #leaseSeconds: number;

  constructor(tables: Kysely<Tables>, retentionMilliseconds: number, leaseSeconds: number) {
    this.#tables = tables;
    this.#retentionMilliseconds = retentionMilliseconds;
    this.#leaseSeconds = leaseSeconds;
  }

  /** The name for a new attempt. */
  newLease(): string {
    return randomUUID();
  }

  /**
   * The next task becomes RUNNING, under `lease`. May be repeated if the answer was lost: it is then the same attempt.
   * @param takesLapsed whether also tasks of workers that have not renewed their lease in time
   * @returns null if none waits
   */
  async claim(lease: string, { takesLapsed }: { readonly takesLapsed: boolean }): Promise<ClaimedTask | null> {
    const lapsed = takesLapsed ? sql`or t.progress_status = 'RUNNING' and ${hasLapsed(sql.ref('t.lease_until'), this.#leaseSeconds * 1000)}` : sql``;
    const { rows } = await sql`
      update tasks set
        progress_status = 'RUNNING', progress = 0, stage = null, started_at = now(), lease = ${lease}, lease_until = ${this.#until()},
        attempts = attempts + case when lease = ${lease} then 0 else 1 end
      where uuid = (
        select t.uuid from tasks t left join ${RUNNING_BY_VISITOR} r on r.visitor = t.visitor
        where t.progress_status = 'READY' or t.progress_status = 'RUNNING' and t.lease = ${lease} ${lapsed}
        order by t.lease = ${lease} desc nulls last, coalesce(r.running, 0), ${LAST_TURN} nulls first, t.created_at, t.uuid
        limit 1 for update of t skip locked
      )
      returning uuid, tool, upload, options, attempts`.execute(this.#tables);
    const task = claimedSchema.parse(rows).at(0);
    return task === undefined ? null : { ...task, lease };
  }

  /** @returns the leases that still hold a task; the other tasks were cancelled, or belong to another attempt. */
  async renew(leases: readonly string[]): Promise<Set<string>> {
    if (leases.length === 0) return new Set();
    const rows = await this.#tables
      .updateTable('tasks')
      .set({ lease_until: this.#until() })
      .where('lease', 'in', leases)
      .where('progress_status', '=', 'RUNNING')
      .returning('lease')
      .execute();
    return new Set(rows.flatMap((row) => row.lease ?? []));
  }

  /** @param share of the work that is done, from 0 to 1 */
  async progress(task: ClaimedTask, share: number, stage: string): Promise<void> {
    await this.#tables.updateTable('tasks').set({ progress: share, stage: storableText(stage) }).where(heldAs(task)).execute();
  }

  /**
   * RUNNING becomes COMPLETED. False if the task is no longer this attempt's; then nothing refers to the results. May be repeated if
   * the answer was lost: results already accepted are reported as such, and accepted once.
   */
  async complete(task: ClaimedTask, output: KeptResult, reportFile: KeptResult, report: ToolReport): Promise<boolean> {
    return this.#tables.transaction().execute(async (transaction) => {
      const completed = await transaction
        .updateTable('tasks')
        .set({
          progress_status: 'COMPLETED',
          progress: 1,
          stage: null,
          report: storableJson(report),
          output_file: output.uuid,
          report_file: reportFile.uuid,
          finished_at: NOW,
        })
        .where(heldAs(task))
        .returning('upload')
        .executeTakeFirst();
      if (completed === undefined) return isTaken(transaction, output, reportFile);
      const results = [output, reportFile].map((result) => ({ ...result, task: task.uuid, created_at: NOW }));
      await transaction.insertInto('results').values(results).execute();
      await transaction
        .updateTable('uploads')
        .set({ expires_at: fromNow(this.#retentionMilliseconds) })
        .where('uuid', '=', completed.upload)
        .execute();
      return true;
    });
  }

  /** RUNNING becomes FAILED. */
  async fail(task: ClaimedTask, problem: Problem): Promise<void> {
    await this.#tables
      .updateTable('tasks')
      .set({ progress_status: 'FAILED', stage: null, error: storableJson(problem), finished_at: NOW })
      .where(heldAs(task))
      .execute();
  }

  /** RUNNING becomes READY without counting the attempt: the server stops cleanly, and the task will run again. */
  async giveBack(task: ClaimedTask): Promise<void> {
    await this.#tables
      .updateTable('tasks')
      .set((expression) => ({ ...WAITING, attempts: expression('attempts', '-', 1) }))
      .where(heldAs(task))
      .execute();
  }

  /**
   * For a server that uses the database alone, and so knows without a lease that nobody else runs anything: at its start, every
   * RUNNING task was left by a crash and becomes READY. The attempt counts, since the task may have caused the crash.
   */
  async releaseAll(): Promise<void> {
    await this.#tables.updateTable('tasks').set(WAITING).where('progress_status', '=', 'RUNNING').execute();
  }

  /**
   * For such a server too, after the database was unavailable: it may have lost what it had acknowledged, as a promoted replica may.
   * Tasks that it lists as RUNNING under none of the leases in `held` become READY, without counting the attempt.
   */
  async releaseAllBut(held: readonly string[]): Promise<void> {
    await this.#tables
      .updateTable('tasks')
      .set((expression) => ({ ...WAITING, attempts: expression('attempts', '-', 1) }))
      .where('progress_status', '=', 'RUNNING')
      .where((expression) => expression.or([expression('lease', 'is', null), expression('lease', 'not in', [...held, NO_LEASE])]))
      .execute();
  }

  #until() {
    return fromNow(this.#leaseSeconds * 1000);
  }
}

/** Condition that this attempt still holds the task. */
function heldAs({ uuid, lease }: ClaimedTask) {
  return (expression: ExpressionBuilder<Tables, 'tasks'>) => expression.and({ uuid, lease, progress_status: 'RUNNING' });
}

/** Whether a task has these results; its owner may have deleted one of them since. */
async function isTaken(transaction: Transaction<Tables>, output: KeptResult, reportFile: KeptResult): Promise<boolean> {
  const rows = await transaction.selectFrom('results').select('uuid').where('uuid', 'in', [output.uuid, reportFile.uuid]).execute();
  return rows.length > 0;
}
