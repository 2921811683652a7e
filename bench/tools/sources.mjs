// The same features in each of the five formats, as other programs write them: GeoJSON by the generator of test files, the rest by GDAL.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { makeGeoJson, makeKmz } from '../formats/make-files.mjs';

/** The extension of each format, and the driver with which GDAL writes it. */
export const FORMATS = {
  geojson: { name: 'GeoJSON', ending: 'geojson', driver: 'GeoJSON' },
  kml: { name: 'KML', ending: 'kml', driver: 'KML' },
  kmz: { name: 'KMZ', ending: 'kmz', driver: 'LIBKML' },
  gpkg: { name: 'GeoPackage', ending: 'gpkg', driver: 'GPKG' },
  shp: { name: 'shapefile', ending: 'shp', driver: 'ESRI Shapefile' },
};

/** The fields of the features are `cod_imovel`, a unique text, and `area`, a number that grows by 0.37 from one to the next. */
export const AREA_STEP = 0.37;

/**
 * Makes the files that are missing. An unfinished file is made again.
 * @param {string} folder
 * @param {number} bytes of the GeoJSON; the others hold the same features and are as large as their format makes them
 * @param {(keyof typeof FORMATS)[]} formats
 * @returns {Promise<Record<keyof typeof FORMATS, string>>} the paths
 */
export async function makeSources(folder, bytes, formats) {
  mkdirSync(folder, { recursive: true });
  const at = Object.fromEntries(Object.entries(FORMATS).map(([key, { ending }]) => [key, path.join(folder, `imoveis.${ending}`)]));
  const unless = async (key, make) => {
    if (existsSync(at[key])) return;
    const begun = path.join(folder, `begun.${FORMATS[key].ending}`);
    rmSync(begun, { force: true });
    await make(begun);
    renameSync(begun, at[key]);
  };
  await unless('geojson', (file) => makeGeoJson(file, bytes));
  if (formats.includes('kml') || formats.includes('kmz')) await unless('kml', (file) => byGdal('KML', file, at.geojson));
  if (formats.includes('kmz')) await unless('kmz', (file) => makeKmz(file, at.kml));
  if (formats.includes('gpkg')) await unless('gpkg', (file) => byGdal('GPKG', file, at.geojson));
  if (formats.includes('shp') && !existsSync(at.shp)) byGdal('ESRI Shapefile', at.shp, at.geojson);
  return at;
}

function byGdal(driver, file, source) {
  const { status, stderr } = spawnSync('ogr2ogr', ['-f', driver, '-nln', 'imoveis', file, source], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ogr2ogr could not make ${file}: ${stderr}`);
}
