import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openForReading } from '../database.ts';
import { newFolder } from '../test/work-folder.ts';
import { columnDescriptions, readColumns } from './columns.ts';
import { storedSurvey } from './stored-survey.ts';
import { surveyTable, type Survey } from './survey.ts';

const COLUMNS = 'name TEXT, whole INTEGER, size REAL, isOpen BOOLEAN, photo BLOB';

/** A geometry of a type, as hexadecimal digits, with an envelope of so many numbers. */
const geometry = (code: string, flags = '03', numbers = 4): string => `x'475000${flags}e6100000${'00'.repeat(8 * numbers)}${code}00000000'`;
const POLYGON = geometry('0103000000');

/** Both surveys of a table. @param rows the geometry and the values of each, in SQL */
function surveys(rows: readonly string[], columns = COLUMNS): { ours: Survey | null; sqlites: Survey } {
  const path = join(newFolder(), 'a.gpkg');
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA page_size = 512; CREATE TABLE t (fid INTEGER PRIMARY KEY, geom BLOB, ${columns})`);
  for (const row of rows) database.exec(`INSERT INTO t VALUES (NULL, ${row})`);
  database.close();
  const connection = openForReading(path, 'a.gpkg');
  try {
    const rootPage = Number(connection.database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 't'").get()?.['rootpage']);
    const table = { table: 't', column: 'geom', key: '"fid"', geometryType: 'GEOMETRY', declaredType: 'BLOB', notNull: false, srsId: 0n, sql: '', rootPage };
    const { columns: declared } = readColumns(connection, table, columnDescriptions(connection));
    return { ours: storedSurvey(connection, table, declared), sqlites: surveyTable(connection, table, declared) };
  } finally {
    connection.database.close();
  }
}

describe('a survey without SQLite', () => {
  it('is that of SQLite', () => {
    const values = "'ação', 3, 2, 1, x'0102'";
    const geometries = [POLYGON, geometry('0106000000'), geometry('0000000bb9', '00', 0), geometry('0103000000', '05', 6), geometry('0101000080', '11', 0), "x''", 'NULL', POLYGON];
    const { ours, sqlites } = surveys([...geometries.map((each) => `${each}, ${values}`), `NULL, NULL, NULL, NULL, NULL, NULL`, `${POLYGON}, 'a longer text', 9007199254740993, 0.5, 0, zeroblob(3000)`]);
    expect(ours).toEqual(sqlites);
    expect(ours).toMatchObject({ count: 10, geometryCodes: ['0103000000', '0106000000', '0000000bb9', '0101000080'], stored: [null, null, null, null, null] });
  });

  it('of an empty table, and of one without fields', () => {
    for (const { ours, sqlites } of [surveys([]), surveys([`${POLYGON}, 'a', 1`], 'name TEXT, whole INTEGER')]) {
      expect(ours).not.toBeNull();
      expect(ours).toEqual(sqlites);
    }
  });

  it.each([
    ['a number among texts', `${POLYGON}, x'01', 1, 1, 1, NULL`],
    ['a text among whole numbers', `${POLYGON}, 'a', 'b', 1, 1, NULL`],
    ['a real among whole numbers', `${POLYGON}, 'a', 1.5, 1, 1, NULL`],
    ['a text among reals', `${POLYGON}, 'a', 1, 'b', 1, NULL`],
    ['a number that is neither true nor false', `${POLYGON}, 'a', 1, 1, 2, NULL`],
    ['a text among bytes', `${POLYGON}, 'a', 1, 1, 1, 'b'`],
    ['a text in place of a geometry', "'POINT (1 2)', 'a', 1, 1, 1, NULL"],
    ['a geometry of an extension', `${geometry('0103000000', '23')}, 'a', 1, 1, 1, NULL`],
    ['members with heights of a geometry that mentions none', `x'47500001e61000000106000000' || x'0100000001eb03000001000000', 'a', 1, 1, 1, NULL`],
    ['an impossible type of geometry', `${geometry('0299000000')}, 'a', 1, 1, 1, NULL`],
    ['a geometry that ends too early', "x'475000', 'a', 1, 1, 1, NULL"],
  ])('is left to SQLite for %s', (_, row) => {
    expect(surveys([`${POLYGON}, 'a', 1, 1, 1, NULL`, row]).ours).toBeNull();
  });

  it('is left to SQLite where types of columns do not tell enough', () => {
    for (const type of ['DATE', 'DATETIME', 'VARCHAR(20)']) expect(surveys([`${POLYGON}, '2026-11-27'`], `seen ${type}`).ours, type).toBeNull();
  });
});
