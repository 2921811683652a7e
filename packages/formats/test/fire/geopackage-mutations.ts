import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { EDGES, mutateBytes, writeNumber } from './byte-mutations.ts';
import type { Dice } from './dice.ts';

/** Changes whole pages, and the fields of page and file headers. */
export function mutatePages(bytes: Buffer, dice: Dice): Buffer {
  let result = Buffer.from(bytes);
  for (let left = dice.few(5); left > 0 && result.length >= 512; left--) result = dice.pick(PAGE_CHANGES)(result, dice);
  return result;
}

const pageSizeOf = (bytes: Buffer): number => {
  const size = bytes.length < 18 ? 4096 : bytes.readUInt16BE(16);
  return size >= 512 ? size : 4096;
};

const PAGE_CHANGES: readonly ((bytes: Buffer<ArrayBuffer>, dice: Dice) => Buffer<ArrayBuffer>)[] = [
  // One page in the place of another.
  (bytes, dice) => {
    const size = pageSizeOf(bytes);
    const pages = Math.floor(bytes.length / size);
    if (pages < 2) return bytes;
    bytes.copyWithin(dice.below(pages) * size, dice.below(pages) * size, (dice.below(pages) + 1) * size);
    return bytes;
  },
  // The header of a B-tree page: kind, free blocks, cells, where they begin, the rightmost child.
  (bytes, dice) => {
    const size = pageSizeOf(bytes);
    const page = dice.below(Math.max(1, Math.floor(bytes.length / size)));
    const [field, width] = dice.pick([[0, 1], [1, 2], [3, 2], [5, 2], [7, 1], [8, 4], [8, 2], [10, 2], [12, 2], [14, 2]] as const);
    writeNumber(bytes, page * size + (page === 0 ? 100 : 0) + field, field === 0 ? dice.pick([0, 2, 5, 10, 13, 255]) : dice.pick(EDGES), width, false);
    return bytes;
  },
  // Bytes near the end of a page, where its cells are: lengths, keys, types of values.
  (bytes, dice) => {
    const size = pageSizeOf(bytes);
    const page = dice.below(Math.max(1, Math.floor(bytes.length / size)));
    const at = page * size + size - 1 - dice.few(size - 1);
    if (at < bytes.length) bytes[at] = dice.chance(0.5) ? dice.pick([0, 0x7f, 0x80, 0xff, 12, 13, 14]) : dice.below(256);
    return bytes;
  },
  (bytes, dice) => {
    const [field, width] = dice.pick([[16, 2], [18, 1], [19, 1], [20, 1], [21, 1], [24, 4], [28, 4], [32, 4], [36, 4], [40, 4], [44, 4], [52, 4], [56, 4], [60, 4], [64, 4], [68, 4], [92, 4], [96, 4]] as const);
    writeNumber(bytes, field, dice.chance(0.5) ? dice.below(12) : dice.pick(EDGES), width, false);
    return bytes;
  },
  (bytes, dice) => {
    const size = pageSizeOf(bytes);
    const pages = Math.floor(bytes.length / size);
    const kept = Buffer.from(bytes.subarray(0, dice.below(pages + 1) * size));
    if (dice.chance(0.5) && kept.length > 100) kept.writeUInt32BE(kept.length / size, 28);
    return kept;
  },
  (bytes, dice) => {
    const size = pageSizeOf(bytes);
    const page = dice.below(Math.max(1, Math.floor(bytes.length / size)));
    bytes.fill(dice.pick([0, 0xff, 0x0d]), page * size + (page === 0 ? 100 : 0), Math.min(bytes.length, (page + 1) * size));
    return bytes;
  },
];

const GEOMETRY_TYPES = ['POINT', 'LINESTRING', 'POLYGON', 'MULTIPOLYGON', 'GEOMETRY', 'GEOMETRYCOLLECTION', 'CURVEPOLYGON', '', 'x', 'polygon', "POLYGON'; --"] as const;
const noise = (length: number, dice: Dice): string => Buffer.from(Array.from({ length }, () => dice.below(256))).toString('hex');
const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)';

