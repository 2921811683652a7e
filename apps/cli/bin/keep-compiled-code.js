// Lets Node keep the code that it compiles for the next start. What is loaded before this is made anew every time.
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';

// Where compiled code cannot be kept everything works as well, only slower. NODE_COMPILE_CACHE names another folder.
const folder = cacheFolder();
if (folder !== null) enableCompileCache(path.join(folder, 'geotools'));

/**
 * Where this user's programs keep what they can make again; null when there is no such place. Not the shared folder for
 * temporary files, which Node would take: there another user could lay code under our name for us to run.
 * @returns {string | null}
 */
function cacheFolder() {
  if (process.platform === 'win32') return process.env.LOCALAPPDATA ?? null;
  const named = process.env.XDG_CACHE_HOME;
  // The XDG base directory specification has relative paths ignored.
  if (named !== undefined && path.isAbsolute(named)) return named;
  const home = homeFolder();
  if (home === null) return null;
  return process.platform === 'darwin' ? path.join(home, 'Library', 'Caches') : path.join(home, '.cache');
}

/**
 * An account of a container may stand in no list of users, and then has none.
 * @returns {string | null}
 */
function homeFolder() {
  try {
    const home = homedir();
    return path.isAbsolute(home) ? home : null;
  } catch {
    return null;
  }
}
