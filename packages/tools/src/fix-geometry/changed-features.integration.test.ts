import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FormatName } from '@geoinsights/contract';
import { diskFolder, driverFor, openDiskFile } from '@geoinsights/formats';

import { repair } from '@geoinsights/geometry';
import type { RepairOptions } from '@geoinsights/geometry';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasGdal, ogr2ogr } from '../../../../testing/gdal.ts';
import { needs } from '../../../../testing/needs.ts';
import { writeArchive } from '../files/archive.ts';
import { DiskSpool } from './disk-spool.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'changed-features-'));
const inFolder = (...names: string[]) => path.join(folder, ...names);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SIDE = 12;
/** Each piece has about ten of the squares. */
const SIZES = { vertices: 50, mostCopies: Infinity, smallestLayer: 0 };

/**
 * Squares of a thousandth of a degree whose corners are slightly displaced, each corner of each independently; the last one of each
 * row is far from the others.
 */
function writeSquares(file: string): void {
  let seed = 11;
  const off = (): number => ((seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5) * 1e-6;
  const features = Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [x, y] = [(i % SIDE) / 1000 + (i % SIDE === SIDE - 1 ? 1 : 0) - 50, Math.floor(i / SIDE) / 1000 - 15];
    const ring = [[x, y], [x + 0.001, y], [x + 0.001, y + 0.001], [x, y + 0.001]].map(([a = 0, b = 0]) => [a + off(), b + off(), 700]);
    return { type: 'Feature', properties: { name: `Lote ${i}` }, geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] } };
  });
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', bbox: [-50, -15, -48.9, -14.9], features }));
}

describe('changes that are delivered feature by feature', needs(hasGdal, 'GDAL is not installed'), () => {
  beforeAll(async () => {
    writeSquares(inFolder('squares.geojson'));
    for (const [format, file] of [['GPKG', 'squares.gpkg'], ['KML', 'squares.kml'], ['ESRI Shapefile', 'squares.shp']] as const) ogr2ogr('-f', format, inFolder(file), inFolder('squares.geojson'));
    await writeArchive(inFolder('squares.kmz'), [{ path: inFolder('squares.kml'), name: 'doc.kml' }]);
  });

  it.each<[FormatName, string[]]>([
    ['geojson', ['squares.geojson']],
    ['geopackage', ['squares.gpkg']],
    ['kml', ['squares.kml']],
    ['kmz', ['squares.kmz']],
    ['shapefile', ['squares.shp', 'squares.shx', 'squares.dbf', 'squares.prj']],
  ])('are written to a %s like a patch of all of them', async (format, names) => {
    vi.useFakeTimers({ now: 0, toFake: ['Date'] });
    const files = await Promise.all(names.map((name) => openDiskFile(inFolder(name), name)));
    const dataset = await (await driverFor(format)).open({ format, name: 'squares', files });
    const work = inFolder(`work-${format}`);
    mkdirSync(work);
    const spool = new DiskSpool(work, 4096);
    try {
      const [layer] = dataset.layers;
      const options: RepairOptions = { units: layer.crs.units, snapDistance: 0.2, maxGapWidth: 1, overlaps: 'fix', gaps: 'fix', shellWinding: dataset.shellWinding, threads: 1 };
      const { changes } = await repair(layer.geometry, { ...options, spool }, SIZES);
      // Without cutting, the patch is made at once.
      const { patch } = await repair(layer.geometry, options);
      expect(patch?.features.length).toBeGreaterThan(SIDE);
      expect(patch?.features.length).toBeLessThan(SIDE * SIDE);
      const written = await Promise.all([changes, patch].map(async (given, i) => {
        const out = inFolder(`${format}-${i}`);
        mkdirSync(out);
        await dataset.apply([given], diskFolder(out));
        return readdirSync(out).sort().map((name) => [name, readFileSync(path.join(out, name)).toString('base64')]);
      }));
      expect(written[0].map(([name]) => name)).toEqual(expect.arrayContaining([names[0]]));
      expect(written[0]).toEqual(written[1]);
      expect(written[0].find(([name]) => name === names[0])?.[1]).not.toBe(readFileSync(inFolder(names[0])).toString('base64'));
    } finally {
      spool.close();
      await dataset.close();
      await Promise.all(files.map((file) => file.close()));
      vi.useRealTimers();
    }
  });
});
