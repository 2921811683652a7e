import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newDataFolder, placeOfDataFolders } from '../../../testing/data-folder.ts';
import { DatabaseUnusableError } from '../src/db/database-unusable-error.ts';
import { openEmbeddedDatabase } from '../src/db/database.ts';
import { openCatalogue } from '../src/operator/direct.ts';

const TWO_DAYS_AGO = new Date(Date.now() - 2 * 86_400_000);

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A data folder as a server leaves it: a copy of one, since a database takes long to make. */
function usedFolder(): string {
  const folder = mkdtempSync(path.join(placeOfDataFolders(), 'geoinsights-unusable-'));
  folders.push(folder);
  cpSync(used, folder, { recursive: true, preserveTimestamps: true });
  return folder;
}

let used: string;
beforeAll(async () => {
  used = await newDataFolder('used');
  folders.push(used);
  const { close } = await openCatalogue(used, null);
  await close();
});

async function reasonOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(() => null, (reason: unknown) => reason);
  if (!(error instanceof DatabaseUnusableError)) throw new Error('It is no reason for the operator.', { cause: error });
  return error.message;
}

describe('an embedded database that is damaged is said to be, with what to do, and stays as it is:', () => {
  test.for([
    ['an empty control file', (database: string) => truncateSync(path.join(database, 'global', 'pg_control'), 0)],
    ['another version', (database: string) => writeFileSync(path.join(database, 'PG_VERSION'), '9\n')],
    ['no PG_VERSION', (database: string) => rmSync(path.join(database, 'PG_VERSION'))],
    ['no tables', (database: string) => rmSync(path.join(database, 'base'), { recursive: true })],
  ] as const)('%s', async ([, damage]) => {
    const folder = usedFolder();
    const database = path.join(folder, 'database');
    damage(database);
    const kept = path.join(database, 'pg_hba.conf');
    writeFileSync(kept, `${readFileSync(kept, 'utf8')}# kept\n`);
    const reason = await reasonOf(openCatalogue(folder, null));
    expect(reason).toMatch(/^The embedded database in .* cannot be opened \(.+[^.]\)\. .*geotools admin restore/);
    expect(readFileSync(kept, 'utf8')).toContain('# kept');
  });

  test('a folder of another program is not made a database', async () => {
    const database = path.join(usedFolder(), 'database');
    rmSync(database, { recursive: true });
    mkdirSync(database);
    writeFileSync(path.join(database, 'notes.txt'), 'mine');
    expect(await reasonOf(openEmbeddedDatabase(database))).toContain('PG_VERSION is missing');
    expect(existsSync(path.join(database, 'base'))).toBe(false);
  });
});

test('a server can start again on a database that a newer version has migrated', async () => {
  const place = path.join(usedFolder(), 'database');
  const newer = await openEmbeddedDatabase(place);
  expect(newer.newerMigrations).toEqual([]);
  await sql`insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', '2030-01-01T00:00:00.000Z')`.execute(newer.tables);
  await newer.close();
  const older = await openEmbeddedDatabase(place);
  expect(older.newerMigrations).toEqual(['9999-of-tomorrow']);
  expect(await older.tables.selectFrom('layer_groups').select('name').execute()).not.toEqual([]);
  await older.close();
});

describe('a new database beside layers that are not new', () => {
  /** Making one takes seconds. */
  let refused: string;
  test('does not delete them, and says what they are', async () => {
    const folder = usedFolder();
    const layer = path.join(folder, 'layers', '6b0a52c5-2d3c-4f53-9a0e-0a2f3c6f9a11');
    mkdirSync(layer);
    copyFileSync(import.meta.filename, path.join(layer, 'layer.json'));
    utimesSync(layer, TWO_DAYS_AGO, TWO_DAYS_AGO);
    rmSync(path.join(folder, 'database'), { recursive: true });
    for (const again of [1, 2]) {
      expect([again, await reasonOf(openCatalogue(folder, null))]).toEqual([again, expect.stringMatching(/^The database is new, but .*layers holds layers that it does not know \(1\)/)]);
      expect(existsSync(layer)).toBe(true);
    }
    refused = path.join(folder, 'database');
  });

  test('starts where they are new: its own first start was interrupted', async () => {
    const folder = usedFolder();
    rmSync(path.join(folder, 'database'), { recursive: true });
    // It is as new as then: it was refused again.
    cpSync(refused, path.join(folder, 'database'), { recursive: true });
    const { store, close } = await openCatalogue(folder, null);
    expect(await store.groups()).not.toEqual([]);
    await close();
  });
});
