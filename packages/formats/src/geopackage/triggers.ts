import { z } from 'zod';
import { quoted, readRows } from './connection.ts';
import type { NodeConnection } from './database.ts';

const triggerSchema = z.object({ id: z.bigint(), name: z.string(), table_name: z.string(), sql: z.string(), on_view: z.bigint() });

/** The triggers of a file, as their statements in the schema. */
type Triggers = readonly z.output<typeof triggerSchema>[];

/**
 * Reads all triggers. They are untrusted code, and the standard's own ones (spatial index, geometry type) call functions that only
 * GIS programs have, so none of them may run while geometry cells are written.
 */
export function readTriggers(connection: NodeConnection): Triggers {
  return readRows(
    connection,
    'sqlite_schema',
    `SELECT t.rowid AS id, t.name, t.tbl_name AS table_name, t.sql,
       EXISTS (SELECT 1 FROM sqlite_schema v WHERE v.type = 'view' AND v.name = t.tbl_name COLLATE NOCASE) AS on_view
     FROM sqlite_schema t WHERE t.type = 'trigger' AND t.sql IS NOT NULL`,
    triggerSchema,
  );
}

/**
 * Replaces every trigger by a statement that never fires. It is padded to the length of the original, so that no row of the
 * schema moves and `restoreTriggers` restores the exact bytes. Takes effect when the file is opened again.
 */
export function silenceTriggers(connection: NodeConnection, triggers: Triggers): void {
  writeStatements(connection, triggers, ({ name, table_name, on_view, sql }) => {
    const timing = on_view === 0n ? '' : 'INSTEAD OF ';
    // We never delete rows of ordinary tables.
    const silent = `CREATE TRIGGER ${quoted(name)} ${timing}DELETE ON ${quoted(table_name)} BEGIN SELECT 1;END`;
    return silent + ' '.repeat(Math.max(0, byteLength(sql) - byteLength(silent)));
  });
}

/** Restores the original statements. */
export function restoreTriggers(connection: NodeConnection, triggers: Triggers): void {
  writeStatements(connection, triggers, ({ sql }) => sql);
}

function writeStatements(connection: NodeConnection, triggers: Triggers, statementOf: (trigger: Triggers[number]) => string): void {
  const update = connection.database.prepare('UPDATE sqlite_schema SET sql = ? WHERE rowid = ?');
  for (const trigger of triggers) update.run(statementOf(trigger), trigger.id);
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
