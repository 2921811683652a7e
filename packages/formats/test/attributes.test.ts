import { describe, expect, test } from 'vitest';
import type { Attributes } from '../src/attributes.ts';
import type { FormatDriver, InputFile } from '../src/driver.ts';
import { fileOfBytes } from '../src/files/memory.ts';
import { geojsonDriver } from '../src/geojson/index.ts';
import { kmlDriver } from '../src/kml/index.ts';
import { shapefileDriver } from '../src/shapefile/index.ts';
import { makeShapefile, recordContent } from './shapefile/make-shapefile.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

async function attributesOf(driver: FormatDriver, files: readonly InputFile[], layer = 0): Promise<Attributes[]> {
  const dataset = await driver.open({ format: driver.format, name: 'test', files });
  const reader = dataset.attributes(layer);
  const found: Attributes[] = [];
  for (let feature = 0; feature + 1 < dataset.layers[layer].geometry.featureOffsets.length; feature++) found.push(await reader.at(feature));
  // Also out of order: people point at one feature, then at another.
  expect(await reader.at(0)).toEqual(found[0]);
  await reader.close();
  return found;
}

describe('shapefile', () => {
  const COLUMNS: [name: string, type: string, length: number][] = [['nome', 'C', 12], ['area', 'N', 8], ['valido', 'L', 1], ['data', 'D', 8], ['nome', 'C', 2]];

  /** A handmade .dbf. Each row is its text, already padded to its columns. */
  function dbf(rows: readonly Uint8Array[], languageByte = 0): Uint8Array {
    const headerBytes = 32 + 32 * COLUMNS.length + 1;
    const rowBytes = 1 + COLUMNS.reduce((sum, [, , length]) => sum + length, 0);
    const bytes = new Uint8Array(headerBytes + rowBytes * rows.length);
    const view = new DataView(bytes.buffer);
    bytes[0] = 3;
    view.setUint32(4, rows.length, true);
    view.setUint16(8, headerBytes, true);
    view.setUint16(10, rowBytes, true);
    bytes[29] = languageByte;
    for (const [at, [name, type, length]] of COLUMNS.entries()) {
      bytes.set(utf8(name), 32 + 32 * at);
      bytes[32 + 32 * at + 11] = type.charCodeAt(0);
      bytes[32 + 32 * at + 16] = length;
    }
    bytes[headerBytes - 1] = 0x0d;
    for (const [at, row] of rows.entries()) bytes.set(row, headerBytes + at * rowBytes);
    return bytes;
  }

  const row = (name: Uint8Array, rest: string): Uint8Array => {
    const padded = new Uint8Array(12).fill(0x20);
    padded.set(name);
    return Uint8Array.from([0x20, ...padded, ...utf8(rest)]);
  };
  const shapes = makeShapefile(1, [recordContent({ type: 1, rings: [[[1, 2]]] }), recordContent({ type: 1, rings: [[[3, 4]]] })]);
  const files = (table: Uint8Array, codePage?: string): InputFile[] => [
    fileOfBytes('a.shp', shapes.shp),
    fileOfBytes('a.shx', shapes.shx),
    fileOfBytes('a.dbf', table),
    ...(codePage === undefined ? [] : [fileOfBytes('a.cpg', utf8(codePage))]),
  ];

  test('values by their type, and a repeated name with a number', async () => {
    const table = dbf([row(utf8('Santa Clara'), '  125.50T20240131ab'), row(utf8(''), '********?00000000  ')]);
    expect(await attributesOf(shapefileDriver, files(table))).toEqual([
      { nome: 'Santa Clara', area: 125.5, valido: true, data: '2024-01-31', nome_2: 'ab' },
      { nome: null, area: null, valido: null, data: null, nome_2: null },
    ]);
  });

  const REST = '        F          ';
  test.for([
    ['the .cpg: UTF-8', 'UTF-8', 0, utf8('Sítio')],
    ['the .cpg: ISO-8859-1', 'ISO-8859-1', 0, Uint8Array.of(0x53, 0xed, 0x74, 0x69, 0x6f)],
    ['the .cpg: 1252', 'ANSI 1252', 0, Uint8Array.of(0x53, 0xed, 0x74, 0x69, 0x6f)],
    ['the .cpg: DOS', 'OEM 850', 0x57, Uint8Array.of(0x53, 0xa1, 0x74, 0x69, 0x6f)],
    ['the language byte: Windows', undefined, 0x57, Uint8Array.of(0x53, 0xed, 0x74, 0x69, 0x6f)],
    ['the language byte: DOS', undefined, 0x02, Uint8Array.of(0x53, 0xa1, 0x74, 0x69, 0x6f)],
    ['nothing, and it is UTF-8', undefined, 0, utf8('Sítio')],
    ['nothing, and it is not UTF-8', undefined, 0, Uint8Array.of(0x53, 0xed, 0x74, 0x69, 0x6f)],
    ['a .cpg that nobody knows', 'klingon', 0, utf8('Sítio')],
  ] as const)('texts are decoded by %s', async ([, codePage, languageByte, bytes]) => {
    const [first] = await attributesOf(shapefileDriver, files(dbf([row(bytes, REST), row(bytes, REST)], languageByte), codePage));
    expect(first).toMatchObject({ nome: 'Sítio', valido: false });
  });

  test('a .dbf that ends too early, or is not one, gives no attributes', async () => {
    const table = dbf([row(utf8('um'), REST), row(utf8('dois'), REST)]);
    const found = await attributesOf(shapefileDriver, files(table.slice(0, -3)));
    expect(found).toMatchObject([{ nome: 'um' }, {}]);
    expect(Object.keys(found[1])).toEqual([]);
    expect(await attributesOf(shapefileDriver, files(utf8('this is no table at all')))).toEqual([{}, {}]);
    expect(await attributesOf(shapefileDriver, files(table).slice(0, 2))).toEqual([{}, {}]);
  });
});

