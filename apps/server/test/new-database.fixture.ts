import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { newDataFolder } from '../../../testing/data-folder.ts';
import type {} from '../../../testing/postgres.setup.ts';

/** A temporary data folder for a server whose database comes from `newDatabase`: empty if that is on a PostgreSQL server, which knows no data yet. */
export function newFolderForDatabase(name: string): Promise<string> {
  return inject('postgres') === undefined ? newDataFolder(name) : mkdtemp(path.join(tmpdir(), `geoinsights-${name}-`));
}

/**
 * Settings that give a server a new, empty database: on the tests' PostgreSQL server if there is one, else none, since the embedded
 * database is in the data folder.
 */
export async function newDatabase(): Promise<Readonly<Record<string, string>>> {
  const server = inject('postgres');
  if (server === undefined) return {};
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  const address = new URL(server);
  address.pathname = `/${name}`;
  return { DATABASE_URL: address.href };
}
