import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repairOptionsSchema } from '@geoinsights/contract';
import { fileOfBytes } from '@geoinsights/formats';
import { readersInMemory } from '@geoinsights/formats/in-memory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasGdal, ogr2ogr } from '../../../testing/gdal.ts';
import { needs } from '../../../testing/needs.ts';
import { writeArchive } from './files/archive.ts';
import { digestsOf } from './files/digest.ts';
import { checkInMemory } from './check.ts';
import { checkFiles } from './fix-geometry/run.ts';
import { writeReportFile } from './fix-geometry/report-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'check-'));
const at = (name: string): string => path.join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const options = repairOptionsSchema.parse({});
const ring = (west: number, south: number, east: number, north: number): number[][] => [[west, south], [east, south], [east, north], [west, north], [west, south]];
const FARMS = [
  { name: 'Santa Rita', rings: [ring(-51, -20, -50.9, -19.9)] },
  // Overlapping the first, a hair-wide gap to the next, a duplicate point, and a bow tie.
  { name: 'Boa Vista', rings: [ring(-50.95, -20, -50.85, -19.9)] },
  { name: 'Vale', rings: [ring(-50.849999, -20, -50.8, -19.9)] },
  { name: 'Dobrada', rings: [[[-51, -21], [-50.9, -21], [-50.9, -21], [-51, -20.9], [-50.9, -20.9], [-51, -21]]] },
];

beforeAll(async () => {
  if (!hasGdal) return;
  const features = FARMS.map(({ name, rings }) => ({ type: 'Feature', properties: { name }, geometry: { type: 'Polygon', coordinates: rings } }));
  writeFileSync(at('farms.geojson'), JSON.stringify({ type: 'FeatureCollection', features }));
  ogr2ogr('-f', 'GPKG', at('farms.gpkg'), at('farms.geojson'));
  ogr2ogr('-f', 'GPKG', at('grid.gpkg'), at('farms.geojson'), '-t_srs', 'EPSG:31982');
  ogr2ogr('-f', 'KML', at('farms.kml'), at('farms.geojson'));
  await writeArchive(at('packed.kmz'), [{ name: 'doc.kml', path: at('farms.kml') }]);
  ogr2ogr('-f', 'ESRI Shapefile', at('farms.shp'), at('farms.geojson'));
  const set = readdirSync(folder).filter((name) => /^farms\.(shp|shx|dbf|prj|cpg)$/.test(name));
  await writeArchive(at('set.zip'), [...set, 'grid.gpkg'].map((name) => ({ name, path: at(name) })));
  writeFileSync(at('broken.gpkg'), readFileSync(at('farms.gpkg')).subarray(0, 30_000));
});

async function onDisk(names: readonly string[]): Promise<string> {
  const inputs = names.map((name) => ({ name, path: at(name), size: statSync(at(name)).size }));
  const { report, findings } = await checkFiles({ inputs, options, threads: 1, workFolder: folder, outputFolder: folder, onProgress: () => undefined });
  const place = at(`${names.join('-')}.report`);
  await writeReportFile(place, report, findings);
  return readFileSync(place, 'utf8');
}

async function inMemory(names: readonly string[]): Promise<string> {
  const files = names.map((name) => ({ ...fileOfBytes(name, readFileSync(at(name))), folder: '' }));
  const inputs = await digestsOf(names.map((name) => ({ name, path: at(name) })));
  const { text } = await checkInMemory({ files, inputs, readers: readersInMemory(2 ** 28), options, bound: null, onProgress: () => undefined });
  return [...text].join('');
}

const BATCHES = [['farms.geojson'], ['farms.gpkg'], ['grid.gpkg'], ['farms.kml'], ['packed.kmz'], ['farms.shp', 'farms.shx', 'farms.dbf', 'farms.prj'], ['set.zip'], ['farms.kml', 'broken.gpkg']];

describe('the check in memory', needs(hasGdal, 'GDAL is not installed'), () => {
  it.each(BATCHES.map((names) => [names]))('gives the same report as the command line for %j, character by character', async (names) => {
    const expected = await onDisk(names);
    expect(JSON.parse(expected)).toMatchObject({ found: { overlap: expect.any(Number) as number } });
    expect(await inMemory(names)).toBe(expected);
  });

  it('leaves a database with a log beside it to the server', async () => {
    writeFileSync(at('farms.gpkg-wal'), new Uint8Array(100));
    await expect(inMemory(['farms.gpkg', 'farms.gpkg-wal'])).rejects.toMatchObject({ code: 'geopackage-changes-beside' });
  });
});
