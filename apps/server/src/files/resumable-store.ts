import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { z } from 'zod';
import { fromNow, NOW } from '../db/clock.ts';
import type { Tables } from '../db/tables.ts';

const resumableSchema = z.object({
  uuid: z.string(),
  name: z.string(),
  size: z.coerce.number(),
  received: z.coerce.number(),
  input_file: z.string().nullable(),
  expires_at: z.date(),
  is_expired: z.boolean(),
});
/** An upload of one file that arrives in parts. Sizes are in bytes. */
export type ResumableUpload = z.infer<typeof resumableSchema>;

const partSchema = z.object({ part: z.string(), size: z.coerce.number() });
const ofVisitorSchema = z.object({ count: z.coerce.number() });
const expiresSchema = z.object({ expires_at: z.date() });

/** The database records of resumable uploads. Every uuid passed in must be valid (`isUuid`). */
export class ResumableStore {
  readonly #tables: Kysely<Tables>;
  readonly #retentionMilliseconds: number;

  constructor(tables: Kysely<Tables>, retentionMilliseconds: number) {
    this.#tables = tables;
    this.#retentionMilliseconds = retentionMilliseconds;
  }

  /** @returns when it expires if nothing more arrives. */
  async add(upload: { readonly uuid: string; readonly name: string; readonly size: number; readonly visitor: string }): Promise<Date> {
    const row = await this.#tables
      .insertInto('resumable_uploads')
      .values({ ...upload, received: 0, input_file: null, created_at: NOW, expires_at: fromNow(this.#retentionMilliseconds) })
      .returning('expires_at')
      .executeTakeFirstOrThrow();
    return row.expires_at;
  }

  /** How many uploads begun by a visitor have not been turned into an input file yet. */
  async unfinishedOf(visitor: string): Promise<number> {
    const row = await this.#tables
      .selectFrom('resumable_uploads')
      .select((expression) => expression.fn.countAll().as('count'))
      .where('visitor', '=', visitor)
      .where('input_file', 'is', null)
      .where('expires_at', '>', NOW)
      .executeTakeFirstOrThrow();
    return ofVisitorSchema.parse(row).count;
  }

  async find(uuid: string): Promise<ResumableUpload | null> {
    return (await this.findAll([uuid])).at(0) ?? null;
  }

  /** Those that exist, in the requested order. */
  async findAll(uuids: readonly string[]): Promise<ResumableUpload[]> {
    const rows = await this.#tables
      .selectFrom('resumable_uploads')
      .select(['uuid', 'name', 'size', 'received', 'input_file', 'expires_at'])
      .select(sql<boolean>`expires_at <= now()`.as('is_expired'))
      .where('uuid', 'in', [...uuids])
      .execute();
    const found = new Map(z.array(resumableSchema).parse(rows).map((row) => [row.uuid, row]));
    return uuids.flatMap((uuid) => found.get(uuid) ?? []);
  }

  /**
   * Adds a stored part. If two parts begin at the same offset, the first wins, and the other is not added.
   * @returns when the upload now expires if nothing more arrives; null if the part is not added
   */
  async addPart(uuid: string, { part, start, size }: { readonly part: string; readonly start: number; readonly size: number }): Promise<Date | null> {
    return this.#tables.transaction().execute(async (transaction) => {
      const row = await transaction
        .updateTable('resumable_uploads')
        .set({ received: start + size, expires_at: fromNow(this.#retentionMilliseconds) })
        .where('uuid', '=', uuid)
        .where('received', '=', start)
        .where('input_file', 'is', null)
        .where('expires_at', '>', NOW)
        .returning('expires_at')
        .executeTakeFirst();
      if (row === undefined) return null;
      await transaction.insertInto('resumable_parts').values({ upload: uuid, start, part, size }).execute();
      return expiresSchema.parse(row).expires_at;
    });
  }

  async countParts(uuid: string): Promise<number> {
    const row = await this.#tables
      .selectFrom('resumable_parts')
      .select((expression) => expression.fn.countAll().as('count'))
      .where('upload', '=', uuid)
      .executeTakeFirstOrThrow();
    return ofVisitorSchema.parse(row).count;
  }

  /** In byte order. */
  async partsOf(uuid: string): Promise<{ part: string; size: number }[]> {
    const rows = await this.#tables.selectFrom('resumable_parts').select(['part', 'size']).where('upload', '=', uuid).orderBy('start').execute();
    return z.array(partSchema).parse(rows);
  }

  /** Records what was made of uploads. @returns false, without recording anything, if one of them was used before or is gone */
  async finish(uuids: readonly string[], inputFile: string): Promise<boolean> {
    const isLate = new Error('An upload was taken over meanwhile.');
    try {
      await this.#tables.transaction().execute(async (transaction) => {
        const rows = await transaction
          .updateTable('resumable_uploads')
          .set({ input_file: inputFile, expires_at: fromNow(this.#retentionMilliseconds) })
          .where('uuid', 'in', [...uuids])
          .where('input_file', 'is', null)
          .returning('uuid')
          .execute();
        if (rows.length !== uuids.length) throw isLate;
        await transaction.deleteFrom('resumable_parts').where('upload', 'in', [...uuids]).execute();
      });
      return true;
    } catch (error) {
      if (error === isLate) return false;
      throw error;
    }
  }

  async remove(uuid: string): Promise<void> {
    await this.#tables.deleteFrom('resumable_uploads').where('uuid', '=', uuid).execute();
  }

  /** Those expired at `now` that still have parts. */
  async expired(now: Date): Promise<string[]> {
    const rows = await this.#tables
      .selectFrom('resumable_uploads')
      .select('uuid')
      .where('expires_at', '<=', now)
      .where((expression) => expression.exists(expression.selectFrom('resumable_parts').select('part').whereRef('resumable_parts.upload', '=', 'resumable_uploads.uuid')))
      .execute();
    return rows.map(({ uuid }) => uuid);
  }

  /**
   * Forgets the parts of an upload if it is still expired at `now`: a part may have arrived meanwhile. For one more retention period, requests
   * still learn that it existed.
   * @returns whether its parts are to be deleted
   */
  async forgetExpiredParts(uuid: string, now: Date): Promise<boolean> {
    return this.#tables.transaction().execute(async (transaction) => {
      const row = await transaction.updateTable('resumable_uploads').set({ received: 0 }).where('uuid', '=', uuid).where('expires_at', '<=', now).returning('uuid').executeTakeFirst();
      if (row === undefined) return false;
      await transaction.deleteFrom('resumable_parts').where('upload', '=', uuid).execute();
      return true;
    });
  }

  /** Forgets those that expired before `time`. */
  async removeBefore(time: Date): Promise<void> {
    await this.#tables.deleteFrom('resumable_uploads').where('expires_at', '<=', time).execute();
  }
}
