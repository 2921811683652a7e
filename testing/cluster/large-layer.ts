// npm run test:large [-- --layer=FILE.shp --polygons=768000 --workers=3 --gibibytes=2]
// A layer too large for one worker, repaired on several: an API node and workers with this much memory each, on a PostgreSQL and an S3 server.
// Prints how long it took, how much memory each worker used with all its processes, who repaired what, and whether the result equals that
// of a single machine byte for byte.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, openAsBlob, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isUnfinished, taskSchema, uploadSchema } from '@geoinsights/contract';
import type { Task } from '@geoinsights/contract';
import pg from 'pg';
import { PRODUCT } from './cluster-node.ts';
import type { ClusterNode } from './cluster-node.ts';
import { Cluster } from './cluster.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const GIBIBYTE = 2 ** 30;
/** The memory that a worker's server needs, apart from the process of a task. */
const SERVER_BYTES = GIBIBYTE / 5;
const LOOK_MILLISECONDS = 250;

const { values } = parseArgs({ options: { layer: { type: 'string' }, polygons: { type: 'string', default: '768000' }, workers: { type: 'string', default: '3' }, gibibytes: { type: 'string', default: '2' } } });
const folder = mkdtempSync(path.join(os.tmpdir(), 'geoinsights-large-'));
const layer = values.layer ?? path.join(folder, 'large.shp');
if (!existsSync(layer)) execFileSync(process.execPath, [path.join(ROOT, 'bench', 'repair', 'make-layer.mjs'), values.polygons, layer.replace(/\.shp$/, ''), 'heavy'], { stdio: 'inherit' });
const files = globSync(layer.replace(/\.shp$/, '.{shp,shx,dbf,prj}'));
const allowed = Number(values.gibibytes) * GIBIBYTE;
const cluster = await Cluster.start({
  apis: 1,
  workers: Number(values.workers),
  nginx: null,
  program: PRODUCT,
  environment: { ALLOW_ROOT: '1', LOG_LEVEL: 'warn', TASK_THREADS: '1', TASK_LEASE_SECONDS: '60', TASK_MEMORY_BYTES: String(Math.floor(allowed - SERVER_BYTES)), TASK_TIME_SECONDS: '20000', UPLOAD_MAX_BYTES: String(4 * GIBIBYTE) },
});
const database = new pg.Client(cluster.databaseUrl);
try {
  await database.connect();
  const began = performance.now();
  const seconds = (): string => ((performance.now() - began) / 1000).toFixed(0);
  const form = new FormData();
  for (const file of files) form.append('files', await openAsBlob(file), path.basename(file));
  const { uuid } = uploadSchema.parse(await (await fetch(`${cluster.address}/api/v1/tools/files`, { method: 'POST', body: form })).json());
  console.log(`${seconds()} s: uploaded`);
  const headers = { 'content-type': 'application/json' };
  const created = taskSchema.parse(await (await fetch(`${cluster.address}/api/v1/tools/fix-geometry`, { method: 'POST', headers, body: JSON.stringify({ input_file: uuid, options: {} }) })).json());
  const task = await watch(created.uuid, seconds);
  console.log(`${seconds()} s: ${task.progress_status} ${JSON.stringify(task.error ?? task.report?.found)}`);
  if (task.progress_status !== 'COMPLETED') throw new Error('The task did not end well.');
  const result = path.join(folder, 'result.zip');
  const { body } = await fetch(`${cluster.address}/api/v1/tools/files/${String(task.output_file)}`);
  if (body === null) throw new Error('There is no result.');
  const output = await open(result, 'w');
  for await (const bytes of body) await output.write(bytes);
  await output.close();
  console.log(`${seconds()} s: downloaded. Repairing on one machine to compare …`);
  const alone = path.join(folder, 'alone');
  mkdirSync(alone);
  const { status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', path.join(ROOT, 'apps', 'cli', 'bin', 'geotools.js'), 'fix-geometry', layer, '-o', path.join(alone, 'result.zip'), '--quiet'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('One machine could not do it.');
  const sums = [result, path.join(alone, 'result.zip')].map(sumsOf);
  console.log(JSON.stringify(sums[0]) === JSON.stringify(sums[1]) ? `The result is that of one machine, byte for byte: ${sums[0].join('; ')}` : `THE RESULT DIFFERS: ${sums.map((each) => each.join('; ')).join(' | ')}`);
} finally {
  await database.end();
  for (const node of cluster.nodes) if (node.output.includes('"level":')) console.error(`${node.name}: ${node.output.slice(-2000)}`);
  await cluster.end();
  rmSync(folder, { recursive: true, force: true });
}

/** Until the task has ended; reports the peak memory of each worker and how many pieces it processed for others. */
async function watch(uuid: string, seconds: () => string): Promise<Task> {
  const peaks = new Map(cluster.of('worker').map((node) => [node.name, 0]));
  const pieces = new Set<string>();
  for (let look = 0; ; look++) {
    for (const node of cluster.of('worker')) peaks.set(node.name, Math.max(peaks.get(node.name) ?? 0, heldBy(node)));
    const { rows } = await database.query<{ lease: string }>("select lease from pieces where status <> 'READY' and lease is not null");
    for (const { lease } of rows) pieces.add(lease);
    const task = taskSchema.parse(await (await fetch(`${cluster.address}/api/v1/tools/fix-geometry/${uuid}`)).json());
    const held = [...peaks].map(([name, peak]) => `${name} ${(peak / GIBIBYTE).toFixed(2)} GiB`).join(', ');
    if (look % 40 === 0) console.log(`${seconds()} s: ${(100 * task.progress).toFixed(0)} % ${task.stage ?? task.progress_status}; at most ${held}; ${String(pieces.size)} pieces seen with others`);
    if (!isUnfinished(task.progress_status)) {
      console.log(`${seconds()} s: at most ${held}; ${String(pieces.size)} pieces seen with others`);
      return task;
    }
    await pause(LOOK_MILLISECONDS);
  }
}

/** Resident memory of a node and all processes it has started, in bytes. */
function heldBy({ pid }: ClusterNode): number {
  if (pid === null) return 0;
  const processes = new Map(globSync('/proc/[0-9]*').map((process) => [Number(path.basename(process)), statusOf(process)]));
  const isOf = (of: number): boolean => of === pid || (processes.has(of) && isOf(processes.get(of)?.parent ?? 0));
  return [...processes].reduce((sum, [of, { resident }]) => sum + (isOf(of) ? resident : 0), 0);
}

function statusOf(folder: string): { parent: number; resident: number } {
  try {
    const status = readFileSync(path.join(folder, 'status'), 'utf8');
    return { parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0), resident: 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) };
  } catch {
    // It has ended.
    return { parent: 0, resident: 0 };
  }
}

/** Name and SHA-256 of the files in an archive. */
function sumsOf(archive: string): string[] {
  const names = execFileSync('unzip', ['-Z1', archive], { encoding: 'utf8' }).trim().split('\n').sort();
  return names.map((name) => `${name} ${execFileSync('sh', ['-c', 'unzip -p "$1" "$2" | sha256sum', 'sh', archive, name], { encoding: 'utf8' }).slice(0, 64)}`);
}
