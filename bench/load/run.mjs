// npm run bench:load [-- --visitors=300 --seconds=120 --polygons=1000 --address= --first]
// Visitors go through the whole flow at the same time (upload, create, poll once a second, download) while others look at maps. Measures how long
// each call takes, what fails, the processor time of the server's threads, and its memory. Without an address it starts its own server. With
// --first=1 (as root) the simulated visitors have priority on the processors, so that their own waiting is not counted as the server's; the
// processor time that they use is still missing to the server.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import http from 'node:http';
import { cpus, loadavg, setPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { readOptions } from '../options.mjs';
import { writeParcels } from './parcels.mjs';
import { busiestThreads, threadTimes } from './processor-time.mjs';

const MAIN = path.resolve(import.meta.dirname, '..', '..', 'apps', 'server', 'src', 'main.ts');
/** One in this many visitors looks at maps. */
const MAP_READERS = 5;
const POLL_MILLISECONDS = 1000;
const THINKING_MILLISECONDS = 3000;
const MEMORY_MILLISECONDS = 5000;
/** The priority of the simulated visitors if they come first. */
const FIRST_PRIORITY = -10;
const MAP_PLACES = [-45, -47.5, -50, -52.5, -55, -57.5];

const options = readOptions({ visitors: '300', seconds: '120', polygons: '1000', address: '', first: '0' });
const [visitors, seconds] = [Number(options.visitors), Number(options.seconds)];
const folder = mkdtempSync(path.join(tmpdir(), 'bench-load-'));
const file = writeParcels(Number(options.polygons));
const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity });
const calls = new Map();
const faults = new Map();
const outcomes = { completed: 0, otherwise: 0, unfinished: 0 };
const waits = [];
const memory = [];

const server = options.address === '' ? await startServer() : { address: options.address };
const delay = monitorEventLoopDelay({ resolution: 5 });
try {
  if (options.first === '1') setPriority(0, FIRST_PRIORITY);
  const end = performance.now() + seconds * 1000;
  const threadsBefore = server.pid === undefined ? new Map() : threadTimes(server.pid);
  const ownBefore = process.cpuUsage();
  delay.enable();
  const watching = server.pid === undefined ? null : setInterval(() => memory.push(megabytesOf(server.pid)), MEMORY_MILLISECONDS);
  const all = Array.from({ length: visitors }, (_, number) => (number % MAP_READERS === MAP_READERS - 1 ? lookAtMaps(number, end) : repair(number, end)));
  await Promise.all(all);
  clearInterval(watching);
  delay.disable();
  tell();
  tellProcessors(threadsBefore, process.cpuUsage(ownBefore));
} finally {
  agent.destroy();
  if (server.child !== undefined) {
    server.child.kill('SIGTERM');
    await server.ended;
  }
  rmSync(folder, { recursive: true, force: true });
}

/** A visitor who repairs one file after another. */
async function repair(number, end) {
  // Not all at the same instant.
  await pause((number * 10_000) / visitors);
  while (performance.now() < end) {
    try {
      const begin = performance.now();
      const upload = JSON.parse(await ask(number, 'upload', 'POST', '/tools/files', multipart(), 'multipart/form-data; boundary=b'));
      const body = Buffer.from(JSON.stringify({ input_file: upload.uuid, options: {} }));
      let task = JSON.parse(await ask(number, 'create', 'POST', '/tools/fix-geometry', body, 'application/json'));
      while (['READY', 'RUNNING'].includes(task.progress_status) && performance.now() < end) {
        await pause(POLL_MILLISECONDS);
        task = JSON.parse(await ask(number, 'poll', 'GET', `/tools/fix-geometry/${task.uuid}`));
      }
      if (task.progress_status === 'COMPLETED') {
        await ask(number, 'download', 'GET', `/tools/files/${task.output_file}`);
        outcomes.completed++;
        waits.push(performance.now() - begin);
      } else if (['READY', 'RUNNING'].includes(task.progress_status)) outcomes.unfinished++;
      else outcomes.otherwise++;
    } catch (error) {
      count(faults, error.message);
      await pause(POLL_MILLISECONDS);
    }
    await pause(THINKING_MILLISECONDS);
  }
}

