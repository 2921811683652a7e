// The command line in few files (scripts/build-program.mjs), which start faster than its sources.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { areOfTheirSources } from '@geoinsights/tools/built-files';

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
  const folder = path.join(root, BUILT);
  return areOfTheirSources(folder, root) ? pathToFileURL(path.join(folder, 'geotools.js')).href : null;
}
