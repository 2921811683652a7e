// npm run bench:wms [-- --polygons=100000 --zooms=4-14 --tiles=120 --clients=8 --rounds=3 --seconds=20 --pictures=FOLDER]
// Publishes a layer of many polygons, then requests the same tiles from our WMS and from MapServer, in turns, and prints the throughput of each.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../scripts/free-port.ts';
import { readOptions } from '../options.mjs';
import { answers } from './answers.mjs';
import { layerOf } from './layer.mjs';
import { mapserverVersion, missingPrograms, startMapserver } from './mapserver.mjs';
import { pictureDifference } from './picture-difference.mjs';
import { slowestTiles } from './slowest-tiles.mjs';

const HALF_WORLD = Math.PI * 6_378_137;
const COLOR = [215, 48, 31];
const WARM_UP = 16;
/** Tiles of each of the finer zooms that both servers draw before anything is measured. */
const WARM_UP_FINE = 60;
const FINE_ZOOM = 8;

const options = readOptions({ polygons: '100000', zooms: '4-14', tiles: '120', clients: '8', rounds: '3', seconds: '20', pictures: '' });
const [firstZoom, lastZoom] = options.zooms.split('-').map(Number);
const root = path.resolve(import.meta.dirname, '..', '..');
const folder = mkdtempSync(path.join(tmpdir(), 'bench-wms-'));
const missing = missingPrograms();
if (missing.length > 0) console.error(`MapServer is left out: ${missing.join(', ')} not found. On Debian: apt-get install cgi-mapserver mapserver-bin spawn-fcgi nginx-light`);

