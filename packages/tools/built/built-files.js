// Programs that are put into few files (scripts/build-program.mjs), which start faster than their sources. Not TypeScript: the command line
// reads this before Node's reader of TypeScript is loaded.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
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
 * Lists the sources of the built files in a folder, with size and time of change. To be called last: without the list nothing of the folder is run.
 * @param {string} folder
 * @param {readonly string[]} sources
 * @param {string} root of the repository
 */
export function listSources(folder, sources, root) {
  const states = [...new Set(sources)].sort().map((file) => {
    const { size, mtimeMs } = statSync(file);
    return [path.relative(root, file).replaceAll(path.sep, '/'), size, mtimeMs];
  });
  writeFileSync(path.join(folder, LIST), JSON.stringify(states));
}
