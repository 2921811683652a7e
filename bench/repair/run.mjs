// npm run bench:repair -- --curve plots the cost of each size (curve.mjs).
// npm run bench:repair [-- --sizes=1000,10000,100000,16x16384,2000x256:heavy,gen1000,states --dirt=heavy,light,clean --threads=1,2 --only=ours,mapshaper,gdal,grass,postgis --postgis=CONNECTION --judge-up-to=10000]
// Makes the layers, repairs each with GeoInsights, mapshaper, GDAL and, if installed, GRASS and PostGIS in the same run, and prints the cost and the remaining faults.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { readOptions } from '../options.mjs';
import { drawCurve } from './curve.mjs';
import { makeLayer } from './make-layer.mjs';
import { measure } from './measure.mjs';
import { generateSharedLayer, realStates } from './shared-layers.mjs';
import { grassProgram, grassVersion, postgisAt, postgisProgram } from './peers.mjs';

const here = import.meta.dirname;
const root = path.resolve(here, '..', '..');
// The cost of every size, plotted: curve.mjs.
const asCurve = process.argv.includes('--curve');
const options = readOptions({ sizes: '1000,10000,100000,16x16384', dirt: 'heavy,light,clean', threads: '1', only: 'ours,mapshaper,gdal', postgis: '', 'judge-up-to': '10000' }, asCurve ? [] : process.argv.slice(2));
const wanted = (name) => options.only.split(',').includes(name);
const mapshaper = path.join(here, 'node_modules', 'mapshaper', 'bin', 'mapshaper');
if (wanted('mapshaper') && !existsSync(mapshaper)) {
  console.error('Installing mapshaper beside the benchmark …');
  spawnSync('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: here, stdio: 'inherit', shell: process.platform === 'win32' });
}
const hasGdal = spawnSync('ogr2ogr', ['--version']).status === 0;
if (!hasGdal) console.error('GDAL is not here: neither its rows nor the count of invalid geometries.');
const grass = wanted('grass') ? grassVersion() : null;
if (wanted('grass') && grass === null) console.error('GRASS is not here (on Debian: apt-get install grass-core): its rows are left out.');
const postgis = wanted('postgis') && options.postgis !== '' ? postgisAt(options.postgis) : null;
if (wanted('postgis') && postgis === null) console.error('No database with PostGIS at --postgis=CONNECTION: its rows are left out.');
if (postgis?.canClean === false) console.error(`${postgis.version} has no ST_CoverageClean (it came with 3.6): its rows are left out.`);
const main = path.join(root, 'apps', 'cli', 'bin', 'geotools.js');
const geotools = ['--disable-warning=ExperimentalWarning', main];

if (asCurve) {
  const compared = ['GeoInsights, 1 thread, result checked', 'mapshaper -clean', 'ogr2ogr, copying only'];
  await drawCurve(process.argv.slice(2).filter((argument) => argument !== '--curve'), (input) => programs(input).filter(({ name }) => compared.includes(name)));
  process.exit(0);
}

const folder = mkdtempSync(path.join(tmpdir(), 'bench-repair-'));
try {
  console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}, Node ${process.version}, mapshaper ${versionOfMapshaper()}, ${[gdalVersion(), grass, postgis?.version].filter(Boolean).join(', ')}, ${new Date().toISOString().slice(0, 10)}\n`);
  console.log('| layer | program | wall s | CPU s | peak MB | vertices / s | lost | invalid | overlaps | gaps |');
  console.log('|---|---|---:|---:|---:|---:|---:|---:|---:|---:|');
  for (const { name, isThorough, make } of options.sizes.split(',').flatMap(layersOf)) {
    const input = path.join(folder, 'layer');
    const made = make(input);
    if (made === null) continue;
    const layer = `${name}, ${made.features.toLocaleString('en')} polygons, ${made.vertices.toLocaleString('en')} vertices`;
    for (const program of programs(`${input}.shp`)) {
      const output = path.join(folder, 'result');
      rmSync(output, { recursive: true, force: true });
      mkdirSync(output);
      const result = path.join(output, 'result.shp');
      const used = await measure(program.command, program.args(result));
      const quality = used.ok ? judge(result, made.features, isThorough) : ['–', '–', '–', '–'];
      const cells = [layer, program.name, ...(used.ok ? numbers(used, made.vertices) : ['failed', '–', '–', '–']), ...quality];
      console.log(`| ${cells.join(' | ')} |`);
      if (!used.ok) console.error(used.error);
    }
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * The meaning of the sizes. 1000: polygons of our own generator. 16x16384: 16 polygons with 16,384 vertices on each of their four
 * borders, every border digitised twice. 2000x256:heavy: 2,000 polygons with 256 vertices on each border and heavy dirt. gen1000: polygons of the shared generator. states: real states.
 */
function layersOf(size) {
  const isThorough = (count) => count <= Number(options['judge-up-to']);
  const [shape = '', dirt = 'slivers'] = size.split(':');
  const [count, vertices] = shape.replace(/^gen/, '').split('x').map(Number);
  if (size === 'states') return realStates().map((state) => ({ ...state, isThorough: true }));
  if (size.startsWith('gen')) {
    return options.dirt.split(',').map((dirt) => ({ name: `${dirt} (shared generator)`, isThorough: isThorough(count), make: (file) => generateSharedLayer(count, file, dirt) }));
  }
  if (vertices !== undefined) return [{ name: dirt, isThorough: isThorough(count), make: (file) => makeLayer(count, file, dirt, { vertices }) }];
  return options.dirt.split(',').map((dirt) => ({ name: dirt, isThorough: isThorough(count), make: (file) => makeLayer(count, file, dirt) }));
}

function programs(input) {
  const list = [];
  if (wanted('ours')) {
    for (const threads of options.threads.split(',')) {
      const args = (result) => [...geotools, 'fix-geometry', input, '-o', result, '--threads', threads, '--quiet'];
      list.push({ name: `GeoInsights, ${threads} thread${threads === '1' ? '' : 's'}, result checked`, command: process.execPath, args });
    }
  }
  if (wanted('mapshaper')) list.push({ name: 'mapshaper -clean', command: process.execPath, args: (result) => [mapshaper, input, '-clean', '-o', result] });
  if (wanted('gdal') && hasGdal) {
    list.push({ name: 'ogr2ogr -makevalid', command: 'ogr2ogr', args: (result) => ['-makevalid', '-nlt', 'PROMOTE_TO_MULTI', result, input] });
    list.push({ name: 'ogr2ogr, copying only', command: 'ogr2ogr', args: (result) => [result, input] });
  }
  if (grass !== null) list.push(grassProgram(input));
  if (postgis?.canClean === true) list.push(postgisProgram(input, options.postgis));
  return list;
}

function numbers({ wall, cpu, peak }, vertices) {
  const rate = vertices / wall;
  return [wall.toFixed(2), cpu === null ? '–' : cpu.toFixed(2), peak === null ? '–' : (peak / 1e6).toFixed(0), Number(rate.toPrecision(2)).toLocaleString('en')];
}

/** Features that are missing or without geometry; geometries that GEOS finds invalid; overlaps and narrow gaps that our own check finds. */
function judge(result, features, isThorough) {
  if (!existsSync(result)) return ['all', '–', '–', '–'];
  const there = hasGdal ? countBy(result, 'geometry IS NOT NULL') : null;
  const lost = there === null ? '–' : features - there;
  if (!isThorough) return [lost, '–', '–', '–'];
  const invalid = hasGdal ? countBy(result, 'ST_IsValid(geometry) = 0') : null;
  const report = `${result}.json`;
  spawnSync(process.execPath, [...geotools, 'check', result, '--snap-distance', '0', '--report', report, '--quiet']);
  const found = {};
  for (const dataset of JSON.parse(readFileSync(report, 'utf8')).datasets) {
    for (const layer of dataset.layers) for (const [kind, count] of Object.entries(layer.found)) found[kind] = (found[kind] ?? 0) + count;
  }
  const overlaps = ['overlap', 'contained-feature', 'duplicate-feature'].reduce((sum, kind) => sum + (found[kind] ?? 0), 0);
  return [lost, invalid ?? '–', overlaps, found.gap ?? 0];
}

function countBy(file, condition) {
  const { status, stdout } = spawnSync('ogrinfo', ['-q', '-dialect', 'SQLite', '-sql', `SELECT COUNT(*) AS n FROM result WHERE ${condition}`, file], { encoding: 'utf8' });
  const found = /n \(Integer(?:64)?\) = (\d+)/.exec(stdout ?? '');
  return status !== 0 || found === null ? null : Number(found[1]);
}

function versionOfMapshaper() {
  const file = path.join(here, 'node_modules', 'mapshaper', 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : 'absent';
}

function gdalVersion() {
  return hasGdal ? spawnSync('ogr2ogr', ['--version'], { encoding: 'utf8' }).stdout.split(',')[0] : 'no GDAL';
}
