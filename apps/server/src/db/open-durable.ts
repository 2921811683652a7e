import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { DurableNodeFilesystem } from './durable-node-filesystem.ts';
import { DURABLE_START_PARAMETERS } from './durable-start.ts';

/**
 * V8's optimising compiler took 2.3 s of a processor and 600 MB for one large function of PostgreSQL, again in every start. Our
 * statements are short: without it they take as long, and only reading through many thousand rows takes half as long again.
 */
const WITHOUT_OPTIMISING_COMPILER = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

/**
 * Opens the embedded database in `folder`. A new one is created next to it, synced with all its files, and only then renamed: after
 * a power failure there is either no database or a complete one. Later PostgreSQL syncs by itself.
 * @throws Error if something else, or a part of a database, is in the folder: PGlite would make a new one over it.
 */
export async function openDurable(folder: string): Promise<PGlite> {
  if (!existsSync(folder) || readdirSync(folder).length === 0) await make(folder);
  else if (!existsSync(path.join(folder, 'PG_VERSION'))) throw new Error('its file PG_VERSION is missing');
  return open(folder);
}

async function make(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const database = await open(unfinished);
  await database.close();
  flushTree(unfinished);
  // Windows does not rename a folder over another, even an empty one.
  if (existsSync(folder)) rmdirSync(folder);
  renameSync(unfinished, folder);
  // The data folder is often new as well.
  const dataFolder = path.dirname(folder);
  flushFolder(dataFolder);
  flushAbove(path.dirname(dataFolder));
}

function open(folder: string): Promise<PGlite> {
  for (const flag of WITHOUT_OPTIMISING_COMPILER) setFlagsFromString(flag);
  return PGlite.create({ fs: new DurableNodeFilesystem(folder), startParams: DURABLE_START_PARAMETERS });
}

function flushTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) flushTree(place);
    else if (entry.isFile()) flush(place);
  }
  flushFolder(folder);
}

/** Windows flushes folders itself. */
function flushFolder(folder: string): void {
  if (process.platform !== 'win32') flush(folder);
}

/** Waits until the bytes of a file, or the entries of a folder, are on disk. */
function flush(place: string): void {
  const descriptor = openSync(place, process.platform === 'win32' ? 'r+' : 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** This account may not be able to read the folder above the data folder; in that case its owner created both. */
function flushAbove(folder: string): void {
  try {
    flushFolder(folder);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM'))) throw error;
  }
}