const stops = [];
const clean = async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  rmSync(folder, { recursive: true, force: true });
};
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    void clean().then(() => process.exit(1));
  });
}
try {
  const shapefile = path.join(folder, 'parcels');
  const made = layerOf(Number(options.polygons), shapefile);
  const ours = await startOurs(`${shapefile}.shp`);
  const servers = [ours];
  if (missing.length === 0) {
    const { address, stop, processes } = await startMapserver(`${shapefile}.shp`, path.join(folder, 'mapserver'), { port: await freePort(), processes: availableParallelism(), color: COLOR });
    stops.push(stop);
    servers.push({ name: `MapServer ${mapserverVersion()}`, processes, tile: (box) => `${address}?${tileQuery('parcels', box)}` });
  }
  const [machine] = cpus();
  console.log(`${cpus().length} × ${machine?.model ?? 'unknown CPU'}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}, load before ${loadavg()[0]?.toFixed(1)}`);
  console.log(`Layer of ${made.maker}: ${made.features.toLocaleString('en')} polygons, ${made.vertices.toLocaleString('en')} vertices; published in ${ours.publishSeconds.toFixed(1)} s; ${options.clients} clients, ${options.rounds} rounds of up to ${options.tiles} tiles a zoom, or what is begun within ${options.seconds} s\n`);
  await compare(servers);
  await printSlowest(made.features);
  console.log(`\nload after ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await clean();
}

/** Starts the product, and publishes the layer with the operator's command line. */
async function startOurs(shapefile) {
  const port = await freePort();
  const environment = { ...process.env, DATA_DIR: path.join(folder, 'data'), PORT: String(port), LOG_LEVEL: 'error' };
  // A separate session, as spawn-fcgi gives one to MapServer: Linux divides the cores among sessions.
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path.join(root, 'apps/server/src/main.ts')], { env: environment, stdio: ['ignore', 'ignore', 'inherit'], detached: true });
  stops.push(async () => {
    server.kill();
    // It writes to its folder until it has ended.
    if (server.exitCode === null) await once(server, 'exit');
  });
  const address = `http://127.0.0.1:${port}/api/v1/wms`;
  await answers(`${address}?SERVICE=WMS&REQUEST=GetCapabilities`);
  const color = `#${COLOR.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
  const started = performance.now();
  const published = spawnSync(process.execPath, [path.join(root, 'apps/cli/bin/geotools.js'), 'layers', 'publish', shapefile, '--group', 'Bench', '--name', 'parcels', '--color', color], { env: environment, encoding: 'utf8' });
  if (published.status !== 0) throw new Error(`geotools layers publish failed: ${published.stderr}`);
  const publishSeconds = (performance.now() - started) / 1000;
  return { name: 'GeoInsights', publishSeconds, processes: () => [server.pid], tile: (box) => `${address}?${tileQuery('parcels', box)}` };
}

function tileQuery(layer, box) {
  return `SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=${layer}&STYLES=&SRS=EPSG:3857&BBOX=${box.join(',')}&WIDTH=256&HEIGHT=256&FORMAT=image/png&TRANSPARENT=TRUE`;
}

async function compare(servers) {
  console.log(`| zoom | ${servers.map(({ name }) => `${name} tiles/s | p50 ms | p95 ms | CPU ms a tile | KB a tile`).join(' | ')} | tiles/s ratio | CPU ratio | difference |`);
  console.log(`|---:|${'---:|'.repeat(5 * servers.length + 3)}`);
  const nothing = () => ({ tiles: 0, seconds: 0, times: [], bytes: 0, cpu: 0 });
  const totals = servers.map(nothing);
  for (let zoom = Math.max(firstZoom, FINE_ZOOM); zoom <= lastZoom; zoom++) {
    const boxes = tileBoxes(zoom, WARM_UP_FINE, zoom * 100 + 50);
    for (const server of servers) await ask(boxes.map((box) => server.tile(box)));
  }
  for (let zoom = firstZoom; zoom <= lastZoom; zoom++) {
    const results = servers.map(nothing);
    const warmUps = [];
    for (let round = -1; round < Number(options.rounds); round++) {
      // Tiles that no earlier round requested, the same for both. The round before the first warms up and does not count.
      const boxes = tileBoxes(zoom, Number(options.tiles), zoom * 100 + round);
      for (const [i, server] of servers.entries()) {
        const before = cpuSeconds(server.processes());
        const measured = await ask(boxes.slice(0, round < 0 ? WARM_UP : boxes.length).map((box) => server.tile(box)));
        measured.cpu = cpuSeconds(server.processes()) - before;
        if (round < 0) {
          warmUps.push(measured.pictures);
          savePicture(`${zoom}-${server.name.split(' ')[0]}.png`, measured.pictures[0]);
        } else for (const sum of [results[i], totals[i]]) add(sum, measured);
      }
    }
    printRow(String(zoom), results, await differenceOf(warmUps));
  }
  printRow('all', totals, '');
}

function add(sum, measured) {
  sum.tiles += measured.times.length;
  sum.seconds += measured.seconds;
  sum.bytes += measured.bytes;
  sum.cpu += measured.cpu;
  sum.times.push(...measured.times);
}

/** For the pictures of the first round that both have returned: the mean difference of a channel, and the share of pixels that look different. */
async function differenceOf([ours, theirs = []]) {
  const places = ours.flatMap((picture, place) => (picture !== undefined && theirs[place] !== undefined ? [place] : []));
  if (places.length === 0) return '–';
  const differences = await Promise.all(places.map((place) => pictureDifference(ours[place], theirs[place])));
  const percent = (of) => ((100 * differences.reduce((sum, each) => sum + of(each), 0)) / places.length).toFixed(1);
  return `${percent(({ mean }) => mean)} % / ${percent(({ noticed }) => noticed)} %`;
}

/** CPU time of our single tiles, as many per zoom as in a round. */
async function printSlowest(features) {
  const zooms = Array.from({ length: lastZoom - firstZoom + 1 }, (_, i) => firstZoom + i);
  const rows = await slowestTiles(path.join(folder, 'data', 'layers'), features, zooms, (zoom) => tileBoxes(zoom, Number(options.tiles), zoom * 100 + 99));
  console.log(`\n| zoom | ${rows.map(({ zoom }) => zoom).join(' | ')} |\n|---|${'---:|'.repeat(rows.length)}`);
  console.log(`| median tile, CPU ms | ${rows.map(({ median }) => median.toFixed(1)).join(' | ')} |`);
  console.log(`| slowest tile, CPU ms | ${rows.map(({ worst }) => worst.toFixed(1)).join(' | ')} |`);
}

function printRow(name, results, difference) {
  const cells = results.map(({ tiles, seconds, times, bytes, cpu }) => {
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(0);
    return `${(tiles / seconds).toFixed(0)} | ${at(0.5)} | ${at(0.95)} | ${((1000 * cpu) / tiles).toFixed(1)} | ${(bytes / tiles / 1024).toFixed(1)}`;
  });
  const ratio = (of) => {
    const [ours, theirs] = results.map(of);
    return theirs === undefined ? '–' : `${(theirs / ours).toFixed(1)}×`;
  };
  console.log(`| ${name} | ${cells.join(' | ')} | ${ratio(({ tiles, seconds }) => seconds / tiles)} | ${ratio(({ tiles, cpu }) => cpu / tiles)} | ${difference} |`);
}

/** The processor time of processes and their children, which other work on the machine affects less than times by the clock. Linux only. */
function cpuSeconds(processes) {
  let seconds = 0;
  for (const pid of processes) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1).split(' ');
      seconds += (Number(fields[11]) + Number(fields[12])) / 100;
      seconds += cpuSeconds(readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean));
    } catch {
      // It has ended, or there is no /proc here.
    }
  }
  return seconds;
}

/** Boxes of tiles that the layer touches; at a zoom with few of them they are repeated. */
function tileBoxes(zoom, count, seed) {
  const random = randomOf(seed);
  const size = (2 * HALF_WORLD) / 2 ** zoom;
  const side = Math.ceil(Math.sqrt(Number(options.polygons))) * 0.05;
  const column = (longitude) => ((longitude / 360) + 0.5) * 2 ** zoom;
  const row = (latitude) => (0.5 - Math.atanh(Math.sin((latitude * Math.PI) / 180)) / (2 * Math.PI)) * 2 ** zoom;
  return Array.from({ length: count }, () => {
    const c = Math.floor(column(5 + random() * side));
    const r = Math.floor(row(40 + random() * side));
    return [c * size - HALF_WORLD, HALF_WORLD - (r + 1) * size, (c + 1) * size - HALF_WORLD, HALF_WORLD - r * size];
  });
}

/** Requests the addresses with a number of clients, each of which keeps its connection; after a number of seconds they start nothing new. */
async function ask(addresses) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: Number(options.clients) });
  const times = [];
  let bytes = 0;
  const pictures = [];
  let next = 0;
  const started = performance.now();
  const client = async () => {
    while (next < addresses.length && performance.now() - started < 1000 * Number(options.seconds)) {
      const asked = performance.now();
      const place = next++;
      const body = await get(addresses[place], agent);
      times.push(performance.now() - asked);
      bytes += body.length;
      pictures[place] = body;
    }
  };
  await Promise.all(Array.from({ length: Number(options.clients) }, client));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  return { times, bytes, seconds, pictures };
}

function get(address, agent) {
  return new Promise((resolve, reject) => {
    http
      .get(address, { agent }, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => {
          const body = Buffer.concat(chunks);
          if (response.headers['content-type'] === 'image/png') resolve(body);
          else reject(new Error(`${address} answered ${body.toString().slice(0, 500)}`));
        });
      })
      .on('error', reject);
  });
}

function savePicture(name, bytes) {
  if (options.pictures === '') return;
  mkdirSync(options.pictures, { recursive: true });
  writeFileSync(path.join(options.pictures, name), bytes);
}

/** Evenly spread numbers from 0 to 1, always the same for a seed. */
function randomOf(seed) {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