describe('GeoJSON', () => {
  const read = (value: unknown): Promise<Attributes[]> => attributesOf(geojsonDriver, [fileOfBytes('a.geojson', utf8(typeof value === 'string' ? value : JSON.stringify(value)))]);
  const point = { type: 'Point', coordinates: [1, 2] };

  test('properties, with lists as JSON and the id where they have none', async () => {
    const found = await read({
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', id: 7, properties: { nome: 'São "João"', n: 1.5, ok: true, nada: null, lista: [1, { a: 2 }] }, geometry: point },
        { type: 'Feature', properties: { id: 'own' }, geometry: point, id: 'other' },
        { type: 'Feature', properties: null, geometry: null },
      ],
    });
    expect(found).toEqual([{ nome: 'São "João"', n: 1.5, ok: true, nada: null, lista: '[1,{"a":2}]', id: 7 }, { id: 'own' }, {}]);
  });

  test('a bare geometry has no attributes', async () => {
    expect(await read(point)).toEqual([{}]);
  });

  test('names that JavaScript objects have of their own are ordinary names', async () => {
    const [found] = await read('{"type":"Feature","properties":{"__proto__":1,"constructor":"x"},"geometry":null}');
    expect(Object.entries(found)).toEqual([['__proto__', 1], ['constructor', 'x']]);
    expect(Object.getPrototypeOf(found)).toBe(Object.prototype);
  });

  test('a feature larger than any piece that is read at a time', async () => {
    const coordinates = Array.from({ length: 200_000 }, (_, at) => [at / 1e4, 1.23456789]);
    const [found] = await read({ type: 'Feature', geometry: { type: 'LineString', coordinates }, properties: { last: 'yes' } });
    expect(found).toEqual({ last: 'yes' });
  });
});

describe('KML', () => {
  const read = (body: string, head = '<kml xmlns="http://www.opengis.net/kml/2.2">'): Promise<Attributes[]> => attributesOf(kmlDriver, [fileOfBytes('a.kml', utf8(`${head}<Document>${body}</Document></kml>`))]);
  const POINT = '<Point><coordinates>1,2</coordinates></Point>';

  test('name, description, data and schema data', async () => {
    const found = await read(
      `<Placemark><name>Sítio &amp; cia</name><description><![CDATA[<b>bom</b>]]></description>${POINT}
        <ExtendedData><Data name="cod &lt;1&gt;"><displayName>Código</displayName><value> 42 </value></Data>
        <SchemaData schemaUrl="#s"><SimpleData name='área'>12.5</SimpleData><SimpleData name="vazio"/></SchemaData></ExtendedData></Placemark>
      <Placemark>${POINT}<name/></Placemark>`,
    );
    expect(found).toEqual([{ name: 'Sítio & cia', description: '<b>bom</b>', 'cod <1>': '42', área: '12.5', vazio: null }, {}]);
  });

  test('the name of data is not taken from the value of another attribute', async () => {
    expect(await read(`<Placemark>${POINT}<ExtendedData><Data id="of the field name='x'" name="y"><value>1</value></Data></ExtendedData></Placemark>`)).toEqual([{ y: '1' }]);
  });

  test("names of styles and of other namespaces are not the placemark's", async () => {
    const head = '<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:x="urn:x">';
    const found = await read(`<Placemark><x:name>no</x:name><Style><name>no</name></Style>${POINT}<ExtendedData><x:campo>sim</x:campo></ExtendedData></Placemark>`, head);
    expect(found).toEqual([{ campo: 'sim' }]);
  });

  test('elements that a schema of KML 2.0 or 2.1 gives its placemarks, wherever the schema is in the file', async () => {
    const schema = '<Schema name="Talhão" parent="Placemark"><SimpleField name="dono" type="wstring"/><SimpleField name="área" type="double"/></Schema>';
    const lots = `<Talhão><name>um</name><dono>José &amp; Ana</dono><área>1.5</área><visibility>1</visibility>${POINT}</Talhão><Placemark><dono>no</dono>${POINT}</Placemark>`;
    for (const body of [schema + lots, lots + schema]) expect(await read(body, '<kml xmlns="http://earth.google.com/kml/2.1">')).toEqual([{ name: 'um', dono: 'José & Ana', área: '1.5' }, {}]);
  });

  test('a placemark larger than any piece that is read at a time', async () => {
    const coordinates = Array.from({ length: 100_000 }, (_, at) => `${at / 1e4},1.2345`).join(' ');
    const found = await read(`<Placemark><name>ção</name><LineString><coordinates>${coordinates}</coordinates></LineString><description>fim</description></Placemark>`);
    expect(found).toEqual([{ name: 'ção', description: 'fim' }]);
  });
});
