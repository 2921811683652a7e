import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { z } from 'zod';
import * as uploadsAndTasks from './migrations/0001-uploads-and-tasks.ts';
import * as layerGroups from './migrations/0002-layer-groups.ts';
import * as localLayers from './migrations/0003-local-layers.ts';
import * as layerStyles from './migrations/0004-layer-styles.ts';
import * as leases from './migrations/0005-leases.ts';
import * as idempotencyKeys from './migrations/0006-idempotency-keys.ts';
import * as traceParents from './migrations/0007-trace-parents.ts';
import * as visitorCounts from './migrations/0008-visitor-counts.ts';
import * as pieces from './migrations/0009-pieces.ts';
import * as resumableUploads from './migrations/0010-resumable-uploads.ts';
import type { Tables } from './tables.ts';

/** In the order of their names. A published migration is never changed; a new one is added instead. */
const MIGRATIONS = {
  '0001-uploads-and-tasks': uploadsAndTasks,
  '0002-layer-groups': layerGroups,
  '0003-local-layers': localLayers,
  '0004-layer-styles': layerStyles,
  '0005-leases': leases,
  '0006-idempotency-keys': idempotencyKeys,
  '0007-trace-parents': traceParents,
  '0008-visitor-counts': visitorCounts,
  '0009-pieces': pieces,
  '0010-resumable-uploads': resumableUploads,
};

const migrationSchema = z.object({ name: z.string() });

/**
 * Brings the database to the newest schema; every migration runs once, in a transaction. One of a newer version may have run before: migrations
 * leave what the version before them needs (docs/operating.md), so that an old server can start again while it is replaced, or in place of the new one.
 * @returns the names of those
 */
async function migrate(database: Kysely<Tables>): Promise<string[]> {
  const newer = await newerMigrations(database);
  // The migrator refuses a database with a migration that it does not know.
  const migrations = { ...MIGRATIONS, ...Object.fromEntries(newer.map((name) => [name, { up: () => Promise.resolve() }])) };
  const migrator = new Migrator({ db: database, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error('The database could not be migrated to the newest schema.', { cause: error });
  return newer;
}

/** Like `migrate`. If that fails, the database is closed, because nobody will use it. */
export async function migrateOrClose(database: Kysely<Tables>, close: () => Promise<void>): Promise<string[]> {
  try {
    return await migrate(database);
  } catch (error) {
    await close();
    throw error;
  }
}

async function newerMigrations(database: Kysely<Tables>): Promise<string[]> {
  const { rows: tables } = await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(database);
  if (tables.length === 0) return [];
  const { rows } = await sql`select name from kysely_migration order by name`.execute(database);
  const newest = Object.keys(MIGRATIONS).at(-1) ?? '';
  return z.array(migrationSchema).parse(rows).flatMap(({ name }) => (name > newest ? [name] : []));
}
