// npm run bench:tasks [-- --times=10 --pause=0 --only=kml,shapefile,kernel]
// How long a visitor waits for a small file: upload, create, and poll every 20 ms until the task is COMPLETED.
import { spawn } from 'node:child_process';
import { mkdtempSync, openAsBlob, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readOptions } from '../options.mjs';
import { makeLayer } from '../repair/make-layer.mjs';

const POLL_MILLISECONDS = 20;
/** Runs before the measurement, so that code is compiled and cached, and the server is warmed up. */
const TASKS_BEFORE = 3;
const MAIN = path.resolve(import.meta.dirname, '..', '..', 'apps', 'server', 'src', 'main.ts');

const options = readOptions({ times: '10', pause: '0', only: 'kml,shapefile,kernel' });
const folder = mkdtempSync(path.join(tmpdir(), 'bench-tasks-'));
const FILES = {
  kml: { name: 'KML, 3 polygons', make: () => [writeKml(path.join(folder, 'lots.kml'))] },
  shapefile: { name: 'shapefile, 5 polygons', make: () => writeShapefile('lots', 5) },
  kernel: { name: 'shapefile, 82 polygons, 88 KB', make: () => writeShapefile('kernel', 80) },
};

const server = await startServer();
try {
  console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}, Node ${process.version}, load ${loadavg()[0].toFixed(1)}, ${new Date().toISOString().slice(0, 10)}; medians of ${options.times} tasks in milliseconds, ${options.pause} between two\n`);
  console.log('| file | upload | create | until it is RUNNING | RUNNING | until COMPLETED is seen | all | slowest |');
  console.log('|---|---:|---:|---:|---:|---:|---:|---:|');
  for (const [key, { name, make }] of Object.entries(FILES)) {
    if (!options.only.split(',').includes(key)) continue;
    const files = make();
    for (let left = TASKS_BEFORE; left > 0; left--) await runTask(files);
    const taken = [];
    for (let left = Number(options.times); left > 0; left--) {
      await pause(Number(options.pause));
      taken.push(await runTask(files));
    }
    const columns = ['upload', 'create', 'waiting', 'running', 'seeing', 'all'].map((part) => median(taken.map((one) => one[part])));
    console.log(`| ${[name, ...[...columns, Math.max(...taken.map(({ all }) => all))].map((milliseconds) => milliseconds.toFixed(0))].join(' | ')} |`);
  }
  await pause(2000);
  for (const { title, kilobytes } of processesOf(server.pid)) console.log(`\n${title}: ${(kilobytes / 1024).toFixed(0)} MiB resident`);
} finally {
  server.child.kill('SIGTERM');
  await server.ended;
  rmSync(folder, { recursive: true, force: true });
}

/** Each part of a visitor's wait, in milliseconds. Waiting and running are as recorded by the server. */
async function runTask(files) {
  const started = performance.now();
  const form = new FormData();
  for (const file of files) form.append('files', await openAsBlob(file), path.basename(file));
  const upload = await ask('/tools/files', { method: 'POST', body: form });
  const uploaded = performance.now();
  let task = await ask('/tools/fix-geometry', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ input_file: upload.uuid, options: {} }) });
  const created = performance.now();
  while (['READY', 'RUNNING'].includes(task.progress_status)) {
    await pause(POLL_MILLISECONDS);
    task = await ask(`/tools/fix-geometry/${task.uuid}`);
  }
  const seen = performance.now();
  if (task.progress_status !== 'COMPLETED') throw new Error(`The task ended otherwise: ${JSON.stringify(task)}`);
  const [waiting, running] = [Date.parse(task.started_at) - Date.parse(task.created_at), Date.parse(task.finished_at) - Date.parse(task.started_at)];
  return { upload: uploaded - started, create: created - uploaded, waiting, running, seeing: seen - uploaded - waiting - running, all: seen - started };
}

async function ask(place, init) {
  const response = await fetch(`${server.address}/api/v1${place}`, init);
  if (!response.ok) throw new Error(`${place} answers ${response.status}: ${await response.text()}`);
  return response.json();
}

async function startServer() {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: path.join(folder, 'data'), DATABASE_URL: '', NODE_COMPILE_CACHE: path.join(folder, 'compiled') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let output = '';
  const address = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const [found] = /http:\/\/\S+/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  return { child, ended, address, pid: child.pid };
}

/** The server and its processes while idle. */
function processesOf(pid) {
  if (process.platform !== 'linux') return [];
  const kilobytesOf = (one) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${one}/status`, 'latin1'))?.[1] ?? 0);
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').split(' ').filter(Boolean));
  return [{ title: 'The server', kilobytes: kilobytesOf(pid) }, ...children.map((child) => ({ title: 'Its idle runner', kilobytes: kilobytesOf(child) }))];
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
}

/** Three adjacent lots, the second of which overlaps the first a little. */
function writeKml(file) {
  const lot = (west, east) => `<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${west},-20 ${east},-20 ${east},-19.99 ${west},-19.99 ${west},-20</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
  const lots = [lot(-40, -39.99), lot(-39.9905, -39.98), lot(-39.98, -39.97)].join('');
  writeFileSync(file, `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${lots}</Document></kml>`);
  return file;
}

function writeShapefile(name, polygons) {
  makeLayer(polygons, path.join(folder, name), 'heavy');
  return ['shp', 'shx', 'dbf', 'prj'].map((extension) => path.join(folder, `${name}.${extension}`));
}
