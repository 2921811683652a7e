import path from 'node:path';
import { inspect } from 'node:util';
import { buildApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { DatabaseUnusableError } from './db/database-unusable-error.ts';
import { Drain } from './drain.ts';
import { DataFolderError } from './files/folder-lock.ts';
import { writePrivately } from './files/private-folder.ts';
import { StorageUnusableError } from './files/storage-unavailable.ts';
import { withoutIds } from './observability/log-lines.ts';
import { refuseRoot } from './refuse-root.ts';
import { stopOnSignals } from './stop-on-signals.ts';

const EXIT_START_FAILED = 1;
const EXIT_CONFIG = 2;
const EXIT_DATABASE_TAKEN = 1;

let dataFolder: string | null = null;
writePrivately();
try {
  const config = readConfig(process.env);
  dataFolder = config.dataFolder;
  refuseRoot(config);
  let stop: (exitCode: number) => void = (exitCode) => process.exit(exitCode);
  const drain = new Drain(config);
  const app = await buildApp(config, {
    drain,
    onMissingPart: (sentence) => console.warn(sentence),
    onDatabaseTaken: (sentence) => {
      console.error(sentence);
      stop(EXIT_DATABASE_TAKEN);
    },
  });
  stop = stopOnSignals(app, drain);
  try {
    const address = await app.listen({ port: config.port, host: config.host });
    console.log(`GeoInsights is running at ${address}`);
  } catch (error) {
    await app.close();
    throw error;
  }
} catch (error) {
  const sentence = sentenceFor(error);
  console.error(typeof sentence === 'string' ? sentence : withoutIds(inspect(sentence)));
  process.exit(error instanceof ConfigError ? EXIT_CONFIG : EXIT_START_FAILED);
}

/** The file or folder in the data folder that a call of the system failed on. */
function placeIn(folder: string | null, error: Readonly<Error>): string | null {
  const place = 'path' in error && typeof error.path === 'string' ? error.path : '';
  return folder !== null && place.startsWith(folder + path.sep) ? place : null;
}

/** Errors that the operator can fix are one sentence; all others are reported in full. */
function sentenceFor(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof DataFolderError || error instanceof DatabaseUnusableError || error instanceof StorageUnusableError) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return error;
  const place = placeIn(dataFolder, error);
  if (place !== null) return `The server cannot use ${place}, which it needs (${error.message}). Its account must be able to read and write all that is in DATA_DIR, and its disk must have room.`;
  const port = process.env['PORT'] ?? '3000';
  if (error.code === 'EADDRINUSE') return `Port ${port} is taken by another program. Stop it, or choose another port: PORT=3001 npm start`;
  if (error.code === 'EACCES') return `Port ${port} may not be used by this account. Choose one above 1023: PORT=3001 npm start`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') return `This machine has no address ${process.env['HOST'] ?? ''}. Set HOST to one that it has, such as 127.0.0.1.`;
  return error;
}
