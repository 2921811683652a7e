import { ProblemError } from '@geoinsights/contract';
import type { Kysely } from 'kysely';
import { fromNow } from '../db/clock.ts';
import type { Tables } from '../db/tables.ts';
import { WAITING } from './task-leases.ts';
import type { TaskQueue } from './task-queue.ts';

/**
 * Queues a failed, cancelled or waiting task again as READY, as if it had never been tried.
 * @param uuid must be valid
 * @throws ProblemError unknown-task, or task-not-repeatable if it is running or completed, or its upload is no longer kept
 */
export async function requeueTask(uuid: string, { tables, queue, retentionMilliseconds }: { tables: Kysely<Tables>; queue: TaskQueue; retentionMilliseconds: number }): Promise<void> {
  await tables.transaction().execute(async (transaction) => {
    const task = await transaction
      .selectFrom('tasks')
      .innerJoin('uploads', 'uploads.uuid', 'tasks.upload')
      .select(['tasks.progress_status', 'tasks.upload', 'uploads.deleted_at'])
      .where('tasks.uuid', '=', uuid)
      .executeTakeFirst();
    if (task === undefined) throw new ProblemError('unknown-task');
    if (task.deleted_at !== null) throw new ProblemError('task-not-repeatable', { reason: 'its upload was deleted' });
    const changed = await transaction
      .updateTable('tasks')
      .set({ ...WAITING, error: null, attempts: 0, finished_at: null })
      .where('uuid', '=', uuid)
      .where('progress_status', 'in', ['READY', 'FAILED', 'CANCELLED'])
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw new ProblemError('task-not-repeatable', { reason: `it is ${task.progress_status}` });
    await transaction.updateTable('uploads').set({ expires_at: fromNow(retentionMilliseconds) }).where('uuid', '=', task.upload).execute();
    await queue.add(1, transaction);
  });
}
