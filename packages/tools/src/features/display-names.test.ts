import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { filesOf, runTool } from '../../test/run-tool.ts';
import { convert } from '../convert/definition.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'display-names-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FIELDS = `<Schema id="s" name="s"><SimpleField name="area" type="double"><displayName>Área &amp; medida</displayName></SimpleField><SimpleField name="b" type="string"><displayName/></SimpleField></Schema>`;
const VALUES = '<ExtendedData><SchemaData schemaUrl="#s"><SimpleData name="area">1.5</SimpleData><SimpleArrayData name="c"><value>1</value></SimpleArrayData></SchemaData><Data name="owner"><displayName>Dono</displayName><value>Ana</value></Data></ExtendedData>';
const NAMED = 'Layer "farm": the display names of its fields "area", "owner" were left out.';

async function converted(to: string): Promise<{ place: string; notes: string[] }> {
  const source = path.join(folder, 'farm.kml');
  writeFileSync(source, `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${FIELDS}<Placemark><name>one</name>${VALUES}<Point><coordinates>-47,-15</coordinates></Point></Placemark></Document></kml>`);
  const { result } = await runTool(convert, folder, filesOf(source), { to });
  const { inputs } = convert.reportSchema.parse(result.report);
  return { place: result.output.path, notes: inputs.flatMap(({ notes }) => notes.map(({ text }) => text)) };
}

const LISTS = 'Only the placemarks of this KML are read; its lists of values (SimpleArrayData) are not.';

it('are kept in a KML', async () => {
  const { place, notes } = await converted('kml');
  expect(notes).toEqual([LISTS]);
  const written = readFileSync(place, 'utf8');
  expect(written).toContain('<SimpleField name="area" type="double"><displayName>Área &amp; medida</displayName></SimpleField>');
  expect(written).toContain('<SimpleField name="b" type="string"></SimpleField>');
  expect(written).toContain('<SimpleField name="owner" type="string"><displayName>Dono</displayName></SimpleField>');
});

it('are titles of columns in a GeoPackage', async () => {
  const { place, notes } = await converted('geopackage');
  expect(notes).toEqual([LISTS]);
  const database = new DatabaseSync(place, { readOnly: true });
  expect(database.prepare('SELECT column_name, title FROM gpkg_data_columns').all().map((row) => ({ ...row }))).toEqual([{ column_name: 'area', title: 'Área & medida' }, { column_name: 'owner', title: 'Dono' }]);
  database.close();
});

it.each(['geojson', 'shapefile'])('are told where there is no place for them: %s', async (to) => {
  expect((await converted(to)).notes).toEqual([LISTS, NAMED]);
});

it('other than the first one of a field are told', async () => {
  const schema = (id: string, title: string): string => `<Schema id="${id}"><SimpleField name="a" type="string"><displayName>${title}</displayName></SimpleField></Schema>`;
  const values = (id: string, title: string): string => `<Placemark><ExtendedData><SchemaData schemaUrl="#${id}"/><Data name="b"><displayName>${title}</displayName><value>1</value></Data><Data name="c"><displayName>Dono</displayName><value>1</value></Data></ExtendedData></Placemark>`;
  const source = path.join(folder, 'titles.kml');
  writeFileSync(source, `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${schema('s', 'A')}${schema('t', 'Área')}${values('s', 'B')}${values('t', 'Bê')}</Document></kml>`);
  const { result } = await runTool(convert, folder, filesOf(source), { to: 'geopackage' });
  const { inputs } = convert.reportSchema.parse(result.report);
  expect(inputs.flatMap(({ notes }) => notes.map(({ text }) => text))).toEqual(['In layer "titles", fields have several display names (displayName), of which the first is read: "a", "b".']);
});
