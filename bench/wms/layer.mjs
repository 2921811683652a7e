import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { makeLayer } from '../repair/make-layer.mjs';

/** The generator beside the checkout, which other clones do without. */
const SHARED_GENERATOR = path.resolve(import.meta.dirname, '..', '..', '..', 'shared', 'bench', 'gen.mjs');

/**
 * Makes a shapefile of polygons that cover an area: with the shared generator if it and ogr2ogr are available, otherwise with ours,
 * which follows the same rules.
 * @param {number} polygons
 * @param {string} file path without extension
 * @returns {{ maker: string, features: number, vertices: number }}
 */
export function layerOf(polygons, file) {
  if (!existsSync(SHARED_GENERATOR) || spawnSync('ogr2ogr', ['--version']).error !== undefined) {
    return { maker: 'bench/repair/make-layer.mjs', ...makeLayer(polygons, file, 'heavy') };
  }
  const prefix = `${file}-generated`;
  run(process.execPath, [SHARED_GENERATOR, String(polygons), prefix]);
  run('ogr2ogr', ['-f', 'ESRI Shapefile', `${file}.shp`, `${prefix}.closed.geojson`]);
  for (const ending of ['geojson', 'closed.geojson', 'wkb', 'truth.json']) rmSync(`${prefix}.${ending}`, { force: true });
  const { features, vertices } = contentOf(readFileSync(`${file}.shp`));
  return { maker: 'shared/bench/gen.mjs', features, vertices };
}

function run(program, args) {
  const ran = spawnSync(program, args, { encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`${program} failed: ${ran.stderr}`);
}

/** Counts the records of a shapefile of polygons, and their vertices. */
function contentOf(shp) {
  let features = 0;
  let vertices = 0;
  for (let at = 100; at < shp.length; at += 8 + 2 * shp.readInt32BE(at + 4)) {
    features++;
    if (shp.readInt32LE(at + 8) !== 0) vertices += shp.readInt32LE(at + 8 + 40);
  }
  return { features, vertices };
}
