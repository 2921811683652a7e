// The command line in few files (scripts/build-program.mjs), which start faster than its sources.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = path.resolve(import.meta.dirname, '..', '..', '..');
/** In the repository. */
export const BUILT = path.join('apps', 'cli', 'dist');
/** Commands on a server's catalogue and data: they start threads and processes of their own, and run from their sources alone. */
export const FROM_SOURCES = new Set(['layers', 'admin']);

/**
 * The address of the built program; null if there is none, if it is not of the sources as they are now, or if the command is not in it.
 * @param {readonly string[]} args
 * @param {string} root of the repository
 * @returns {string | null}
 */
export function builtProgram(args, root = ROOT) {
  if (FROM_SOURCES.has(args[0] ?? '')) return null;
  try {
    for (const [file, size, changed] of JSON.parse(readFileSync(path.join(root, BUILT, 'sources.json'), 'utf8'))) {
      const now = statSync(path.join(root, file));
      if (now.size !== size || now.mtimeMs !== changed) return null;
    }
  } catch {
    return null;
  }
  return pathToFileURL(path.join(root, BUILT, 'geotools.js')).href;
}
