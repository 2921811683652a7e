import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../../../testing/needs.ts';
import { z } from 'zod';
import { featuresOf, hasGdal, judge, ogr2ogr } from '../../../testing/gdal.ts';
import { geotoolsHere } from './geotools-here.ts';
import { NO_SHARED_FILES, sharedFile } from '../../../testing/shared-data.ts';

/** The municipalities of Goiás and the Federal District, with real faults, and some 160 gaps between them. */
const goias = sharedFile('data', 'geojs-52-mun.json');
const federalDistrict = sharedFile('data', 'geojs-53-mun.json');
const folder = mkdtempSync(path.join(tmpdir(), 'geotools-real-'));
const inFolder = (name: string) => path.join(folder, name);

const reportSchema = z.object({
  found: z.record(z.string(), z.number()),
  remaining: z.record(z.string(), z.number()),
  datasets: z.array(z.object({ verified: z.boolean(), layers: z.array(z.object({ findings: z.array(z.object({ kind: z.string() })) })) })),
});

/** The same data in every format, with GDAL's names for its layer and geometry. `again`: repaired a second time, once as numbers in binary and once as text; GeoJSON is so by itself above. */
const FORMATS = [
  { file: 'godf.geojson', driver: 'GeoJSON', args: ['-lco', 'COORDINATE_PRECISION=15'], result: 'fixed.geojson', again: false },
  { file: 'godf.shp', driver: 'ESRI Shapefile', args: ['-lco', 'ENCODING=UTF-8'], result: 'fixed.shp', again: true },
  { file: 'godf.kml', driver: 'KML', args: [], result: 'fixed.kml', again: true },
  { file: 'godf.kmz', driver: 'LIBKML', args: [], result: 'fixed.kmz', again: false },
  { file: 'godf.gpkg', driver: 'GPKG', args: [], result: 'fixed.gpkg', again: false },
] as const;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the municipality files as published', needs(goias !== null && federalDistrict !== null, NO_SHARED_FILES), () => {
  it('repairs Goiás by itself, keeps every record, and finds nothing in its own result', async () => {
    const input = inFolder('go.geojson');
    copyFileSync(goias ?? '', input);
    const first = await geotoolsHere('fix-geometry', input, '-o', inFolder('go-once.geojson'), '--report', inFolder('go.json'));
    expect(first).toMatchObject({ status: 0, stderr: '' });
    const report = reportSchema.parse(JSON.parse(readFileSync(inFolder('go.json'), 'utf8')));
    expect(report.found).toHaveProperty('hole-outside-shell');
    expect(report.remaining).toEqual({});
    expect(report.datasets[0].verified).toBe(true);

    const again = await geotoolsHere('fix-geometry', inFolder('go-once.geojson'), '-o', inFolder('go-twice.geojson'));
    expect(again.status).toBe(0);
    expect(readFileSync(inFolder('go-twice.geojson')).equals(readFileSync(inFolder('go-once.geojson')))).toBe(true);
    expect((await geotoolsHere('check', input)).status).toBe(1);
    expect((await geotoolsHere('check', inFolder('go-once.geojson'))).status).toBe(0);
  });
});

describe('both states in one layer, in every format', needs(goias !== null && federalDistrict !== null && hasGdal, hasGdal ? NO_SHARED_FILES : 'GDAL is not installed'), () => {
  beforeAll(() => {
    const merged = inFolder('merged.gpkg');
    ogr2ogr('-f', 'GPKG', merged, goias ?? '', '-nln', 'godf');
    ogr2ogr('-f', 'GPKG', '-append', merged, federalDistrict ?? '', '-nln', 'godf');
    for (const { file, driver, args } of FORMATS) ogr2ogr('-f', driver, ...args, inFolder(file), merged, 'godf');
  });

  it.each(FORMATS)('$file is repaired completely; of some, a second run changes nothing', async ({ file, result, again }) => {
    const report = inFolder(`${file}.json`);
    const run = await geotoolsHere('fix-geometry', inFolder(file), '-o', inFolder(result), '--report', report);
    expect(run).toMatchObject({ status: 0, stderr: '' });

    const { found, remaining } = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
    expect(found).toHaveProperty('overlap');
    expect(found).toHaveProperty('gap');
    expect(remaining).toEqual({});

    const before = featuresOf(inFolder(file));
    const after = featuresOf(inFolder(result));
    expect(after.map((feature) => feature.properties)).toEqual(before.map((feature) => feature.properties));
    // When writing, GDAL's LIBKML drops the geometry of two polygons with a misplaced hole; no others may be lost.
    const emptyOnes = (features: typeof after) => features.filter((feature) => feature.geometry === null).map((feature) => feature.properties);
    expect(emptyOnes(after)).toEqual(emptyOnes(before));

    const judged = inFolder(`${file}-judged.gpkg`);
    ogr2ogr('-f', 'GPKG', judged, inFolder(result), '-nln', 'judged', '-nlt', 'GEOMETRY', '-lco', 'GEOMETRY_NAME=shape');
    expect(judge(judged, 'judged', 'shape')).toEqual({ invalid: 0, overlaps: 0 });

    if (!again) return;
    const second = inFolder(`second-${result}`);
    expect(await geotoolsHere('fix-geometry', inFolder(result), '-o', second)).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(second).equals(readFileSync(inFolder(result)))).toBe(true);
  });
});
