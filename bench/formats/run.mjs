// npm run bench:formats [-- --megabytes=200 --only=geojson,shapefile --changed=20 --folder=DIRECTORY --repeat=3]
// Opens a file of each format and writes it unchanged and with some features changed, compared with ogr2ogr and cp on the same file.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { readOptions } from '../options.mjs';
import { measure } from '../repair/measure.mjs';
import { makeGeoJson, makeGeoPackage, makeKml, makeKmz, makeShapefile } from './make-files.mjs';

const options = readOptions({ megabytes: '200', only: 'geojson,geojson-tiny,kml,kmz,shapefile,geopackage', changed: '20', folder: tmpdir(), repeat: '3' });
const bytes = Number(options.megabytes) * 1e6;
const gdal = spawnSync('ogr2ogr', ['--version'], { encoding: 'utf8' });
if (gdal.status !== 0) {
  console.error('This benchmark makes its GeoPackage and compares with GDAL. On Debian: apt-get install gdal-bin');
  process.exit(2);
}

/** How each file is made, what counts as its megabytes, and the driver that GDAL copies it with. */
const FORMATS = {
  geojson: { name: 'GeoJSON, 40 corners a feature', file: 'a.geojson', driver: 'GeoJSON', make: (file) => makeGeoJson(file, bytes) },
  'geojson-tiny': { name: 'GeoJSON, 4 corners a feature', file: 'b.geojson', driver: 'GeoJSON', make: (file) => makeGeoJson(file, bytes, 4) },
  kml: { name: 'KML', file: 'a.kml', driver: 'KML', make: (file) => makeKml(file, bytes) },
  kmz: { name: 'KMZ (megabytes of the KML inside)', file: 'a.kmz', driver: 'LIBKML', make: async (file, folder) => {
    const kml = path.join(folder, 'source.kml');
    makeKml(kml, bytes);
    await makeKmz(file, kml);
    rmSync(kml);
    return bytes;
  } },
  shapefile: { name: 'shapefile', file: 'a.shp', driver: 'ESRI Shapefile', make: (file) => makeShapefile(file, bytes) },
  geopackage: { name: 'GeoPackage with spatial index', file: 'a.gpkg', driver: 'GPKG', make: (file, folder) => makeGeoPackage(file, bytes, folder) },
};

const folder = mkdtempSync(path.join(options.folder, 'bench-formats-'));
// As on the command line: compiled code is cached, so that only the first run compiles.
process.env.NODE_COMPILE_CACHE = path.join(folder, 'compiled');
try {
  console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}, Node ${process.version}, ${gdal.stdout.trim()}, load ${loadavg()[0].toFixed(1)}, ${new Date().toISOString().slice(0, 10)}; the best of ${options.repeat}\n`);
  console.log('| file | program | wall s | CPU s | MB / s (wall) | MB / CPU s | peak MB |');
  console.log('|---|---|---:|---:|---:|---:|---:|');
  for (const [key, { name, file, driver, make }] of Object.entries(FORMATS)) {
    if (!options.only.split(',').includes(key)) continue;
    const input = path.join(folder, 'input', file);
    mkdirSync(path.dirname(input));
    const size = (await make(input, folder)) === bytes ? bytes : statSync(input).size;
    const output = path.join(folder, 'output');
    const take = (changed) => [process.execPath, ['--disable-warning=ExperimentalWarning', path.join(import.meta.dirname, 'take.mjs'), input, output, String(changed)]];
    const inputs = readdirSync(path.dirname(input)).map((each) => path.join(path.dirname(input), each));
    const programs = {
      'GeoInsights, nothing changed': take(0),
      [`GeoInsights, ${options.changed} features changed`]: take(options.changed),
      'ogr2ogr': ['ogr2ogr', ['-f', driver, path.join(output, file), input]],
      'cp': ['cp', ['--reflink=never', ...inputs, output]],
    };
    for (const [program, [command, parameters]] of Object.entries(programs)) {
      const used = await bestOf(command, parameters, output);
      const cells = used.ok ? [used.wall.toFixed(2), (used.cpu ?? 0).toFixed(2), rate(size, used.wall), rate(size, used.cpu ?? 0), ((used.peak ?? 0) / 1e6).toFixed(0)] : ['failed', '–', '–', '–', '–'];
      console.log(`| ${[name, program, ...cells].join(' | ')} |`);
      if (!used.ok) console.error(used.error);
    }
    rmSync(path.dirname(input), { recursive: true });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function bestOf(command, parameters, output) {
  let best = null;
  for (let left = Number(options.repeat); left > 0; left--) {
    rmSync(output, { recursive: true, force: true });
    mkdirSync(output);
    const used = await measure(command, parameters);
    if (!used.ok) return used;
    if (best === null || (used.cpu ?? 0) < (best.cpu ?? 0)) best = used;
  }
  return best;
}

function rate(size, seconds) {
  return (size / 1e6 / Math.max(seconds, 0.01)).toFixed(0);
}
