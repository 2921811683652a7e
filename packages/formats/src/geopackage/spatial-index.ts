import { z } from 'zod';
import type { Bounds } from './blob.ts';
import type { FeatureTable } from './catalogue.ts';
import { columnNamesOf, quoted, readRows } from './connection.ts';
import type { NodeConnection } from './database.ts';

const nameSchema = z.object({ name: z.string() });

/** Keeps the R-tree rows of one geometry column up to date. */
interface SpatialIndex {
  /** @param bounds null if the feature no longer has a geometry */
  update(key: bigint, bounds: Bounds | null): void;
}

/** The spatial index of a table by the GeoPackage R-tree extension; null if it has none. */
export function openSpatialIndex(connection: NodeConnection, { table, column }: FeatureTable): SpatialIndex | null {
  const found = readRows(
    connection,
    'sqlite_schema',
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE AND sql LIKE 'CREATE VIRTUAL TABLE%USING rtree%'",
    nameSchema,
    [`rtree_${table}_${column}`],
  ).at(0);
  if (found === undefined) return null;
  const { database } = connection;
  const columns = columnNamesOf(connection, found.name).map(quoted);
  const id = columns.at(0);
  const ordinates = columns.slice(1);
  if (id === undefined || ordinates.length !== 4) return null;

  const read = database.prepare(`SELECT ${ordinates.join(', ')} FROM ${quoted(found.name)} WHERE ${id} = ?`);
  read.setReturnArrays(true);
  const write = database.prepare(`INSERT OR REPLACE INTO ${quoted(found.name)} (${columns.join(', ')}) VALUES (?, ?, ?, ?, ?)`);
  const remove = database.prepare(`DELETE FROM ${quoted(found.name)} WHERE ${id} = ?`);
  return {
    update(key, bounds) {
      if (bounds === null || Number.isNaN(bounds.x[0]) || Number.isNaN(bounds.y[0])) {
        remove.run(key);
        return;
      }
      const wanted = [...bounds.x, ...bounds.y];
      const stored = Object.values(read.get(key) ?? []);
      if (wanted.every((value, index) => isRounded(stored[index], value, index % 2 === 0))) return;
      write.run(key, ...wanted);
    },
  };
}

/** True if a stored single-precision bound is the value rounded outward: such a row need not be written. */
function isRounded(stored: unknown, value: number, isMinimum: boolean): boolean {
  if (typeof stored !== 'number') return false;
  const outward = isMinimum ? stored <= value : stored >= value;
  return outward && Math.abs(stored - value) <= Math.abs(value) * 2 ** -22;
}
