// Memory for large files, in pages of 2 MB: see docs/decisions/0087-large-pages.md.
import { statSync } from 'node:fs';

/** For smaller files a command gains less than the second start of Node costs. */
const LARGE_FILES_BYTES = 4_000_000;
/** This command holds little at a time, however large its files are, and takes as long with small pages: it would pay for the second start with nothing. */
const HOLDS_LITTLE = 'convert';
/** The C library reads this only when a program starts. */
const SETTINGS = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' };

/**
 * Restarts this program in place, with the same process, arguments and streams, if it is given large files and the C library would allocate their
 * memory in small pages. Otherwise, for a conversion, and on systems without that library, it returns.
 * @param {readonly string[]} args
 */
export function askForLargePages(args) {
  if (process.platform !== 'linux' || process.execve === undefined || process.env.GLIBC_TUNABLES !== undefined || args[0] === HOLDS_LITTLE || bytesOf(args) < LARGE_FILES_BYTES) return;
  try {
    process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], { ...process.env, ...SETTINGS });
  } catch {
    // Everything works without it, too.
  }
}

/** @param {readonly string[]} args some of which name files */
function bytesOf(args) {
  return args.reduce((sum, arg) => sum + (arg.startsWith('-') ? 0 : sizeOf(arg)), 0);
}

/** @param {string} arg a file, or the value of an option, which need not be a valid file name */
function sizeOf(arg) {
  try {
    return statSync(arg).size;
  } catch {
    return 0;
  }
}
