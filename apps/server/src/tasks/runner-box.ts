import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { RunnerFolder } from './runner-folder.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const PROBE_MILLISECONDS = 10_000;

/**
 * Run by a shell that has namespaces of its own: over the data folder ($1) lies an empty one, in which the process's own ($2) is seen
 * again, its inputs read only. The folder of the shell itself is the one from before, so that it can still be named, by `.`. Of the rest
 * of the disk nothing can be written but compiled code ($3), which may lie in the data folder too: it is held open until then. At the
 * end all rights to undo this are given up.
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
 * Where processes of tasks keep compiled code, which is not where the server keeps its own: what one of them has written the server
 * never runs. Made here, since Node reads none from a folder that was not there when it started. Empty when none is or can be kept.
 */
export function compileCacheOfTasks(): string {
  const ours = process.env['NODE_COMPILE_CACHE'] ?? '';
  if (ours === '') return '';
  const folder = path.join(ours, 'tasks');
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    // A disk that is full, or may only be read, is no reason to do without the process.
    return '';
  }
  return folder;
}

/** How a process of a task is started so that it reaches nothing but what it needs. */
export interface RunnerBox {
  /** The program to start, and what comes before the options of Node. */
  command(dataFolder: string, folder: RunnerFolder, compileCache: string): { execPath: string; before: readonly string[] };
}

/** The program alone: what is left to Node's permission model. */
export const NO_BOX: RunnerBox = { command: () => ({ execPath: process.execPath, before: [] }) };

/** No network, and of the data folder nothing but its own. */
const NAMESPACE_BOX: RunnerBox = {
  command: (dataFolder, folder, compileCache) => ({ execPath: 'unshare', before: [...NAMESPACES, 'sh', '-c', SCRIPT, 'sh', dataFolder, folder.path, compileCache, process.execPath] }),
};

/**
 * The best box that this system has, tried once: namespaces are Linux's, need the programs of util-linux, and a container or a
 * distribution may forbid them.
 * @returns why it is not the better one, in words for the log; null when it is
 */
export async function findBox(dataFolder: string, runnersFolder: string): Promise<{ box: RunnerBox; lacking: string | null }> {
  if (process.platform !== 'linux') return { box: NO_BOX, lacking: 'namespaces are there on Linux only' };
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
 * Options of Node by which the process reads its code and its folder, and writes there; it starts no program, loads no machine code, and
 * no debugger comes in. @param toolsModule the address of a module outside of the product, in tests
 */
export function permissionsFor(folder: RunnerFolder, toolsModule: string, compileCache: string): string[] {
  const code = ['apps/server/src', 'apps/server/package.json', 'apps/server/node_modules', 'packages', 'node_modules', 'package.json'].map((place) => path.join(ROOT, place));
  const cache = compileCache === '' ? [] : [compileCache];
  const readable = [...code, path.dirname(fileURLToPath(toolsModule)), folder.path, ...cache];
  const writable = [folder.output, folder.temporary, ...cache];
  return ['--permission', '--allow-worker', ...readable.map((place) => `--allow-fs-read=${place}`), ...writable.map((place) => `--allow-fs-write=${place}`)];
}
