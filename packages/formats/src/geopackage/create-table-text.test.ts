import { expect, it } from 'vitest';
import { withColumnType } from './create-table-text.ts';

it.each([
  ['CREATE TABLE t (geom POLYGON)', 'CREATE TABLE t (geom GEOMETRY)'],
  ['CREATE TABLE "geom" ("fid" INTEGER, "GEOM" polygon NOT NULL)', 'CREATE TABLE "geom" ("fid" INTEGER, "GEOM" GEOMETRY NOT NULL)'],
  ['CREATE TABLE t (a DECIMAL(3, 2), [geom]"POLYGON",b)', 'CREATE TABLE t (a DECIMAL(3, 2), [geom]GEOMETRY,b)'],
  ["CREATE TABLE t (a TEXT DEFAULT ', geom POLYGON', `geom` --x\n POLYGON)", "CREATE TABLE t (a TEXT DEFAULT ', geom POLYGON', `geom` --x\n GEOMETRY)"],
  ['CREATE TABLE t (a CHECK (a IN (1, geom POLYGON)), geom POLYGON)', 'CREATE TABLE t (a CHECK (a IN (1, geom POLYGON)), geom GEOMETRY)'],
  ['CREATE TABLE t (geom BLOB)', null],
  ['CREATE TABLE t (geom)', null],
  ['CREATE TABLE t (other POLYGON)', null],
])('%s', (sql, expected) => {
  expect(withColumnType(sql, 'geom', 'POLYGON', 'GEOMETRY')).toBe(expected);
});
