import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { hasGdal, invalidForGdal } from '../../../testing/gdal.ts';
import { needs } from '../../../testing/needs.ts';
import { z } from 'zod';
import { geotoolsHere } from './geotools-here.ts';
import { NO_SHARED_FILES, sharedFile } from '../../../testing/shared-data.ts';

const casesFile = sharedFile('repair-cases.json');
const geometrySchema = z.object({ type: z.string(), coordinates: z.unknown() });
const caseSchema = z.object({
  name: z.string(),
  geometries: z.array(geometrySchema),
  unchanged: z.boolean().optional(),
  planar: z.boolean().optional(),
  args: z.array(z.string()).optional(),
});
const cases = casesFile === null ? [{ name: 'each of them', geometries: [] }] : z.array(caseSchema).parse(JSON.parse(readFileSync(casesFile, 'utf8')));
const outputSchema = z.object({ features: z.array(z.object({ id: z.number(), properties: z.object({ name: z.string() }) })) });

const folder = mkdtempSync(path.join(tmpdir(), 'geotools-cases-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the published cases, through the command line', needs(casesFile !== null, NO_SHARED_FILES), () => {
  it.each(cases.filter((one) => one.planar !== true))('$name keeps its records, and a second run changes nothing', async ({ name, geometries, unchanged, args = [] }) => {
    const place = (ending: string) => path.join(folder, `${name}${ending}`);
    const features = geometries.map((geometry, i) => ({ type: 'Feature', id: i, properties: { name: `feature ${i}` }, geometry }));
    writeFileSync(place('.geojson'), JSON.stringify({ type: 'FeatureCollection', features }));

    const run = await geotoolsHere('fix-geometry', place('.geojson'), '-o', place('-once.geojson'), ...args);
    expect(run).toMatchObject({ status: 0, stderr: '' });
    const once = readFileSync(place('-once.geojson'));
    expect(outputSchema.parse(JSON.parse(once.toString())).features).toEqual(geometries.map((_, i) => ({ id: i, properties: { name: `feature ${i}` } })));
    expect(once.equals(readFileSync(place('.geojson')))).toBe(unchanged === true);
    expect((await geotoolsHere('check', place('.geojson'), ...args)).status).toBe(unchanged === true ? 0 : 1);

    expect((await geotoolsHere('fix-geometry', place('-once.geojson'), '-o', place('-twice.geojson'), ...args)).status).toBe(0);
    expect(readFileSync(place('-twice.geojson')).equals(once)).toBe(true);
  });

  it('are valid to GEOS afterwards, when GDAL reads them', needs(hasGdal, 'GDAL is not installed'), () => {
    const written = readdirSync(folder).filter((name) => name.endsWith('-once.geojson'));
    expect(written.length).toBeGreaterThan(15);
    expect(invalidForGdal(written.map((name) => path.join(folder, name)))).toEqual([]);
  });
});
