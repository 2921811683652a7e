import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';
import type { TaskStore } from '../tasks/task-store.ts';
import type { TracedTask } from './tracing.ts';

/** Null if there is no such task, or it cannot be read now. */
export async function findTracedTask(tables: Kysely<Tables>, store: TaskStore, uuid: string): Promise<TracedTask | null> {
  try {
    const task = await store.find(uuid);
    const row = await tables.selectFrom('tasks').select('trace_parent').where('uuid', '=', uuid).executeTakeFirst();
    return task === null ? null : { task, parent: row?.trace_parent ?? null };
  } catch {
    return null;
  }
}
