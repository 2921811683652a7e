import type { Loss } from '@geoinsights/contract';
import type { LayerSchema } from '../../features/feature-dataset.ts';
import type { Field } from '../../features/field.ts';
import { FreeNames, LONGEST_NAME, plainName } from './names.ts';
import { indexName } from './spatial-index.ts';

/** The maximum number of columns in an SQLite table, minus key, geometry and a field for ids. */
const MOST_FIELDS = 1997;

/** Names of a layer's table and columns. */
export interface TableNames {
  readonly table: string;
  /** The name that programs display: that of its source or the layer's own, unless an earlier layer already has it. */
  readonly identifier: string;
  readonly key: string;
  readonly geometry: string;
  /** The fields of the table; field i has column i. */
  readonly fields: readonly Field[];
  readonly columns: readonly string[];
  /** For a column with the ids of the features. */
  readonly idColumn: string;
  readonly losses: readonly Loss[];
}

/** Names reserved by SQLite and the standard. */
const RESERVED = /^(gpkg|sqlite|rtree)_/i;

/** Table names for all layers, unique ignoring case, and different from all tables of spatial indexes. */
export function tableNames(layers: readonly LayerSchema[]): TableNames[] {
  const taken = new FreeNames();
  const indexes = new FreeNames();
  const identifiers = new Set<string>();
  return layers.map((layer) => {
    const losses: Loss[] = [];
    const columns = columnNames(layer, losses);
    const ofIndex = (table: string): string[] => ['', '_rowid', '_node', '_parent'].map((suffix) => `${indexName({ table, column: columns.geometry })}${suffix}`);
    const wanted = RESERVED.test(plainName(layer.name)) ? `layer_${layer.name}` : layer.name;
    const table = taken.pick(wanted, 'layer', (name) => ofIndex(name).every((each) => indexes.isFree(each)));
    for (const name of ofIndex(table)) indexes.take(name);
    if (table !== layer.name) losses.push({ code: 'layer-renamed', layer: layer.name, field: null, count: null, text: `Layer "${layer.name}" is named "${table}": in a GeoPackage its own name is taken, reserved, too long, or has blanks around it.` });
    const identifier = freeIdentifier([layer.table?.identifier ?? layer.name, table], identifiers);
    identifiers.add(identifier);
    return { table, identifier, ...columns, losses };
  });
}

/** The first of these that no earlier table has, else the last one with a number. */
function freeIdentifier(wanted: readonly [string, string], taken: ReadonlySet<string>): string {
  const free = wanted.find((name) => isText(name) && !taken.has(name));
  if (free !== undefined) return free;
  let number = taken.size;
  while (taken.has(`${wanted[1]} ${number}`)) number++;
  return `${wanted[1]} ${number}`;
}

function isText(name: string): boolean {
  return name.isWellFormed() && !name.includes('\0');
}

function columnNames({ name: layer, fields: all, table }: LayerSchema, losses: Loss[]): Omit<TableNames, 'table' | 'identifier' | 'losses'> {
  const fields = all.slice(0, MOST_FIELDS);
  const fieldNames = new FreeNames(all.map(({ name }) => name));
  const key = fieldNames.pick(table?.key?.name ?? 'fid', 'fid');
  const geometry = fieldNames.pick(table?.geometry.name ?? 'geom', 'geom');
  const idColumn = fieldNames.pick('id', 'id');
  const names = new FreeNames([key, geometry, idColumn]);
  const columns = fields.map(({ name }) => names.pick(name, 'field'));
  for (const [index, { name }] of fields.entries()) {
    const column = columns[index];
    if (column !== name) losses.push({ code: 'field-renamed', layer, field: name, count: null, text: `"${name}" is named "${column}": field names in a GeoPackage have at most ${LONGEST_NAME} characters and no blanks around them, must differ by more than upper and lower case, and some are reserved by the format.` });
  }
  for (const { name } of all.slice(MOST_FIELDS)) losses.push({ code: 'field-left-out', layer, field: name, count: null, text: `"${name}" was left out: a table can have at most ${MOST_FIELDS} fields.` });
  return { fields, columns, key, geometry, idColumn };
}