/** A visitor who opens the explorer and requests a few pictures at a time. */
async function lookAtMaps(number, end) {
  await pause((number * 10_000) / visitors);
  for (let look = 0; performance.now() < end; look++) {
    try {
      await ask(number, 'layers', 'GET', '/layers/layer_groups');
      const place = MAP_PLACES[(number + look) % MAP_PLACES.length];
      const tiles = [0, 1, 2, 3].map((step) => {
        const [west, south] = [place + (step % 2) * 2.5, -20 + Math.floor(step / 2) * 2.5];
        return ask(number, 'tile', 'GET', `/wms?service=WMS&version=1.1.1&request=GetMap&layers=limites-estaduais&styles=&srs=EPSG:4326&bbox=${west},${south},${west + 2.5},${south + 2.5}&width=256&height=256&format=image/png`);
      });
      await Promise.all(tiles);
    } catch (error) {
      count(faults, error.message);
    }
    await pause(THINKING_MILLISECONDS);
  }
}

/** Sends a request and returns the body of its answer; each visitor has a separate address. */
function ask(number, kind, method, place, body, type) {
  const begin = performance.now();
  const headers = { 'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`, ...(body === undefined ? {} : { 'content-type': type, 'content-length': body.length }) };
  return new Promise((resolve, reject) => {
    const request = http.request(`${server.address}/api/v1${place}`, { method, headers, agent }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(parts).toString('latin1');
        const times = calls.get(kind) ?? [];
        calls.set(kind, times);
        times.push(performance.now() - begin);
        if (response.statusCode < 300) resolve(text);
        else reject(new Error(`${kind}: ${response.statusCode} ${/"code":"([^"]+)"/.exec(text)?.[1] ?? ''}`));
      });
    });
    request.on('error', (error) => reject(new Error(`${kind}: ${error.code ?? error.message}`)));
    request.end(body);
  });
}

function multipart() {
  return Buffer.concat([Buffer.from('--b\r\ncontent-disposition: form-data; name="parcels.geojson"; filename="parcels.geojson"\r\ncontent-type: application/geo+json\r\n\r\n'), file, Buffer.from('\r\n--b--\r\n')]);
}

function tell() {
  console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}, Node ${process.version}, load ${loadavg()[0].toFixed(1)}, ${new Date().toISOString().slice(0, 10)}`);
  console.log(`${visitors} visitors for ${seconds} s, one in ${MAP_READERS} at the maps, files of ${(file.length / 1024).toFixed(0)} KB; milliseconds\n`);
  console.log('| call | how often | p50 | p95 | p99 | slowest |');
  console.log('|---|---:|---:|---:|---:|---:|');
  for (const [kind, times] of [...calls].toSorted()) console.log(`| ${[kind, times.length, ...[0.5, 0.95, 0.99, 1].map((share) => shareOf(times, share).toFixed(0))].join(' | ')} |`);
  console.log(`\n${outcomes.completed} files repaired (${((outcomes.completed / seconds) * 60).toFixed(0)} a minute), ${outcomes.otherwise} ended otherwise, ${outcomes.unfinished} under way at the end.`);
  if (waits.length > 0) console.log(`From upload to download: p50 ${(shareOf(waits, 0.5) / 1000).toFixed(1)} s, p95 ${(shareOf(waits, 0.95) / 1000).toFixed(1)} s.`);
  console.log(faults.size === 0 ? 'No call failed.' : `Calls that failed: ${[...faults].map(([what, times]) => `${what} (${times})`).join(', ')}.`);
  if (memory.length > 1) console.log(`The server's process, resident: ${memory[0]} MB at first, ${memory[Math.floor(memory.length / 2)]} MB half way, ${memory.at(-1)} MB at the end, ${Math.max(...memory)} MB at most.`);
}

/** The processor time of the server and of the simulated visitors. */
function tellProcessors(threadsBefore, own) {
  const total = [...calls.values()].reduce((sum, times) => sum + times.length, 0);
  console.log(`Those who ask took ${((own.user + own.system) / 1e6).toFixed(1)} s of the processors; their own answers came ${(delay.percentile(50) / 1e6).toFixed(0)} ms late in the middle, p99 ${(delay.percentile(99) / 1e6).toFixed(0)} ms.`);
  if (server.pid === undefined) return;
  const threads = busiestThreads(server.pid, threadsBefore, threadTimes(server.pid));
  const words = threads.map(({ isMain, on, waiting }) => `${isMain ? 'main thread' : 'another'} ${on.toFixed(1)} s (and waited ${waiting.toFixed(1)} s for one)`);
  console.log(`The server's threads on the processors: ${words.join(', ')}; of the main thread ${((1000 * threads[0].on) / total).toFixed(2)} ms a call.`);
}

function shareOf(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

function count(map, key) {
  map.set(key, (map.get(key) ?? 0) + 1);
}

async function startServer() {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: path.join(folder, 'data'), NODE_COMPILE_CACHE: path.join(folder, 'compiled') },
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

/** Without its children. */
function megabytesOf(pid) {
  if (!readdirSync('/proc').includes(String(pid))) return 0;
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024);
}
