import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { featuresReportSchema } from '@geoinsights/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { featuresOf, hasGdal, ogr2ogr } from '../../../../testing/gdal.ts';
import { needs } from '../../../../testing/needs.ts';
import { filesOf, problemOf, runTool } from '../../test/run-tool.ts';
import { convert } from '../convert/definition.ts';
import { merge } from '../merge/definition.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'degrees-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const newFile = (name: string): string => path.join(mkdtempSync(path.join(folder, 'files-')), name);

function pointAt(x: number, y: number): string {
  const file = newFile('points.geojson');
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties: { a: 1 }, geometry: { type: 'Point', coordinates: [x, y] } }] }));
  return file;
}

/** GDAL writes "Undefined geographic" for any file that does not state its system. */
function unstated(name: string, x: number, y: number): string {
  const shapefile = newFile('points.shp');
  ogr2ogr('-a_srs', 'EPSG:4326', shapefile, pointAt(x, y));
  rmSync(shapefile.replace(/shp$/, 'prj'));
  const file = newFile(name);
  ogr2ogr('-f', 'GPKG', file, shapefile);
  return file;
}

function wrongPrj(): string {
  const file = newFile('wrong.shp');
  ogr2ogr('-a_srs', 'EPSG:4326', file, pointAt(500000, 7000000));
  return file;
}

describe('metres are never written as degrees', needs(hasGdal, 'GDAL is not installed'), () => {
  it.each(['kml', 'geojson'] as const)('a GeoPackage with an undefined system needs one for %s', async (to) => {
    expect(await problemOf(runTool(convert, folder, filesOf(unstated('utm.gpkg', 500000, 7000000)), { to }))).toMatchObject({ code: 'crs-needed' });
    const { result } = await runTool(convert, folder, filesOf(unstated('utm.gpkg', 500000, 7000000)), { to: 'geojson', from: 'EPSG:31982' });
    expect(featuresOf(result.output.path)[0].geometry).toMatchObject({ coordinates: [expect.closeTo(-51, 6), expect.closeTo(-27.12, 1)] });
  });

  it('a system of another country may be given by its code for files that state none', async () => {
    const { result } = await runTool(convert, folder, filesOf(pointAt(652_000, 6_862_000)), { to: 'kml', from: 'EPSG:2154' });
    const { inputs: [input], losses } = featuresReportSchema.parse(result.report);
    expect(input.layers[0].crs).toMatchObject({ name: 'RGF93 v1 / Lambert-93', code: 'EPSG:2154' });
    expect(losses.map(({ text }) => text).join(' ')).toContain('From RGF93 v1 / Lambert-93 to WGS 84; RGF93 v1 and WGS 84 are treated as the same');
    expect(featuresOf(result.output.path)[0].geometry).toMatchObject({ coordinates: [expect.closeTo(2.3458119587, 9), expect.closeTo(48.8562481409, 9)] });
  });

  it('degrees without a stated system count as WGS 84, with a note', async () => {
    const { result } = await runTool(convert, folder, filesOf(unstated('degrees.gpkg', -50, -15)), { to: 'kml' });
    expect(featuresReportSchema.parse(result.report).inputs[0].notes.map(({ code }) => code)).toEqual(['crs-missing']);
    expect(featuresOf(result.output.path)[0].geometry).toMatchObject({ coordinates: [-50, -15] });
  });

  it.each(['kml', 'geojson'] as const)('a shapefile in metres whose .prj says WGS 84 is not converted to %s', async (to) => {
    expect(await problemOf(runTool(convert, folder, filesOf(wrongPrj()), { to }))).toMatchObject({ code: 'coordinates-outside-system', message: expect.stringContaining('first in feature 1') as unknown });
    expect(await problemOf(runTool(convert, folder, filesOf(pointAt(500000, 7000000)), { to }))).toMatchObject({ code: 'crs-needed' });
  });

  it('a few unusable positions are no reason to refuse a file, wherever they are, and longitudes may range from 0 to 360', async () => {
    const features = Array.from({ length: 2100 }, (_, index) => ({ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: index === 2099 ? [500000, 7000000] : [-50 + index / 1e4, -15] } }));
    const file = newFile('wild.gpkg');
    const source = newFile('wild.geojson');
    writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features }));
    ogr2ogr('-f', 'GPKG', '-a_srs', 'EPSG:4326', file, source);
    const { result } = await runTool(convert, folder, filesOf(file), { to: 'kml' });
    expect(featuresOf(result.output.path).length).toBe(2100);
    const east = await runTool(convert, folder, filesOf(unstated('east.gpkg', 359, -15)), { to: 'geojson' });
    expect(featuresOf(east.result.output.path)[0].geometry).toMatchObject({ coordinates: [359, -15] });
  });

  it('files without a stated system are merged if all are in metres or all in degrees, but not both', async () => {
    const merged = (...files: string[]) => runTool(merge, folder, filesOf(...files), { format: 'geopackage' });
    for (const [x, y] of [[500000, 7000000], [-50, -15]]) expect(featuresOf((await merged(unstated('a.gpkg', x, y), unstated('b.gpkg', x, y))).result.output.path).length).toBe(2);
    const [degrees, metres] = [unstated('degrees.gpkg', -50, -15), unstated('metres.gpkg', 500000, 7000000)];
    for (const files of [[degrees, metres], [metres, degrees]]) expect(await problemOf(merged(...files))).toMatchObject({ code: 'crs-needed', message: expect.stringContaining('"metres.gpkg"') as unknown });
  });

  it('a merge names the file without a stated system, whichever comes first', async () => {
    for (const files of [['utm.gpkg', 'points.geojson'], ['points.geojson', 'utm.gpkg']]) {
      const sources = files.map((name) => (name === 'utm.gpkg' ? unstated(name, 500000, 7000000) : pointAt(-50, -15)));
      expect(await problemOf(runTool(merge, folder, filesOf(...sources), { format: 'geopackage' }))).toMatchObject({ code: 'crs-needed', message: expect.stringContaining('"utm.gpkg"') as unknown });
    }
    const { result } = await runTool(merge, folder, filesOf(unstated('degrees.gpkg', -50, -15), pointAt(-51, -15)), { format: 'geopackage' });
    expect(featuresOf(result.output.path).map(({ geometry }) => geometry)).toEqual([{ type: 'Point', coordinates: [-50, -15] }, { type: 'Point', coordinates: [-51, -15] }]);
  });
});
