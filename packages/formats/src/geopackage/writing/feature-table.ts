import type { Loss } from '@geoinsights/contract';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { GeometryType } from '../../features/feature-batch.ts';
import type { FeatureBatch, FeatureId } from '../../features/feature-batch.ts';
import type { LayerSchema } from '../../features/feature-dataset.ts';
import { quoted } from '../connection.ts';
import { GeometryBlob } from './geometry-blob.ts';
import { changeSchema } from './new-database.ts';
import type { NewDatabase } from './new-database.ts';
import { indexTriggers, SpatialIndexWriter } from './spatial-index.ts';
import { COLUMN_TYPES, FieldWriter } from './stored-values.ts';
import { addExtension } from './system-tables.ts';
import type { TableNames } from './table-names.ts';
import { SHOWN } from './tables-in-turn.ts';
import type { Trigger } from './tables-in-turn.ts';

/** Kept keys are below this value, so that there is always a next one. */
const LARGEST_KEY = 1n << 62n;

/**
 * A feature table being filled. Ids become keys where possible: whole numbers that ascend, since every reader takes the features in the
 * order of their keys. Of ids that are part of the data, all go into a column of their own once one cannot be a key.
 */
export class FeatureTableWriter {
  readonly #database: NewDatabase;
  readonly #schema: LayerSchema;
  readonly #names: TableNames;
  readonly #srsId: number;
  readonly #fields: readonly FieldWriter[];
  /** Columns after geometry and key, with their types, in table order. */
  readonly #columns: { readonly name: string; type: string }[];
  readonly #index: SpatialIndexWriter;
  readonly #blob: GeometryBlob;
  #geometryName: string;
  #insert: StatementSync;
  #idsAsField = false;
  #idsLost = 0;
  #nextKey: number | bigint = 1;

  #count = 0;
  #geometries = 0;
  #withZ = 0;
  #lackingHeights = 0;
  #withM = 0;
  #empty = 0;
  readonly #occurring = new Set<number>();
  #minX = Infinity;
  #minY = Infinity;
  #maxX = -Infinity;
  #maxY = -Infinity;