/** Statements that a hostile or careless program may have run on its file before sending it. */
const STATEMENTS: readonly ((dice: Dice) => string)[] = [
  (dice) => `UPDATE gpkg_geometry_columns SET geometry_type_name = '${dice.pick(GEOMETRY_TYPES).replaceAll("'", "''")}'`,
  (dice) => `UPDATE gpkg_geometry_columns SET ${dice.pick(['table_name', 'column_name'])} = ${dice.pick(["'nowhere'", "'fid'", "'name'", "'FARMS'", "''", "'sqlite_schema'", "'gpkg_contents'", "'rtree_farms_geom'", "'rtree_farms_geom_node'", '3', "x'00'", "'\"; DROP TABLE farms; --'"])}`,
  (dice) => `UPDATE gpkg_geometry_columns SET srs_id = ${dice.pick(['NULL', '0', '-1', '99999', "'x'", '9223372036854775807', '1e300', "x'01'"])}`,
  (dice) => `UPDATE gpkg_contents SET ${dice.pick(['table_name', 'data_type', 'last_change', 'min_x', 'max_y', 'srs_id'])} = ${dice.pick(["'features'", "'tiles'", "'x'", '1e308', "x'ff'", "''", '-9223372036854775808', 'zeroblob(100000)'])}`,
  (dice) => `UPDATE gpkg_spatial_ref_sys SET ${dice.pick(['definition', 'organization', 'organization_coordsys_id', 'srs_name'])} = ${dice.pick(["'x'", "''", "x'00'", "replace(hex(zeroblob(20000)), '0', '[')", "'GEOGCS['", '7', "replace(hex(zeroblob(3000)), '0', 'GEOGCS[\"')", "'PROJCS[\"a\",UNIT[\"m\",0]]'"])}`,
  (dice) => `UPDATE farms SET geom = ${dice.pick(['NULL', "''", "'POLYGON((0 0,1 0,1 1,0 0))'", '5', "x''", "x'4750'", "x'47500000'", 'zeroblob(1000000)', 'zeroblob(20)', `x'${noise(200, dice)}'`, "x'47500001e61000000103000000ffffffff'", 'geom || geom', 'substr(geom, 1, length(geom) - 8)', "substr(geom, 1, 8)"])}${dice.pick(['', ' WHERE fid = 2', ' WHERE fid % 2 = 0'])}`,
  (dice) => `UPDATE farms SET fid = ${dice.pick(['9223372036854775807', '-9223372036854775808', '0', '-1'])} WHERE fid = 2`,
  (dice) => `DELETE FROM ${dice.pick(['farms', 'gpkg_contents', 'gpkg_geometry_columns', 'gpkg_spatial_ref_sys', 'rtree_farms_geom', 'gpkg_ogr_contents'])}`,
  (dice) => `DROP TABLE ${dice.pick(['farms', 'gpkg_contents', 'gpkg_geometry_columns', 'gpkg_spatial_ref_sys', 'rtree_farms_geom'])}`,
  (dice) => `DROP TABLE gpkg_contents; CREATE VIEW gpkg_contents AS ${dice.pick([`${ENDLESS} SELECT i AS table_name, 'features' AS data_type FROM n`, "SELECT 'farms' AS table_name, 'features' AS data_type"])}`,
  (dice) => `DROP TABLE farms; CREATE ${dice.pick(['VIEW farms AS ' + ENDLESS + ' SELECT i AS fid, zeroblob(i) AS geom FROM n', 'VIRTUAL TABLE farms USING fts5(geom)', 'TABLE farms (geom PRIMARY KEY, name TEXT) WITHOUT ROWID', 'TABLE farms (rowid TEXT, _rowid_ TEXT, oid TEXT, geom BLOB)', 'TABLE farms (fid INTEGER PRIMARY KEY DESC, geom BLOB)', 'TABLE farms (fid INT PRIMARY KEY, geom BLOB GENERATED ALWAYS AS (zeroblob(100)) STORED)', "TABLE farms (fid INTEGER PRIMARY KEY, geom POLYGON COLLATE NOCASE DEFAULT (randomblob(10)))"])}`,
  (dice) => `CREATE TRIGGER "hostile ${dice.below(9)}" ${dice.pick(['BEFORE', 'AFTER'])} ${dice.pick(['UPDATE', 'INSERT', 'DELETE', 'UPDATE OF geom'])} ON ${dice.pick(['farms', 'gpkg_contents', 'gpkg_geometry_columns'])} ${dice.pick(['', 'WHEN ST_IsEmpty(NEW.geom)', 'WHEN 1'])} BEGIN ${dice.pick(["DELETE FROM farms", `INSERT INTO gpkg_ogr_contents ${ENDLESS} SELECT i, i FROM n`, "SELECT RAISE(ABORT, 'no')", "SELECT load_extension('x')", 'UPDATE farms SET geom = zeroblob(100000000)'])}; END`,
  (dice) => `CREATE INDEX "by ${dice.below(9)}" ON farms (${dice.pick(['geom', 'length(geom)', 'name', "substr(geom, 1, 4), name"])})`,
  (dice) => `CREATE VIEW "v ${dice.below(9)}" AS ${dice.pick([`${ENDLESS} SELECT i FROM n`, 'SELECT * FROM "v 1"', 'SELECT * FROM nowhere', "SELECT readfile('/etc/passwd')"])}`,
  (dice) => `ALTER TABLE farms RENAME COLUMN ${dice.pick(['geom TO geometry', 'fid TO geom2', 'name TO "a""b"'])}`,
  (dice) => `ALTER TABLE farms ADD COLUMN ${dice.pick(["x AS (length(geom)) VIRTUAL", 'y TEXT DEFAULT NULL', 'z POLYGON', "w AS (zeroblob(1000000)) VIRTUAL"])}`,
  (dice) => `INSERT INTO gpkg_geometry_columns VALUES ('${dice.pick(['farms', 'sqlite_schema', 'gpkg_contents', 'rtree_farms_geom_node', 'sqlite_sequence', 'pragma_table_list'])}', '${dice.pick(['name', 'data', 'sql', 'geom', 'seq'])}', 'POLYGON', 4326, 0, 0)`,
  (dice) => `PRAGMA ${dice.pick(['page_size = 512; VACUUM', 'page_size = 65536; VACUUM', "encoding = 'UTF-16'", 'auto_vacuum = FULL; VACUUM', 'user_version = -1', 'application_id = 0', 'schema_version = 2147483647', 'journal_mode = WAL', 'auto_vacuum = INCREMENTAL; VACUUM'])}`,
  // The schema itself, bypassing SQLite's own checks.
  (dice) => `UPDATE sqlite_schema SET sql = ${dice.pick(["'CREATE TABLE farms (fid INTEGER PRIMARY KEY)'", "'nonsense'", 'NULL', "replace(sql, 'POLYGON', 'POLYGON GENERATED ALWAYS AS (randomblob(8))')", "replace(sql, 'fid', 'fid2')", "sql || ' '", "'CREATE VIRTUAL TABLE farms USING rtree(id, a, b)'", "'CREATE TABLE farms AS SELECT 1'", "replace(sql, 'geom', 'geom CHECK (randomblob(9))')"])} WHERE name = '${dice.pick(['farms', 'gpkg_contents', 'gpkg_geometry_columns', 'rtree_farms_geom', 'rtree_farms_geom_update1'])}'`,
  (dice) => `UPDATE sqlite_schema SET ${dice.pick(['rootpage', 'type', 'name', 'tbl_name'])} = ${dice.pick(['0', '1', '2', '3', '4', '99999999', '-1', "'view'", "'table'", "'x'", 'NULL'])} WHERE name = '${dice.pick(['farms', 'gpkg_contents', 'rtree_farms_geom', 'rtree_farms_geom_node'])}'`,
  (dice) => `INSERT INTO sqlite_schema VALUES (${dice.pick(["'table', 'farms', 'farms', 3, 'CREATE TABLE farms (a)'", "'view', 'farms', 'farms', 0, 'CREATE VIEW farms AS SELECT 1'", "'trigger', 't', 'farms', 0, 'CREATE TRIGGER t AFTER UPDATE ON farms BEGIN SELECT 1; END'", "'trigger', 't', 'nowhere', 0, 'CREATE TRIGGER t AFTER UPDATE ON nowhere BEGIN SELECT 1; END'", "'index', 'i', 'farms', 3, 'CREATE INDEX i ON farms (geom)'", "'table', 'gpkg_contents', 'gpkg_contents', 1, NULL"])})`,
  (dice) => `UPDATE rtree_farms_geom_node SET data = ${dice.pick(['zeroblob(4)', "x''", `x'${noise(1228, dice)}'`, 'NULL', "'x'"])}`,
];

