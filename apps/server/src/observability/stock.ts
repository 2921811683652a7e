import { PROGRESS_STATUSES } from '@geoinsights/contract';
import type { ProgressStatus } from '@geoinsights/contract';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../db/tables.ts';

/** What the database holds, whoever put it there. */
export interface Stock {
  /** Every state of every tool, including states without tasks. */
  readonly tasks: readonly { readonly tool: string; readonly state: ProgressStatus; readonly count: number }[];
  /** Of the task that has waited longest; 0 if none waits. */
  readonly oldestWaitSeconds: number;
  readonly uploadBytes: number;
  readonly resultBytes: number;
  readonly databaseBytes: number;
}

const countsSchema = z.array(z.object({ tool: z.string(), state: z.enum(PROGRESS_STATUSES), count: z.coerce.number() }));
const totalsSchema = z.tuple([z.object({ oldest: z.coerce.number(), uploads: z.coerce.number(), results: z.coerce.number(), database: z.coerce.number() })]);

/** @param tools the names of the existing tools; tasks of others are left out. */
export async function takeStock(tables: Kysely<Tables>, tools: Iterable<string>): Promise<Stock> {
  const { rows } = await sql`select tool, progress_status as state, count(*) as count from tasks group by tool, progress_status`.execute(tables);
  const counts = countsSchema.parse(rows);
  const totals = await sql`select
    (select greatest(0, extract(epoch from now() - min(created_at))) from tasks where progress_status = 'READY') as oldest,
    (select coalesce(sum(size), 0) from upload_files) + (select coalesce(sum(received), 0) from resumable_uploads where input_file is null) as uploads,
    (select coalesce(sum(size), 0) from results) as results,
    pg_database_size(current_database()) as database`.execute(tables);
  const [{ oldest, uploads, results, database }] = totalsSchema.parse(totals.rows);
  const countOf = (tool: string, state: ProgressStatus) => counts.find((row) => row.tool === tool && row.state === state)?.count ?? 0;
  return {
    tasks: [...tools].flatMap((tool) => PROGRESS_STATUSES.map((state) => ({ tool, state, count: countOf(tool, state) }))),
    oldestWaitSeconds: oldest,
    uploadBytes: uploads,
    resultBytes: results,
    databaseBytes: database,
  };
}
