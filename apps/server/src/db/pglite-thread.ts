// Runs the embedded database in its own thread, since PGlite blocks the thread it works in.
import { parentPort, workerData } from 'node:worker_threads';
import type { PGlite, Results } from '@electric-sql/pglite';
import { z } from 'zod';
import { openDurable } from './open-durable.ts';
import { requestSchema } from './pglite-messages.ts';
import type { PGliteReply, PGliteRequest, PGliteRows } from './pglite-messages.ts';

const port = parentPort;
if (port === null) throw new Error('This module runs as a worker thread.');
const { folder } = z.object({ folder: z.string() }).parse(workerData);

/** PostgreSQL error severities. A server would restart after one; PGlite in a thread loops forever. */
const BREAKING_SEVERITIES: readonly unknown[] = ['FATAL', 'PANIC'];

const reply = (message: PGliteReply) => port.postMessage(message);

try {
  const database = await openDurable(folder);
  port.on('message', (message: unknown) => void answer(database, requestSchema.parse(message)));
  reply({ kind: 'ready' });
} catch (error) {
  reply({ kind: 'unusable', message: error instanceof Error ? error.message : String(error) });
}

async function answer(database: PGlite, request: PGliteRequest): Promise<void> {
  try {
    reply({ kind: 'done', id: request.id, results: await perform(database, request) });
  } catch (error) {
    const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
    const isBroken = error instanceof Error && 'severity' in error && BREAKING_SEVERITIES.includes(error.severity);
    reply({ kind: 'failed', id: request.id, message: error instanceof Error ? error.message : String(error), code, isBroken });
  }
}

async function perform(database: PGlite, request: PGliteRequest): Promise<PGliteRows[]> {
  switch (request.kind) {
    case 'query':
      return [rowsOf(await database.query<Record<string, unknown>>(request.sql, request.parameters))];
    case 'exec':
      return (await database.exec(request.sql)).map(rowsOf);
    case 'listen': {
      const { channel } = request;
      await database.listen(channel, (payload) => reply({ kind: 'notification', channel, payload }));
      return [];
    }
    case 'close':
      await database.close();
      return [];
  }
}

function rowsOf(results: Results<Record<string, unknown>>): PGliteRows {
  return { rows: results.rows, affectedRows: results.affectedRows ?? null };
}
