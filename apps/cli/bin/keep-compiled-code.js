// Lets Node keep compiled code for the next start. Whatever is loaded before this is compiled every time.
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';

// Without such a folder everything works as well, only more slowly. NODE_COMPILE_CACHE names another one.
const folder = cacheFolder();
if (folder !== null) enableCompileCache(path.join(folder, 'geotools'));

/**
 * This user's folder for caches; null if there is none. Not the shared folder for temporary files, which is Node's default: there another user could
 * place code under our name for us to run.
 * @returns {string | null}
 */
function cacheFolder() {
  if (process.platform === 'win32') return process.env.LOCALAPPDATA ?? null;
  const named = process.env.XDG_CACHE_HOME;
  // The XDG base directory specification requires relative paths to be ignored.
  if (named !== undefined && path.isAbsolute(named)) return named;
  const home = homeFolder();
  if (home === null) return null;
  return process.platform === 'darwin' ? path.join(home, 'Library', 'Caches') : path.join(home, '.cache');
}

/**
 * The account of a container may be missing from the list of users, and then has no home folder.
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
