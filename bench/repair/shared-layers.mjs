// Layers from the folder that is shared with the specification, if it is beside the project: those of its generator, and real states.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const SHARED = path.resolve(import.meta.dirname, '..', '..', '..', 'shared');
const GENERATOR = path.join(SHARED, 'bench', 'gen.mjs');
const DIRT = { heavy: [], light: ['--pJit=0.01'], clean: ['--clean'] };

/**
 * A layer of the shared generator as a shapefile.
 * @returns {{ features: number, vertices: number } | null} null, with a word about it, where it cannot be made.
 */
export function generateSharedLayer(count, file, dirt) {
  if (!existsSync(GENERATOR)) return absent('the shared generator');
  const { status } = spawnSync(process.execPath, [GENERATOR, String(count), file, ...DIRT[dirt]]);
  return status === 0 && convert([`${file}.closed.geojson`], file) ? countsOf(file) : absent('the shared generator');
}

/** The real states: each alone and, last, all in one layer. Empty, with a message, if they are missing. */
export function realStates() {
  const folder = path.join(SHARED, 'data');
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => /^geojs-\d+-mun\.json$/.test(name)) : [];
  if (files.length === 0) absent('the real states');
  const places = files.map((name) => path.join(folder, name));
  const alone = places.map((place) => ({ name: `state ${/\d+/.exec(path.basename(place))?.[0] ?? ''}`, places: [place] }));
  return [...alone, ...(places.length > 1 ? [{ name: 'states together', places }] : [])].map(({ name, places: from }) => ({
    name,
    /** @returns {{ features: number, vertices: number } | null} */
    make: (file) => (convert(from, file) ? countsOf(file) : absent(name)),
  }));
}

/** Shapefiles with the geometry unchanged: GDAL closes no ring, and turns rings only into the direction of the format. */
function convert(from, file) {
  return from.every((place, i) => spawnSync('ogr2ogr', [...(i === 0 ? [] : ['-append']), '-nlt', 'PROMOTE_TO_MULTI', '-nln', path.basename(file), `${file}.shp`, place]).status === 0);
}

/** Counts of a shapefile: records by its index, vertices by the lengths of its records. */
function countsOf(file) {
  const index = readFileSync(`${file}.shx`);
  const main = readFileSync(`${file}.shp`);
  let vertices = 0;
  for (let entry = 100; entry < index.length; entry += 8) {
    const record = 2 * index.readInt32BE(entry) + 8;
    if (main.readInt32LE(record) % 10 === 5) vertices += main.readInt32LE(record + 40);
  }
  return { features: (index.length - 100) / 8, vertices };
}

function absent(what) {
  console.error(`Left out: ${what} (../shared or GDAL is not here).`);
  return null;
}
