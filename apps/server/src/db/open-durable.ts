import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { DurableNodeFilesystem } from './durable-node-filesystem.ts';
import { DURABLE_START_PARAMETERS } from './durable-start.ts';

/**
 * Opens the embedded database in `folder`. Where there is none it is made beside, brought to the disk with all its files, and only
 * then gets its name: a loss of power finds either none or one that is whole. What PostgreSQL does later it brings to the disk by
 * itself.
 */
export async function openDurable(folder: string): Promise<PGlite> {
  if (!existsSync(folder) || readdirSync(folder).length === 0) await make(folder);
  return open(folder);
}

async function make(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const database = await open(unfinished);
  await database.close();
  flushTree(unfinished);
  // Windows renames no folder over another, be it empty.
  if (existsSync(folder)) rmdirSync(folder);
  renameSync(unfinished, folder);
  // The data folder is often new as well.
  const dataFolder = path.dirname(folder);
  flush(dataFolder, true);
  flushAbove(path.dirname(dataFolder));
}

function open(folder: string): Promise<PGlite> {
  return PGlite.create({ fs: new DurableNodeFilesystem(folder), startParams: DURABLE_START_PARAMETERS });
}

function flushTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) flushTree(place);
    else if (entry.isFile()) flush(place, false);
  }
  flush(folder, true);
}

/** Waits until the bytes of a file, or a folder's list of names, are on the disk. Windows flushes folders itself. */
function flush(place: string, isFolder: boolean): void {
  if (process.platform === 'win32' && isFolder) return;
  const descriptor = openSync(place, process.platform === 'win32' ? 'r+' : 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The folder above the data folder may be one that this account cannot read; then its owner has made it, and the data folder. */
function flushAbove(folder: string): void {
  try {
    flush(folder, true);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM'))) throw error;
  }
}
