import { UNFINISHED_STATUSES } from '@geoinsights/contract';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { fromNow, NOW } from '../db/clock.ts';
import type { Tables } from '../db/tables.ts';
import type { KnownFiles } from './file-storage.ts';

export interface ReceivedFile {
  readonly name: string;
  readonly size: number;
  readonly storedName: string;
}

const uploadedFileSchema = z.object({ name: z.string(), size: z.coerce.number(), stored_name: z.string() });
export type UploadedFile = z.infer<typeof uploadedFileSchema>;

const resultSchema = z.object({ name: z.string(), size: z.coerce.number(), created_at: z.date() });
export type StoredResult = z.infer<typeof resultSchema>;

const reportOfFilesSchema = z.object({ datasets: z.array(z.object({ result_files: z.array(z.string()).min(1) })), then: z.array(z.unknown()).default([]) });

/** The database records of uploads and results. Every uuid passed in must be valid (`isUuid`). */
export class UploadStore {
  readonly #tables: Kysely<Tables>;
  readonly #retentionMilliseconds: number;

  constructor(tables: Kysely<Tables>, retentionMilliseconds: number) {
    this.#tables = tables;
    this.#retentionMilliseconds = retentionMilliseconds;
  }

  /** @returns when it will be deleted. */
  async add(uuid: string, files: readonly ReceivedFile[]): Promise<Date> {
    const rows = files.map((file, position) => ({ upload: uuid, position, name: file.name, size: file.size, stored_name: file.storedName }));
    // A single statement is atomic, too, and takes one round trip to the database instead of four.
    const { expires_at: expiresAt } = await this.#tables
      .with('added', (tables) => tables.insertInto('uploads').values({ uuid, created_at: NOW, expires_at: fromNow(this.#retentionMilliseconds), deleted_at: null }).returning('expires_at'))
      .with('added_files', (tables) => tables.insertInto('upload_files').values(rows))
      .selectFrom('added')
      .select('expires_at')
      .executeTakeFirstOrThrow();
    return expiresAt;
  }

  /** The files of an upload in the order they came; empty if it is not kept (any more). */
  async filesOf(uuid: string): Promise<UploadedFile[]> {
    const rows = await this.#tables
      .selectFrom('upload_files')
      .innerJoin('uploads', 'uploads.uuid', 'upload_files.upload')
      .select(['name', 'size', 'stored_name'])
      .where('upload', '=', uuid)
      .where('uploads.deleted_at', 'is', null)
      .orderBy('position')
      .execute();
    return z.array(uploadedFileSchema).parse(rows);
  }

  async result(uuid: string): Promise<StoredResult | null> {
    const row = await this.#tables.selectFrom('results').select(['name', 'size', 'created_at']).where('uuid', '=', uuid).executeTakeFirst();
    return row === undefined ? null : resultSchema.parse(row);
  }

  /** The file names of each dataset, in the order of the report, in a result that consists of the repaired files themselves; null if it is something else. */
  async filesOfDatasets(result: string): Promise<string[][] | null> {
    const row = await this.#tables.selectFrom('tasks').select('report').where('output_file', '=', result).executeTakeFirst();
    const report = reportOfFilesSchema.safeParse(row?.report);
    return report.success && report.data.then.length === 0 ? report.data.datasets.map(({ result_files: files }) => files) : null;
  }

  /** Removes one result from the database. */
  async forgetResult(uuid: string): Promise<void> {
    await this.#tables.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('results').where('uuid', '=', uuid).execute();
      await transaction.updateTable('tasks').set({ output_file: null }).where('output_file', '=', uuid).execute();
      await transaction.updateTable('tasks').set({ report_file: null }).where('report_file', '=', uuid).execute();
    });
  }

  /**
   * Removes an upload's files, its finished tasks and their results from the database. Cancelled tasks stay until the upload
   * expires, so that clients polling one learn how it ended.
   * @returns the results whose files are to be deleted.
   */
  async forgetUpload(uuid: string): Promise<string[]> {
    return this.#tables.transaction().execute(async (transaction) => {
      await transaction.updateTable('uploads').set({ deleted_at: NOW }).where('uuid', '=', uuid).execute();
      await transaction.deleteFrom('upload_files').where('upload', '=', uuid).execute();
      const results = await transaction
        .selectFrom('results')
        .innerJoin('tasks', 'tasks.uuid', 'results.task')
        .select('results.uuid')
        .where('tasks.upload', '=', uuid)
        .execute();
      await transaction.deleteFrom('tasks').where('upload', '=', uuid).where('progress_status', 'in', ['COMPLETED', 'FAILED']).execute();
      return results.map((row) => row.uuid);
    });
  }

  /** Uploads expired at `now` without waiting or running tasks. */
  async expired(now: Date): Promise<string[]> {
    const rows = await this.#tables
      .selectFrom('uploads')
      .select('uuid')
      .where('expires_at', '<=', now)
      .where((expression) =>
        expression.not(
          expression.exists(
            expression
              .selectFrom('tasks')
              .select('tasks.uuid')
              .whereRef('tasks.upload', '=', 'uploads.uuid')
              .where('tasks.progress_status', 'in', UNFINISHED_STATUSES),
          ),
        ),
      )
      .execute();
    return rows.map((row) => row.uuid);
  }

  /** Marks an upload as deleted if it is still expired at `now`. From then on it gets no task. @returns whether it is */
  async closeExpired(uuid: string, now: Date): Promise<boolean> {
    const row = await this.#tables.updateTable('uploads').set({ deleted_at: NOW }).where('uuid', '=', uuid).where('expires_at', '<=', now).returning('uuid').executeTakeFirst();
    return row !== undefined;
  }

  /** Removes an expired upload and its tasks from the database entirely. */
  async remove(uuid: string): Promise<void> {
    await this.#tables.deleteFrom('uploads').where('uuid', '=', uuid).execute();
  }

  async known(): Promise<KnownFiles> {
    const uploads = await this.#tables.selectFrom('uploads').select('uuid').where('deleted_at', 'is', null).execute();
    const results = await this.#tables.selectFrom('results').select('uuid').execute();
    const resumable = await this.#tables.selectFrom('resumable_uploads').select('uuid').where('input_file', 'is', null).execute();
    return { uploads: uuidsOf(uploads), results: uuidsOf(results), resumable: uuidsOf(resumable) };
  }
}

function uuidsOf(rows: readonly { readonly uuid: string }[]): Set<string> {
  return new Set(rows.map(({ uuid }) => uuid));
}
