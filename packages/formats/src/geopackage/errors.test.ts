import { randomBytes } from 'node:crypto';
import { ProblemError } from '@geoinsights/contract';
import { readFileSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { differences } from './test/comparison.ts';
import { blobOf, makeGeopackage, ringOf, square } from './test/make-geopackage.ts';
import { partsIn, patchOf } from './test/patches.ts';
import { applied, newFolder, opened } from './test/work-folder.ts';
import { problemOf } from '../../test/problem-of.ts';

function newFile(bytes: Uint8Array): string {
  const path = join(newFolder(), 'farm.gpkg');
  writeFileSync(path, bytes);
  return path;
}

function made(...tables: Parameters<typeof makeGeopackage>[1]): string {
  const path = join(newFolder(), 'farm.gpkg');
  makeGeopackage(path, tables);
  return path;
}

function withSql(...statements: string[]): string {
  const path = join(newFolder(), 'farm.gpkg');
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false, defensive: false });
  for (const statement of statements) database.exec(statement);
  database.close();
  return path;
}

const CONTENTS = 'CREATE TABLE gpkg_contents (table_name TEXT, data_type TEXT)';
const COLUMNS = 'CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, geometry_type_name TEXT, srs_id INTEGER)';

it.each<[string, string, () => string]>([
  ['an empty file', 'file-empty', () => newFile(new Uint8Array())],
  ['text', 'geopackage-not-sqlite', () => newFile(Buffer.from('hello, I am no database'))],
  ['a picture', 'geopackage-not-sqlite', () => newFile(Buffer.concat([Buffer.from('\x89PNG\r\n', 'latin1'), randomBytes(8186)]))],
  ['an encrypted file', 'geopackage-encrypted', () => newFile(randomBytes(65536))],
  ['no more than the signature', 'geopackage-truncated', () => newFile(Buffer.from('SQLite format 3\0'))],
  ['an impossible page size', 'geopackage-damaged', () => newFile(Buffer.concat([Buffer.from('SQLite format 3\0\0\x07'), Buffer.alloc(4096)]))],
  ['a header and nothing behind it', 'geopackage-damaged', () => newFile(Buffer.concat([Buffer.from('SQLite format 3\0\x10\0\x01\x01', 'latin1'), Buffer.alloc(4096)]))],
  ['a database of something else', 'geopackage-tables-missing', () => withSql('CREATE TABLE t (a)')],
  ['contents only', 'geopackage-without-features', () => withSql(CONTENTS)],
  ['features without the table of columns', 'geopackage-tables-missing', () => withSql(CONTENTS, "INSERT INTO gpkg_contents VALUES ('t', 'features')")],
  ['tiles only', 'geopackage-without-features', () => withSql(CONTENTS, COLUMNS, "INSERT INTO gpkg_contents VALUES ('t', 'tiles')")],
  ['a feature table that is not there', 'geopackage-without-features', () => withSql(CONTENTS, COLUMNS, "INSERT INTO gpkg_geometry_columns VALUES ('t', 'geom', 'POLYGON', 0)")],
  ['contents that are a view', 'geopackage-metadata-invalid', () => withSql('CREATE VIEW gpkg_contents AS SELECT 1 AS table_name, 2 AS data_type')],
  ['contents without a column', 'geopackage-metadata-invalid', () => withSql('CREATE TABLE gpkg_contents (table_name TEXT)', COLUMNS)],
  ['a name that is a number', 'geopackage-metadata-invalid', () => withSql('CREATE TABLE gpkg_contents (table_name, data_type)', COLUMNS, 'INSERT INTO gpkg_contents VALUES (1, 2)')],
  ['a row of text', 'geopackage-geometry-invalid', () => made({ name: 't', rows: ['POLYGON ((0 0, 1 1))'] })],
])('%s: %s', async (_, code, make) => {
  const problem = await problemOf(opened(make()));
  expect(problem.code).toBe(code);
  expect(problem.message).toMatch(/^"farm\.gpkg" .*[.]$/s);
  expect(problem.message).not.toMatch(/\?|\/tmp|SQLITE|undefined/);
});

