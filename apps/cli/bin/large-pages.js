// Memory for large files, in pages of 2 MB: see docs/decisions/0087-large-pages.md.
import { statSync } from 'node:fs';

/** From this size on a command gains more than the second start of Node costs. */
const LARGE_FILES_BYTES = 4_000_000;
/** What the C library reads when a program starts, and not later. */
const SETTINGS = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' };

/**
 * Starts this program again in its own place, with the same process, arguments and streams, if it is given large files, and the C library would hand
 * out their memory in small pages. Returns where that is not so, and on systems without that library.
 * @param {readonly string[]} args
 */
export function askForLargePages(args) {
  if (process.platform !== 'linux' || process.execve === undefined || process.env.GLIBC_TUNABLES !== undefined || bytesOf(args) < LARGE_FILES_BYTES) return;
  try {
    process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], { ...process.env, ...SETTINGS });
  } catch {
    // It works without as well.
  }
}

/** @param {readonly string[]} args of which some name files */
function bytesOf(args) {
  return args.reduce((sum, arg) => sum + (arg.startsWith('-') ? 0 : sizeOf(arg)), 0);
}

/** @param {string} arg a file, or the value of an option, of which some are no possible name of a file */
function sizeOf(arg) {
  try {
    return statSync(arg).size;
  } catch {
    return 0;
  }
}