/** Runs such statements on a copy; those that SQLite refuses are skipped. @param path a file of our own that may be overwritten */
export function mutateSchema(bytes: Buffer, dice: Dice, path: string): Buffer {
  writeFileSync(path, bytes);
  try {
    const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
    try {
      database.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; PRAGMA writable_schema = ON');
      const drawn = Array.from({ length: dice.few(5) }, () => dice.pick(STATEMENTS)(dice));
      // Triggers come last: the next statement would fire them, and one of them never ends (mutant 800725).
      const isTrigger = (statement: string): number => Number(statement.startsWith('CREATE TRIGGER'));
      for (const statement of drawn.toSorted((a, b) => isTrigger(a) - isTrigger(b))) {
        try {
          database.exec(statement);
        } catch {
          continue;
        }
      }
    } finally {
      database.close();
    }
    return readFileSync(path);
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(path + end, { force: true });
  }
}

/** Changes the bytes of geometry blobs through their rows, so that the surrounding pages stay valid. */
export function mutateBlobs(bytes: Buffer, dice: Dice, path: string, blobs: readonly Buffer[]): Buffer {
  writeFileSync(path, bytes);
  try {
    const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
    try {
      database.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; DROP TRIGGER IF EXISTS rtree_farms_geom_update1; DROP TRIGGER IF EXISTS counts');
      for (let left = dice.few(3); left > 0; left--) {
        const blob = mutateBlob(dice.pick(blobs), dice, blobs);
        database.prepare('UPDATE farms SET geom = ? WHERE fid = ?').run(blob, 1 + dice.below(3));
      }
    } finally {
      database.close();
    }
    return readFileSync(path);
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(path + end, { force: true });
  }
}

/** A reader of well-known binary trusts types, counts and the envelope kind. */
function mutateBlob(blob: Buffer, dice: Dice, others: readonly Buffer[]): Buffer {
  const copy = Buffer.from(blob);
  const littleEndian = (copy[3] & 1) === 1;
  const body = 8 + [0, 32, 48, 48, 64][(copy[3] >> 1) & 7];
  const kind = dice.below(6);
  if (kind === 0) writeNumber(copy, body + 1, dice.pick([0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 15, 17, 1003, 2003, 3003, 3006, 4003, -2147483645, 0x20000003]), 4, littleEndian);
  else if (kind === 1) writeNumber(copy, body + 5 + 4 * dice.below(3), dice.pick(EDGES), 4, littleEndian);
  else if (kind === 2) copy[dice.pick([2, 3, body])] = dice.below(256);
  else if (kind === 3) return Buffer.concat([copy.subarray(0, body), ...Array.from({ length: dice.pick([1, 31, 32, 33, 1000]) }, () => Buffer.from('010700000001000000', 'hex')), copy.subarray(body)]);
  else return mutateBytes(copy, dice, others);
  return copy;
}
