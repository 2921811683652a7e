import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { needs } from '../../../testing/needs.ts';
import { z } from 'zod';
import { featuresOf, hasGdal, ogr2ogr } from '../../../testing/gdal.ts';
import { readableFiles } from '../src/geoexplorer/model/areas/pick.ts';
import { extentOf } from '../src/map-drawing/projected-layer.ts';
import { readFile } from '../src/geoexplorer/model/areas/read-file.ts';

if (!hasGdal) console.warn('GDAL is not installed: projected shapefiles are not held against its transformation.');

const folder = mkdtempSync(path.join(tmpdir(), 'geoinsights-projected-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A parcel of some kilometres with a corner on every side, in degrees. */
function parcelAt(longitude: number, latitude: number): [number, number][] {
  const ring = Array.from({ length: 40 }, (_, index): [number, number] => {
    const angle = (2 * Math.PI * index) / 40;
    return [longitude + 0.05 * Math.cos(angle) * (1 + 0.3 * Math.sin(5 * angle)), latitude + 0.04 * Math.sin(angle)];
  });
  return [...ring, ring[0] ?? [0, 0]];
}

const pointsSchema = z.object({ coordinates: z.array(z.array(z.tuple([z.number(), z.number()]))) });

/** Systems, a place in each, and the required accuracy: for an old datum, PROJ may use another shift. */
const SYSTEMS: readonly (readonly [code: string, longitude: number, latitude: number, metres: number])[] = [
  ['EPSG:31982', -52.3, -25.4, 1],
  ['EPSG:31983', -47.9, -15.8, 1],
  ['EPSG:31978', -73.5, -8.2, 1],
  ['EPSG:31985', -35.1, -7.9, 1],
  ['EPSG:31974', -60.7, 2.8, 1],
  ['EPSG:32722', -49.2, -16.7, 1],
  ['EPSG:5880', -47.9, -15.8, 1],
  ['EPSG:3857', -47.9, -15.8, 1],
  ['EPSG:4674', -47.9, -15.8, 1],
  ['EPSG:29193', -47.1, -22.9, 12],
];

describe('shapefiles with a .prj lie where GDAL puts them', needs(hasGdal, 'GDAL is not installed'), () => {
  test.each(SYSTEMS)('%s', async (code, longitude, latitude, tolerance) => {
    const name = code.replace(':', '-');
    const source = path.join(folder, `${name}.geojson`);
    const shapefile = path.join(folder, name, `${name}.shp`);
    writeFileSync(source, JSON.stringify({ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [parcelAt(longitude, latitude)] } }));
    ogr2ogr('-t_srs', code, path.dirname(shapefile), source, '-f', 'ESRI Shapefile');
    const chosen = readableFiles(readdirSync(path.dirname(shapefile)).map((file) => new File([readFileSync(path.join(path.dirname(shapefile), file))], file)));
    expect(chosen.map(({ companions }) => companions.map((file) => path.extname(file.name)).sort())).toEqual([expect.arrayContaining(['.dbf', '.prj'])]);
    const { outcome, read } = await readFile(chosen[0], null, () => undefined);
    expect(outcome).toMatchObject({ state: 'read', features: 1, outside: 0 });
    const layers = read?.layers ?? [];
    const xy = layers[0]?.source.geometry.xy ?? new Float64Array(0);
    const [feature] = featuresOf(shapefile, '-t_srs', 'EPSG:3857');
    const expected = pointsSchema.parse(feature.geometry).coordinates.flat();
    expect(xy.length).toBe(expected.length * 2);
    // Both return the corners in file order.
    const away = expected.map(([x, y], index) => Math.hypot((xy[index * 2] ?? Number.NaN) - x, (xy[index * 2 + 1] ?? Number.NaN) - y));
    expect(Math.max(...away)).toBeLessThan(tolerance);
    const extent = extentOf(layers) ?? [0, 0, 0, 0];
    const theirs = [Math.min(...expected.map(([x]) => x)), Math.min(...expected.map(([, y]) => y)), Math.max(...expected.map(([x]) => x)), Math.max(...expected.map(([, y]) => y))];
    for (const [side, value] of theirs.entries()) expect(Math.abs((extent[side] ?? Number.NaN) - value)).toBeLessThan(tolerance);
  });

  test('the attributes of the .dbf beside it are read', async () => {
    const shapefile = path.join(folder, 'named', 'named.shp');
    const source = path.join(folder, 'named.geojson');
    writeFileSync(source, JSON.stringify({ type: 'Feature', properties: { nome: 'Talhão 7' }, geometry: { type: 'Polygon', coordinates: [parcelAt(-48, -15)] } }));
    ogr2ogr('-t_srs', 'EPSG:31982', path.dirname(shapefile), source, '-f', 'ESRI Shapefile', '-lco', 'ENCODING=UTF-8');
    const [chosen] = readableFiles(readdirSync(path.dirname(shapefile)).map((file) => new File([readFileSync(path.join(path.dirname(shapefile), file))], file)));
    const { read } = await readFile(chosen, null, () => undefined);
    expect(await read?.attributes(0, 0)).toEqual({ nome: 'Talhão 7' });
  });
});
