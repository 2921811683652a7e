import { z } from 'zod';
import { AttributeList, LONGEST_TEXT, MOST_ATTRIBUTES } from '../attributes.ts';
import type { AttributeReader, Attributes, AttributeValue } from '../attributes.ts';
import { quoted, readRows, withSqliteErrors } from './connection.ts';
import type { Connection, ReadingStatement } from './connection.ts';
import type { FeatureTable } from './catalogue.ts';
import type { TablesContent } from './content.ts';
import { foldedName } from './folded-name.ts';

const columnSchema = z.object({ name: z.string(), type: z.string(), hidden: z.bigint() });
interface Column {
  readonly name: string;
  readonly isBoolean: boolean;
}

/**
 * The columns of each row besides its geometry. Blobs are left out, and so are computed columns, whose expressions would run
 * code from the file.
 * @param connect opens the file again
 */
export function geopackageAttributes({ fileName, tables }: TablesContent, layer: number, connect: () => Connection): AttributeReader {
  const { table, features } = tables[layer];
  let opened: { readonly connection: Connection; readonly columns: readonly Column[]; readonly statement: ReadingStatement } | null = null;
  return {
    at(feature): Promise<Attributes> {
      opened ??= prepare(connect(), table);
      const { columns, statement } = opened;
      const values = withSqliteErrors(fileName, `table "${table.table}"`, (): unknown[] => Object.values(statement.get(features.keys[feature]) ?? {}));
      const list = new AttributeList();
      for (const [position, { name, isBoolean }] of columns.entries()) {
        const value = plain(values.at(position));
        list.add(name, isBoolean && typeof value === 'number' ? value !== 0 : value);
      }
      return Promise.resolve(values.length === 0 ? {} : list.finish());
    },
    close() {
      opened?.connection.database.close();
      opened = null;
      return Promise.resolve();
    },
  };
}

function prepare(connection: Connection, table: FeatureTable): { connection: Connection; columns: readonly Column[]; statement: ReadingStatement } {
  try {
    const described = readRows(connection, table.table, `PRAGMA table_xinfo(${quoted(table.table)})`, columnSchema);
    const columns = described
      .filter(({ name, hidden }) => hidden === 0n && foldedName(name) !== foldedName(table.column))
      .slice(0, MOST_ATTRIBUTES)
      .map(({ name, type }) => ({ name, isBoolean: type.toUpperCase() === 'BOOLEAN' }));
    // Long texts are cut, and blobs left out, before they are read.
    const expressions = columns.map(({ name }) => {
      const column = quoted(name);
      return `CASE typeof(${column}) WHEN 'text' THEN substr(${column}, 1, ${LONGEST_TEXT}) WHEN 'blob' THEN NULL ELSE ${column} END`;
    });
    const statement = connection.database.prepare(`SELECT ${expressions.join(', ') || 'NULL'} FROM ${quoted(table.table)} WHERE ${table.key} = ?`);
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    return { connection, columns, statement };
  } catch (error) {
    connection.database.close();
    throw error;
  }
}

/** Integers that a number cannot hold exactly become text. */
function plain(value: unknown): AttributeValue {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' ? value : null;
}