  /** Creates the table, as the one whose turn it is (`TablesInTurn`). It has to be that for all calls. */
  constructor(database: NewDatabase, schema: LayerSchema, names: TableNames, srsId: number) {
    this.#database = database;
    this.#schema = schema;
    this.#names = names;
    this.#srsId = srsId;
    this.#fields = names.fields.map((field) => new FieldWriter(field));
    this.#columns = names.fields.map(({ type, column }, index) => ({ name: names.columns[index], type: column?.declaration ?? COLUMN_TYPES[type] }));
    this.#blob = new GeometryBlob(srsId, schema);
    this.#geometryName = commonName(schema.geometryTypes);
    database.exec(this.#createStatement());
    this.#index = new SpatialIndexWriter(database, SHOWN.index);
    this.#insert = this.#prepareInsert();
  }

  write(batch: FeatureBatch): void {
    const { types, rows, ids } = batch;
    for (let feature = 0; feature < types.length; feature++) {
      const values = this.#valuesOf(rows[feature]);
      const blob = this.#blob.write(batch, feature);
      const key = this.#insertRow(ids === null ? null : ids[feature], blob, values);
      this.#count++;
      if (blob !== null) this.#note(types[feature], key);
    }
  }

  /**
   * Fills the index and registers the table.
   * @param lastChange in the form of the standard, 2024-01-31T12:00:00.000Z
   * @returns the triggers that the table needs in the finished file
   */
  finish(lastChange: string): Trigger[] {
    const database = this.#database;
    const { table, identifier, geometry } = this.#names;
    const typeName = this.#geometries === 0 ? this.#geometryName : commonName([...this.#occurring]);
    const wider = this.#fields.flatMap(({ isBeyondDeclared, isTooLarge }, index) => (isBeyondDeclared && !isTooLarge ? [index] : []));
    for (const index of wider) this.#columns[index].type = COLUMN_TYPES[this.#fields[index].field.type];
    if (typeName !== this.#geometryName || wider.length > 0) {
      this.#geometryName = typeName;
      this.#redeclare();
    }
    const hasExtent = this.#minX <= this.#maxX && this.#minY <= this.#maxY;
    const extent = [this.#minX, this.#minY, this.#maxX, this.#maxY].map((bound) => (hasExtent ? bound : null));
    database.prepare("INSERT INTO gpkg_contents VALUES (?, 'features', ?, ?, ?, ?, ?, ?, ?, ?)").run(table, identifier, this.#schema.table?.description ?? '', lastChange, ...extent, this.#srsId);
    database
      .prepare('INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?, ?, ?, ?)')
      .run(table, geometry, typeName, this.#srsId, this.#dimension(this.#withZ, this.#schema.hasZ), this.#dimension(this.#withM, this.#schema.hasM));
    this.#index.finish();
    addExtension(database, table, geometry, 'gpkg_rtree_index', 'http://www.geopackage.org/spec120/#extension_rtree', 'write-only');
    database.prepare('INSERT INTO gpkg_ogr_contents VALUES (?, ?)').run(table, this.#count);
    return [...indexTriggers({ table, column: geometry, key: this.#names.key }), ...countTriggers(table)];
  }

  /** What the table does not hold as given. */
  losses(): Loss[] {
    const layer = this.#schema.name;
    const { idColumn } = this.#names;
    const ids: Loss[] = [];
    if (this.#idsAsField) ids.push({ code: 'ids-as-field', layer, field: null, count: null, text: `The ids are in the field "${idColumn}": the keys of a GeoPackage are whole numbers, and its features are ordered by key.` });
    if (this.#idsLost > 0) ids.push({ code: 'ids-left-out', layer, field: null, count: this.#idsLost, text: `${this.#idsLost === 1 ? 'One feature has a new id: its own is' : `${this.#idsLost} features have new ids: theirs are`} negative, too large, not a whole number, or not larger than an earlier one; features are ordered by key.` });
    const flat = this.#lackingHeights;
    const heights: Loss[] = flat === 0 ? [] : [{ code: 'geometry-type-changed', layer, field: null, count: flat, text: `${flat === 1 ? 'One feature has' : `${flat} features have`} vertices without heights next to some with heights, and the missing heights became 0: a geometry has heights for all of its vertices or none.` }];
    return [...this.#names.losses, ...ids, ...heights, ...this.#emptyLosses(), ...this.#fields.flatMap((field) => field.losses(layer))];
  }

  /** The dimensions of an empty geometry are those of its layer; where the others differ, it may have had fewer. */
  #emptyLosses(): Loss[] {
    const filled = this.#geometries - this.#empty;
    const isMixed = (having: number, expected: boolean): boolean => expected && having - this.#empty < filled;
    const mixed = [...(isMixed(this.#withZ, this.#schema.hasZ) ? ['Z'] : []), ...(isMixed(this.#withM, this.#schema.hasM) ? ['M'] : [])].join(' and ');
    if (this.#empty === 0 || mixed === '') return [];
    const [what, they] = this.#empty === 1 ? ['One empty geometry has', 'it'] : [`${this.#empty} empty geometries have`, 'they'];
    return [{ code: 'geometry-type-changed', layer: this.#schema.name, field: null, count: this.#empty, text: `${what} ${mixed} now, as only some of the other geometries in the layer do: without coordinates, nothing shows whether ${they} had ${mixed} before.` }];
  }

  #valuesOf(row: FeatureBatch['rows'][number]): SQLInputValue[] {
    const values: SQLInputValue[] = [];
    for (let index = 0; index < this.#fields.length; index++) {
      const field = this.#fields[index];
      const wasTooLarge = field.isTooLarge;
      values.push(field.stored(row[index]));
      if (field.isTooLarge !== wasTooLarge) this.#turnIntoText(index);
    }
    return values;
  }

  #insertRow(id: FeatureId, blob: Uint8Array | null, values: SQLInputValue[]): number | bigint {
    const { ids } = this.#schema;
    const mayBeKey = isKey(id) && (id >= this.#nextKey || this.#count === 0);
    if (ids === 'own' && !this.#idsAsField && !mayBeKey) this.#keepIdsAsField();
    if (this.#idsAsField) values.push(id === null ? null : String(id));
    const key = mayBeKey && ids !== 'none' && !this.#idsAsField ? id : this.#nextKey;
    if (ids === 'rows' && id !== null && key !== id) this.#idsLost++;
    this.#insert.run(key, blob, ...values);
    this.#nextKey = after(key);
    return key;
  }

  #note(type: number, key: number | bigint): void {
    const blob = this.#blob;
    this.#geometries++;
    this.#occurring.add(type);
    if (blob.hasZ) this.#withZ++;
    if (blob.lacksHeights) this.#lackingHeights++;
    if (blob.hasM) this.#withM++;
    if (blob.isEmpty) this.#empty++;
    if (!blob.hasBounds) return;
    this.#index.add(key, blob.minX, blob.maxX, blob.minY, blob.maxY);
    this.#minX = Math.min(this.#minX, blob.minX);
    this.#minY = Math.min(this.#minY, blob.minY);
    this.#maxX = Math.max(this.#maxX, blob.maxX);
    this.#maxY = Math.max(this.#maxY, blob.maxY);
  }

  /** 0 for never, 1 for always, 2 for some. */
  #dimension(having: number, expected: boolean): number {
    if (this.#geometries === 0) return expected ? 1 : 0;
    if (having === 0) return 0;
    return having === this.#geometries ? 1 : 2;
  }

  #keepIdsAsField(): void {
    const { key, idColumn } = this.#names;
    const table = quoted(SHOWN.table);
    this.#idsAsField = true;
    this.#columns.push({ name: idColumn, type: 'TEXT' });
    this.#database.exec(`ALTER TABLE ${table} ADD COLUMN ${quoted(idColumn)} TEXT; UPDATE ${table} SET ${quoted(idColumn)} = CAST(${quoted(key)} AS TEXT)`);
    this.#insert = this.#prepareInsert();
  }

  #turnIntoText(index: number): void {
    const column = this.#columns[index];
    column.type = 'TEXT';
    this.#redeclare();
    const name = quoted(column.name);
    this.#database.exec(`UPDATE ${quoted(SHOWN.table)} SET ${name} = CAST(${name} AS TEXT) WHERE ${name} NOTNULL`);
    this.#insert = this.#prepareInsert();
  }

  /** Changes column types in the table's statement. The only other way in SQLite is to copy the table. */
  #redeclare(): void {
    changeSchema(this.#database, () => this.#database.prepare("UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?").run(this.#createStatement(), SHOWN.table));
  }

  #createStatement(): string {
    const { key, geometry } = this.#names;
    const columns = this.#columns.map(({ name, type }) => `, ${quoted(name)} ${type}`);
    return `CREATE TABLE ${quoted(SHOWN.table)} (${quoted(key)} INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, ${quoted(geometry)} ${this.#geometryName}${columns.join('')})`;
  }

  #prepareInsert(): StatementSync {
    return this.#database.prepare(`INSERT INTO ${quoted(SHOWN.table)} VALUES (?, ?${', ?'.repeat(this.#columns.length)})`);
  }
}

/** As in GDAL: the count stays right whoever changes the table. */
function countTriggers(table: string): Trigger[] {
  return [['INSERT', '+'], ['DELETE', '-']].map(([event, sign]) => ({
    name: `trigger_${event.toLowerCase()}_feature_count_${table}`,
    does: `AFTER ${event} ON ${quoted(table)} BEGIN UPDATE gpkg_ogr_contents SET feature_count = feature_count ${sign} 1 WHERE lower(table_name) = lower(${textOf(table)}); END`,
  }));
}

/** The name of the single type, or of the common supertype of several. */
function commonName(types: readonly number[]): string {
  const only = types.length === 1 ? Object.entries(GeometryType).find(([, type]) => type === types[0]) : undefined;
  return only === undefined ? 'GEOMETRY' : only[0].toUpperCase();
}

function isKey(id: FeatureId): id is number | bigint {
  if (typeof id === 'bigint') return id >= 0n && id < LARGEST_KEY;
  return typeof id === 'number' && Number.isSafeInteger(id) && id >= 0;
}

function after(key: number | bigint): number | bigint {
  if (typeof key === 'number' && key < Number.MAX_SAFE_INTEGER) return key + 1;
  return BigInt(key) + 1n;
}

function textOf(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
