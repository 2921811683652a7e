// npm run bench:tools [-- --megabytes=200 --only=convert,reproject --pairs=geojson-gpkg --repeat=1 --limit=120 --folder=DIRECTORY]
// Runs each tool as the command line does, and ogr2ogr (and mapshaper, and zip) on the same file for comparison.
// If a folder is given, the source files stay there and are not made again.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { readOptions } from '../options.mjs';
import { measure } from '../repair/measure.mjs';
import { FORMATS, makeSources } from './sources.mjs';
import { toolRuns } from './tool-runs.mjs';

const ALL_PAIRS = Object.keys(FORMATS).flatMap((from) => Object.keys(FORMATS).map((to) => `${from}-${to}`));
const options = readOptions({ megabytes: '200', only: 'convert,reproject,extract,simplify,buffer,merge,split,compress', pairs: ALL_PAIRS.join(','), repeat: '1', limit: '120', folder: '' });
const only = options.only.split(',');
const pairs = only.includes('convert') ? options.pairs.split(',') : [];
const unknown = pairs.filter((pair) => !ALL_PAIRS.includes(pair));
if (unknown.length > 0) {
  console.error(`Not a pair of formats: ${unknown.join(', ')}. Known: ${ALL_PAIRS.join(', ')}`);
  process.exit(2);
}
const gdal = spawnSync('ogr2ogr', ['--version'], { encoding: 'utf8' });
if (gdal.status !== 0) {
  console.error('This benchmark makes its files by GDAL and compares with it. On Debian: apt-get install gdal-bin');
  process.exit(2);
}
const mapshaper = path.join(import.meta.dirname, '../repair/node_modules/mapshaper/bin/mapshaper');
const limit = Number(options.limit);
const geotools = [process.execPath, ['--disable-warning=ExperimentalWarning', path.join(import.meta.dirname, '../../apps/cli/bin/geotools.js')]];
const folder = options.folder === '' ? mkdtempSync(path.join(tmpdir(), 'bench-tools-')) : path.resolve(options.folder);
const output = path.join(folder, 'output');

try {
  const others = only.filter((tool) => tool !== 'convert');
  const needed = new Set([...pairs.flatMap((pair) => pair.split('-')), ...(others.length > 0 ? ['geojson', 'gpkg', 'shp'] : [])]);
  const sources = await makeSources(path.join(folder, `source-${options.megabytes}`), Number(options.megabytes) * 1e6, [...needed]);
  const sizes = [...needed].map((key) => `${FORMATS[key].name} ${megabytes(sizeOf(sources[key]))}`);
  console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}, Node ${process.version}, ${gdal.stdout.trim()}, ${new Date().toISOString().slice(0, 10)}; the best of ${options.repeat}. In MB: ${sizes.join(', ')}.\n`);
  if (pairs.length > 0) await conversions(sources);
  if (others.length > 0) await tools(sources, others);
} finally {
  rmSync(options.folder === '' ? folder : output, { recursive: true, force: true });
}

async function conversions(sources) {
  console.log('| from | to | ours: clock s | CPU s | peak MB | ogr2ogr: clock s | CPU s | peak MB | clock ratio | CPU ratio | load |');
  console.log('|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|');
  for (const pair of pairs) {
    const [from, to] = pair.split('-');
    const result = path.join(output, `result.${FORMATS[to].ending}`);
    const ours = await bestOf(geotools[0], [...geotools[1], 'convert', sources[from], '-o', result, '--quiet']);
    const theirs = await bestOf('ogr2ogr', [...drivers(from, to), '-f', FORMATS[to].driver, result, readable(sources[from])]);
    console.log(`| ${[FORMATS[from].name, FORMATS[to].name, ...cells(ours), ...cells(theirs), ratio(ours, theirs, 'wall'), ratio(ours, theirs, 'cpu'), load()].join(' | ')} |`);
  }
  console.log();
}

/**
 * GDAL has two drivers for KML. Only LIBKML writes KMZ; the other one, which is many times faster, is used for everything else, and reads the KML in a KMZ through
 * GDAL's ZIP reader.
 */
function drivers(from, to) {
  return to !== 'kmz' && (from === 'kml' || from === 'kmz') ? ['--config', 'GDAL_SKIP', 'LIBKML'] : [];
}

function readable(file) {
  return file.endsWith('.kmz') ? `/vsizip/${file}/doc.kml` : file;
}

async function tools(sources, names) {
  console.log('| what | program | clock s | CPU s | peak MB | load |');
  console.log('|---|---|---:|---:|---:|---:|');
  for (const { tool, what, ours, peers } of toolRuns(sources, output, existsSync(mapshaper) ? mapshaper : null)) {
    if (!names.includes(tool)) continue;
    const programs = { GeoInsights: [geotools[0], [...geotools[1], tool, ...ours, '--quiet']], ...peers };
    for (const [program, [command, parameters]] of Object.entries(programs)) {
      const used = await bestOf(command, parameters);
      console.log(`| ${[what, program, ...cells(used), load()].join(' | ')} |`);
    }
  }
  console.log();
}

async function bestOf(command, parameters) {
  let best = null;
  for (let left = Number(options.repeat); left > 0; left--) {
    rmSync(output, { recursive: true, force: true });
    mkdirSync(output, { recursive: true });
    const used = await measure(command, parameters, { timeout: limit * 1000, killSignal: 'SIGKILL' });
    if (!used.ok) {
      if (used.wall < limit) console.error(`${command} ${parameters.join(' ')}\n${used.error}`);
      return used;
    }
    if (best === null || (used.cpu ?? 0) < (best.cpu ?? 0)) best = used;
  }
  return best;
}

function cells({ ok, wall, cpu, peak }) {
  if (!ok && wall < limit) return ['failed', '–', '–'];
  return [ok ? wall.toFixed(1) : `> ${limit}`, ok ? (cpu ?? 0).toFixed(1) : `> ${(cpu ?? 0).toFixed(0)}`, `${ok ? '' : '> '}${megabytes(peak ?? 0)}`];
}

/** How many times faster ours is; a lower bound if the other was ended. */
function ratio(ours, theirs, what) {
  if (!ours.ok || (!theirs.ok && theirs.wall < limit)) return '–';
  return `${theirs.ok ? '' : '> '}${((theirs[what] ?? 0) / Math.max(ours[what] ?? 0, 0.01)).toFixed(1)}×`;
}

function load() {
  return loadavg()[0].toFixed(1);
}

function megabytes(bytes) {
  return (bytes / 1e6).toFixed(0);
}

/** All files of a shapefile; the single file of the other formats. */
function sizeOf(file) {
  const { dir, name, ext } = path.parse(file);
  const files = ext === '.shp' ? readdirSync(dir).filter((each) => path.parse(each).name === name && ['.shp', '.shx', '.dbf'].includes(path.extname(each))).map((each) => path.join(dir, each)) : [file];
  return files.reduce((sum, each) => sum + statSync(each).size, 0);
}
