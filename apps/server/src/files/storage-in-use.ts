import { ProblemError, UNFINISHED_STATUSES } from '@geoinsights/contract';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../db/tables.ts';

const rowSchema = z.object({ bytes: z.coerce.number() });

/**
 * Limits the total size of uploads, complete or arriving, and results, wherever they are stored. An unfinished task counts with the
 * size of its upload.
 */
export class StorageInUse {
  readonly #tables: Kysely<Tables>;
  readonly #limit: number;
  #arriving = 0;

  /** @param limit in bytes; 0 for none */
  constructor(tables: Kysely<Tables>, limit: number) {
    this.#tables = tables;
    this.#limit = limit;
  }

  /**
   * Reserves room for something about to arrive.
   * @returns a function to call when it has arrived and is in the database, or will not come.
   * @throws ProblemError storage-full
   */
  async expect(bytes: number): Promise<() => void> {
    this.#arriving += bytes;
    const release = () => {
      this.#arriving -= bytes;
    };
    try {
      await this.require(0);
    } catch (error) {
      release();
      throw error;
    }
    return release;
  }

  /** @throws ProblemError storage-full if this many more bytes would exceed the limit */
  async require(bytes: number): Promise<void> {
    if (this.#limit === 0) return;
    const { rows } = await sql`
      select (select coalesce(sum(size), 0) from upload_files)
        + (select coalesce(sum(received), 0) from resumable_uploads where input_file is null)
        + (select coalesce(sum(size), 0) from results)
        + (select coalesce(sum(size), 0) from upload_files inner join tasks on tasks.upload = upload_files.upload where tasks.progress_status in (${sql.join(UNFINISHED_STATUSES)})) as bytes`.execute(this.#tables);
    const [{ bytes: used }] = z.tuple([rowSchema]).parse(rows);
    if (used + this.#arriving + bytes > this.#limit) throw new ProblemError('storage-full');
  }
}
