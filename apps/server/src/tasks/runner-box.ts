import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { RunnerFolder } from './runner-folder.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const PROBE_MILLISECONDS = 10_000;

/**
 * Run by a shell with its own namespaces. An empty folder covers the data folder ($1), and only the process's own folder ($2) is mounted
 * in it, with read-only inputs. The shell's working directory is the one from before, so that it can still be addressed as `.`.
 * The rest of the disk is read-only, except for compiled code ($3), which may be in the data folder, too, and is held open until
 * then. At the end all privileges to undo this are dropped.
 */
const SCRIPT = `set -e
cd "$2"
if [ -n "$3" ]; then exec 9<"$3"; fi
mount --bind input input
mount -o remount,bind,ro input
mount -t tmpfs -o mode=0711,size=64k tmpfs "$1"
mkdir -p "$2"
if [ -n "$3" ]; then mkdir -p "$3"; fi
mount --no-canonicalize --rbind . "$2"
cd "$2"
if [ -n "$3" ]; then mount --no-canonicalize --bind /proc/self/fd/9 "$3"; exec 9<&-; fi
mount -o remount,ro "$1"
mount -o remount,bind,ro / || true
shift 3
exec setpriv --bounding-set=-all --inh-caps=-all --ambient-caps=-all --no-new-privs "$@"`;
const NAMESPACES = ['--user', '--map-current-user', '--keep-caps', '--mount', '--net'];

/**
 * Where task processes cache compiled code. It is separate from the server's own cache: the server must never run what a task process
 * has written. Created here, since Node does not read a cache folder that did not exist at its start. Empty if there is none.
 */
export function compileCacheOfTasks(): string {
  const ours = process.env['NODE_COMPILE_CACHE'] ?? '';
  if (ours === '') return '';
  const folder = path.join(ours, 'tasks');
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    // A full or read-only disk is no reason to do without the process.
    return '';
  }
  return folder;
}

/** How a task process is started so that it can access only what it needs. */
export interface RunnerBox {
  /** The program to start, and the arguments before Node's options. */
  command(dataFolder: string, folder: RunnerFolder, compileCache: string): { execPath: string; before: readonly string[] };
}

/** The program without a box: only Node's permission model restricts it. */
export const NO_BOX: RunnerBox = { command: () => ({ execPath: process.execPath, before: [] }) };

/** No network, and nothing of the data folder but its own folder. */
const NAMESPACE_BOX: RunnerBox = {
  command: (dataFolder, folder, compileCache) => ({ execPath: 'unshare', before: [...NAMESPACES, 'sh', '-c', SCRIPT, 'sh', dataFolder, folder.path, compileCache, process.execPath] }),
};

/**
 * The best box that this system supports, tested once: namespaces exist only on Linux, need the programs of util-linux, and may be
 * forbidden by a container or a distribution.
 * @returns why it is not the better one, in words for the log; null if it is
 */
export async function findBox(dataFolder: string, runnersFolder: string): Promise<{ box: RunnerBox; lacking: string | null }> {
  if (process.platform !== 'linux') return { box: NO_BOX, lacking: 'namespaces exist only on Linux' };
  const folder = new RunnerFolder(runnersFolder);
  try {
    const { execPath, before } = NAMESPACE_BOX.command(dataFolder, folder, compileCacheOfTasks());
    const tried = spawnSync(execPath, [...before.slice(0, -1), 'true'], { encoding: 'utf8', timeout: PROBE_MILLISECONDS });
    if (tried.status === 0) return { box: NAMESPACE_BOX, lacking: null };
    return { box: NO_BOX, lacking: tried.error?.message ?? (tried.stderr.trim() || 'unshare failed') };
  } finally {
    await folder.remove();
  }
}

/**
 * Node options that let the process read its code and its folder, and write there; it cannot start programs, load native code or
 * be debugged. @param toolsModule the address of a module outside the product, in tests
 */
export function permissionsFor(folder: RunnerFolder, toolsModule: string, compileCache: string): string[] {
  const code = ['apps/server/src', 'apps/server/dist', 'apps/server/package.json', 'apps/server/node_modules', 'packages', 'node_modules', 'package.json'].map((place) => path.join(ROOT, place));
  const cache = compileCache === '' ? [] : [compileCache];
  const readable = [...code, path.dirname(fileURLToPath(toolsModule)), folder.path, ...cache];
  const writable = [folder.output, folder.temporary, ...cache];
  return ['--permission', '--allow-worker', ...readable.map((place) => `--allow-fs-read=${place}`), ...writable.map((place) => `--allow-fs-write=${place}`)];
}
