import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FormatName } from '@geoinsights/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needs } from '../../../testing/needs.ts';
import { hasGdal, ogr2ogr } from '../../../testing/gdal.ts';
import { driverFor } from '../src/drivers.ts';
import { openDiskFile } from '../src/files/disk.ts';


const polygon = { type: 'Polygon', coordinates: [[[-47, -15], [-46, -15], [-46, -14], [-47, -15]]] };
const ROWS = [
  { nome: 'Sítio Boa Vista', numero: 12, area: 1.25, ativo: true, dia: '2024-01-31' },
  { nome: null, numero: -3, area: null, ativo: false, dia: null },
];

describe('attributes as GDAL writes them', needs(hasGdal, 'GDAL is not installed'), () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'attributes-'));
    const features = ROWS.map((properties) => ({ type: 'Feature', properties, geometry: polygon }));
    writeFileSync(path.join(folder, 'source.geojson'), JSON.stringify({ type: 'FeatureCollection', features }));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function read(format: FormatName, main: string): Promise<unknown[]> {
    const stem = main.replace(/\.\w+$/, '');
    const names = readdirSync(folder).filter((name) => name === main || (name.startsWith(`${stem}.`) && name !== main));
    const files = await Promise.all([main, ...names.filter((name) => name !== main)].map((name) => openDiskFile(path.join(folder, name))));
    const driver = await driverFor(format);
    const dataset = await driver.open({ format, name: stem, files });
    const reader = dataset.attributes(0);
    const found = [await reader.at(0), await reader.at(1)];
    await reader.close();
    await dataset.close();
    for (const file of files) await file.close();
    return found;
  }

  test.for([
    ['shapefile', 'utf.shp', ['-f', 'ESRI Shapefile', '-lco', 'ENCODING=UTF-8']],
    ['shapefile', 'latin.shp', ['-f', 'ESRI Shapefile', '-lco', 'ENCODING=ISO-8859-1']],
    ['shapefile', 'dos.shp', ['-f', 'ESRI Shapefile', '-lco', 'ENCODING=CP850']],
    ['geopackage', 'a.gpkg', ['-f', 'GPKG']],
    ['geojson', 'again.geojson', ['-f', 'GeoJSON']],
  ] as const)('%s %s', async ([format, name, options]) => {
    ogr2ogr(...options, path.join(folder, name), path.join(folder, 'source.geojson'));
    const [first, second] = await read(format, name);
    // GDAL writes booleans into a shapefile as numbers, since it has no such field.
    const isTrue = format === 'shapefile' ? [1, true] : [true];
    expect(first).toMatchObject({ nome: 'Sítio Boa Vista', numero: 12, area: 1.25, dia: '2024-01-31' });
    expect(isTrue).toContainEqual(Object.entries(first ?? {}).find(([key]) => key === 'ativo')?.[1]);
    expect(second).toMatchObject({ nome: null, numero: -3, area: null, dia: null });
  });

  test.for([
    ['kml', 'a.kml', 'KML', 'name'],
    ['kml', 'b.kml', 'LIBKML', 'nome'],
    ['kmz', 'c.kmz', 'LIBKML', 'nome'],
  ] as const)('%s %s by %s', async ([format, name, writer, key]) => {
    ogr2ogr('-f', writer, '-dsco', 'NameField=nome', path.join(folder, name), path.join(folder, 'source.geojson'));
    const [first, second] = await read(format, name);
    expect(first).toMatchObject({ [key]: 'Sítio Boa Vista', numero: '12', area: '1.25' });
    expect(second).toMatchObject({ numero: '-3' });
  });
});
