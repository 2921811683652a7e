// Programs that are put into few files (scripts/build-program.mjs), which start faster than their sources. Not TypeScript: the command line
// reads this before Node's reader of TypeScript is loaded.
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const LIST = 'sources.json';

/**
 * Whether all sources of the built files in a folder are as they were when these were built. False if nothing is built there.
 * @param {string} folder
 * @param {string} root of the repository
 * @returns {boolean}
 */
export function areOfTheirSources(folder, root) {
  try {
    return JSON.parse(readFileSync(path.join(folder, LIST), 'utf8')).every(([file, size, changed]) => {
      // Some hundred files at each start: to join their paths took longer than to look at them.
      const now = statSync(`${root}/${file}`);
      return now.size === size && now.mtimeMs === changed;
    });
  } catch {
    return false;
  }
}

/**
 * What sources are like now: the place of each in the repository, its size and its time of change.
 * @param {readonly string[]} sources
 * @param {string} root of the repository
 * @returns {[string, number, number][]}
 */
export function statesOf(sources, root) {
  return [...new Set(sources)].sort().map((file) => {
    const { size, mtimeMs } = statSync(file);
    return [path.relative(root, file).replaceAll(path.sep, '/'), size, mtimeMs];
  });
}

/**
 * Lists the sources of the built files in a folder. To be called last: without the list nothing of the folder is run.
 * @param {string} folder
 * @param {[string, number, number][]} states of the sources before they were read for what is in the folder
 * @param {string} root of the repository
 * @returns {boolean} false if a source has changed since, and then nothing is listed: what was built may be of the source as it was before
 */
export function listSources(folder, states, root) {
  writeFileSync(path.join(folder, LIST), JSON.stringify(states));
  if (areOfTheirSources(folder, root)) return true;
  rmSync(path.join(folder, LIST));
  return false;
}
