import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { featuresReportSchema } from '@geoinsights/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { hasGdal, ogr2ogr } from '../../../../testing/gdal.ts';
import { needs } from '../../../../testing/needs.ts';
import { filesOf, runTool } from '../../test/run-tool.ts';
import { buffer } from '../buffer/definition.ts';
import { convert } from '../convert/definition.ts';
import { merge } from '../merge/definition.ts';
import { split } from '../split/definition.ts';
import type { ToolDefinition } from '../tool.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'descriptions-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CREATED = ['-nln', 'farms', '-lco', 'IDENTIFIER=Imóveis rurais', '-lco', 'DESCRIPTION=do cadastro'];
const [OF_TABLE, OF_COLUMN] = ['its title "Imóveis rurais"', 'the description of its column "area_ha"'];

function described(name: string, ...options: string[]): string {
  const [source, file] = [path.join(folder, `${name}.geojson`), path.join(folder, `${name}.gpkg`)];
  writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features: [1, 2].map((a) => ({ type: 'Feature', properties: { a, area_ha: 12.5 }, geometry: { type: 'Point', coordinates: [-50 - a, -15] } })) }));
  ogr2ogr('-f', 'GPKG', ...options, file, source);
  return file;
}

async function notesOf(tool: ToolDefinition, options: object, ...files: string[]): Promise<string[]> {
  const { result } = await runTool(tool, folder, filesOf(...files), options);
  return featuresReportSchema.parse(result.report).inputs.flatMap(({ notes }) => notes.map(({ code, text }) => `${code}: ${text}`));
}

describe('descriptions of the tables and columns of a GeoPackage', needs(hasGdal, 'GDAL is not installed'), () => {
  it('are reported if the result has no place for them', async () => {
    const file = described('told', ...CREATED);
    const database = new DatabaseSync(file);
    database.exec(`CREATE TABLE IF NOT EXISTS gpkg_data_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, name TEXT, title TEXT, description TEXT, mime_type TEXT, constraint_name TEXT);
      INSERT INTO gpkg_data_columns (table_name, column_name, title) VALUES ('farms', 'area_ha', 'Área em hectares')`);
    database.close();
    const all = [`attributes-left-out: Table "farms": ${OF_TABLE}, its description and ${OF_COLUMN} were left out.`];
    for (const to of ['shapefile', 'geojson']) expect(await notesOf(convert, { to }, file), to).toEqual(all);
    const ofTable = [`attributes-left-out: Table "farms": ${OF_TABLE} and its description were left out.`];
    // A KML has the title of a column as a display name.
    expect(await notesOf(convert, { to: 'kml' }, file)).toEqual(ofTable);
    expect(await notesOf(convert, { to: 'geopackage' }, file)).toEqual([]);
    expect(await notesOf(split, { by: 'a' }, file)).toEqual([]);
    expect(await notesOf(buffer, { distance: 5 }, file)).toEqual([]);
    expect(await notesOf(buffer, { distance: 5, format: 'kml' }, file)).toEqual(ofTable);
    expect(await notesOf(merge, { layers: 'each' }, file, described('other'))).toEqual([]);
    expect(await notesOf(merge, {}, file, described('another'))).toEqual(ofTable);
  });

  it('are not reported if they only repeat the names', async () => {
    const file = described('plain');
    for (const to of ['shapefile', 'kml', 'geojson']) expect(await notesOf(convert, { to }, file), to).toEqual([]);
  });
});
