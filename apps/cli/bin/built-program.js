// The command line in few files (scripts/build-program.mjs), which start faster than its sources.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { areOfTheirSources } from '@geoinsights/tools/built-files';

const ROOT = path.resolve(import.meta.dirname, '..', '..', '..');
/** In the repository. */
export const BUILT = path.join('apps', 'cli', 'dist');
/** Commands that work on a server's catalogue and data: they start threads and processes of their own, and run only from their sources. */
export const FROM_SOURCES = new Set(['layers', 'admin']);

/**
 * The address of the built program; null if it does not exist, does not match the current sources, or does not contain the command.
 * @param {readonly string[]} args
 * @param {string} root of the repository
 * @returns {string | null}
 */
export function builtProgram(args, root = ROOT) {
  if (FROM_SOURCES.has(args[0] ?? '')) return null;
  const folder = path.join(root, BUILT);
  return areOfTheirSources(folder, root) ? pathToFileURL(path.join(folder, 'geotools.js')).href : null;
}
