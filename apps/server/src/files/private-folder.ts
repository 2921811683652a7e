import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

const OWNER_ONLY = 0o700;
const OTHER_ACCOUNTS = 0o077;
const STICKY = 0o1000;

/** From now on, this process and its children deny other accounts access to what they write, unless they grant it for a file. */
export function writePrivately(): void {
  process.umask(OTHER_ACCOUNTS);
}

/**
 * Creates a folder that other accounts cannot enter, or keeps them out of an existing one. A folder of another account stays as it
 * is, since its owner decides who enters; so does one that everybody shares, such as /tmp.
 */
export function makePrivateFolder(folder: string): void {
  makeFolder(folder);
  if (process.platform === 'win32') return;
  const { uid, mode } = statSync(folder);
  const isOurs = uid === process.geteuid?.() && (mode & STICKY) === 0;
  if (isOurs && (mode & OTHER_ACCOUNTS) !== 0) chmodSync(folder, OWNER_ONLY);
}

/** Like Node's recursive mkdir, which never returns where a file system such as /proc denies that the folder's parent exists. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another server may have created it meanwhile.
    if (!existsSync(folder)) throw error;
  }
}
