import { ProblemError } from '@geoinsights/contract/errors';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { InputFile } from '../driver.ts';
import { withSqliteErrors } from './connection.ts';
import type { FileHeader } from './file-header.ts';
import { viewOf } from '../files/data-view.ts';

const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

export function isLog(log: InputFile): boolean {
  return log.size > LOG_HEADER_BYTES;
}

/**
 * Checks every frame of the log against the database: an impossible page number or size would make SQLite write a file of any
 * size. Source: SQLite file format, section 4.
 * @throws ProblemError geopackage-damaged
 */
export async function assertHonest(log: InputFile, main: InputFile, header: FileHeader): Promise<void> {
  const damaged = (): ProblemError => new ProblemError('geopackage-damaged', { file: main.name, place: 'its write-ahead log' });
  const start = viewOf(await log.read(0, LOG_HEADER_BYTES));
  const magic = start.getUint32(0);
  if ((magic & ~1) !== 0x377f0682 || start.getUint32(8) !== header.pageSize) throw damaged();
  const frameBytes = FRAME_HEADER_BYTES + header.pageSize;
  const frames = Math.floor((log.size - LOG_HEADER_BYTES) / frameBytes);
  const mostPages = Math.ceil(main.size / header.pageSize) + frames;
  for (let frame = 0; frame < frames; frame++) {
    const at = LOG_HEADER_BYTES + frame * frameBytes;
    const view = viewOf(await log.read(at, at + FRAME_HEADER_BYTES));
    const current = view.getUint32(8) === start.getUint32(16) && view.getUint32(12) === start.getUint32(20);
    if (!current) return;
    if (view.getUint32(0) > mostPages || view.getUint32(4) > mostPages) throw damaged();
  }
}

const checkpointSchema = z.object({ log: z.number() });

/** Lets SQLite merge the log into the copy. @returns whether the log had any content */
export function mergeLog(path: string, fileName: string): boolean {
  return withSqliteErrors(fileName, 'its write-ahead log', () => {
    const database = new DatabaseSync(path, { defensive: true, enableForeignKeyConstraints: false, limits: { attach: 0 } });
    try {
      database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
      const before = checkpointSchema.parse(database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get());
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      return before.log > 0;
    } finally {
      database.close();
    }
  });
}