it.each<[string, (blob: Buffer) => Buffer, RegExp]>([
  ['no magic', (blob) => Buffer.from(blob.fill('X', 0, 2)), /does not begin with the letters GP/],
  ['four bytes', (blob) => blob.subarray(0, 4), /only 4 bytes/],
  ['an envelope of kind 7', (blob) => Buffer.from(blob.fill(0x0f, 3, 4)), /envelope has the unknown type 7/],
  ['its end missing', (blob) => blob.subarray(0, -1), /claims 5 vertices but only 79 bytes follow/],
  ['a header only', (blob) => blob.subarray(0, 40), /ends too early/],
  ['a byte order of 2', (blob) => Buffer.from(blob.fill(2, 40, 41)), /byte order is 2/],
  ['four thousand million rings', (blob) => Buffer.from(blob.fill(0xff, 45, 49)), /claims 4294967295 rings but only/],
  ['an unknown type', (blob) => Buffer.from(blob.fill(99, 41, 42)), /unknown geometry type 99/],
])('names table and row of a blob with %s', async (_, spoil, reason) => {
  const problem = await problemOf(opened(made({ name: 'the farms', rows: [null, spoil(blobOf(square(0, 0)))] })));
  expect(problem.code).toBe('geopackage-geometry-invalid');
  expect(problem.message).toContain('in table "the farms", row 2:');
  expect(problem.message).toMatch(reason);
});

it('refuses collections nested a hundred thousand deep', async () => {
  const depth = 100_000;
  const level = Buffer.from([1, 7, 0, 0, 0, 1, 0, 0, 0]);
  const blob = Buffer.concat([Buffer.from('4750000100000000', 'hex'), ...Array.from({ length: depth }, () => level)]);
  expect((await problemOf(opened(made({ name: 't', rows: [blob] })))).message).toContain('nested more than 32 levels deep');
});

it('distinguishes a truncated file from a damaged one, and gives the sizes', async () => {
  const path = made({ name: 't', rows: Array.from({ length: 500 }, (_, index) => blobOf(square(index, 0))) });
  const size = readFileSync(path).length;
  truncateSync(path, size - 5000);
  const problem = await problemOf(opened(path));
  expect(problem.code).toBe('geopackage-truncated');
  expect(problem.message).toContain(`it has ${size - 5000} bytes and should have ${size}`);
});

it('names the table that has a corrupt page', async () => {
  const path = made({ name: 'farms', rows: Array.from({ length: 500 }, (_, index) => blobOf(square(index, 0))) });
  const bytes = readFileSync(path);
  bytes.fill(0x5a, bytes.length - 4096);
  writeFileSync(path, bytes);
  const problem = await problemOf(opened(path));
  expect(problem.code).toBe('geopackage-damaged');
  expect(problem.message).toContain('table "farms"');
});

it('answers a flipped byte at any place with a result or a clear error, and leaves nothing behind', async () => {
  const original = readFileSync(made({ name: 't', rtree: true, rows: [blobOf(square(0, 0)), blobOf(square(5, 5))] }));
  const seen = new Set<string>();
  // Every byte of the header, then a spread over the rest.
  for (let at = 0; at < original.length; at += at < 110 ? 1 : 97) {
    const bytes = Buffer.from(original);
    bytes[at] ^= 0xff;
    try {
      const dataset = await opened(newFile(bytes));
      const result = await applied(dataset, dataset.layers.map(({ geometry }) => patchOf(geometry, new Map(geometry.featureOffsets[1] > 0 ? [[0, [{ source: 0, rings: [ringOf(0, 0, 2)] }]]] : []))));
      expect(readdirSync(result.folder)).toEqual(['farm.gpkg']);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw new Error(`byte ${at}`, { cause: error });
      seen.add(error.code);
    }
  }
  expect(seen).toContain('geopackage-damaged');
});

it('leaves curves and extended types alone, with a note that names the rows', async () => {
  const curve = blobOf(square(0, 0));
  curve[41] = 10;
  const extended = blobOf(square(0, 0));
  extended[3] |= 0x20;
  const path = made({ name: 't', type: 'GEOMETRY', rows: [blobOf(square(1, 1)), curve, extended] });
  const dataset = await opened(path);
  expect(partsIn(dataset.layers[0].geometry, 1)).toEqual([]);
  expect(dataset.notes).toEqual([
    { code: 'geometry-not-repaired', text: 'In table "t", 2 geometries of a type that is not repaired (CurvePolygon, an extended geometry type) were left as they are and not compared with others: rows 2, 3. Convert turns their arcs into straight edges; its result can be repaired.' },
  ]);
  const result = await applied(dataset, [patchOf(dataset.layers[0].geometry, new Map([[0, [{ source: 0, rings: [ringOf(1, 1, 2)] }]]]))]);
  expect(differences(path, result.path).map(({ table, row }) => `${table} ${row}`)).toEqual(['gpkg_contents 1', 't 1']);
});
