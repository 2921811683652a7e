import { ProblemError } from '@geoinsights/contract/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BATCH_FEATURES, GeometryType } from '../../features/feature-batch.ts';
import { fileOfBytes } from '../../files/memory.ts';
import { openKmlFeatures } from '../features.ts';
import { openText, plainLayer, type PlainLayer } from '../test/plain-features.ts';

const kml = (content: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>doc</name>${content}</Document></kml>`;
const placemark = (content: string): string => `<Placemark>${content}</Placemark>`;
const data = (...pairs: [string, string][]): string => `<ExtendedData>${pairs.map(([name, value]) => `<Data name="${name}"><value>${value}</value></Data>`).join('')}</ExtendedData>`;
const simple = (schema: string, ...pairs: [string, string][]): string => `<ExtendedData><SchemaData schemaUrl="#${schema}">${pairs.map(([name, value]) => `<SimpleData name="${name}">${value}</SimpleData>`).join('')}</SchemaData></ExtendedData>`;
const schema = (id: string, ...fields: [string, string][]): string => `<Schema id="${id}" name="${id}">${fields.map(([name, type]) => `<SimpleField name="${name}" type="${type}"/>`).join('')}</Schema>`;
const point = (text: string): string => `<Point><coordinates>${text}</coordinates></Point>`;
const line = (text: string): string => `<LineString><coordinates>${text}</coordinates></LineString>`;
const ring = (text: string): string => `<LinearRing><coordinates>${text}</coordinates></LinearRing>`;
const polygon = (shell: string, ...holes: string[]): string => `<Polygon><outerBoundaryIs>${ring(shell)}</outerBoundaryIs>${holes.map((hole) => `<innerBoundaryIs>${ring(hole)}</innerBoundaryIs>`).join('')}</Polygon>`;
const multi = (...members: string[]): string => `<MultiGeometry>${members.join('')}</MultiGeometry>`;

async function only(text: string): Promise<PlainLayer> {
  const { layers } = await openText(text);
  expect(layers).toHaveLength(1);
  return plainLayer(layers[0]);
}

/** Fields and rows of the only layer. */
async function table(content: string): Promise<{ fields: PlainLayer['fields']; rows: unknown[] }> {
  const { fields, features } = await only(kml(content));
  return { fields, rows: features.map(({ row }) => row) };
}

describe('fields', () => {
  it('are the elements of placemarks first, then data in the order of the schema and of the file', async () => {
    const found = await table(
      schema('s', ['b', 'string'], ['never', 'string'], ['a', 'string']) +
        placemark(`<description>text</description><name>one</name>${simple('s', ['a', 'x'], ['b', 'y'])}`) +
        placemark(`<phoneNumber>tel:1</phoneNumber><address>here</address>${data(['z', '1'], ['a', '2'])}`),
    );
    expect(found.fields.map(([name]) => name)).toEqual(['name', 'description', 'address', 'phoneNumber', 'b', 'never', 'a', 'z']);
    expect(found.rows).toEqual([
      ['one', 'text', null, null, 'y', null, 'x', null],
      [null, null, 'here', 'tel:1', null, null, '2', '1'],
    ]);
  });

  it('are elements of their own in KML 2.0 and 2.1, if a schema says so', async () => {
    const fields = '<SimpleField name="dono" type="wstring"/><SimpleField name="área" type="double"/><SimpleField name="n" type="int"/>';
    const lots = `<Talhão id="x"><name>one</name><dono>José &amp; Ana</dono><área>1.5</área><n>7</n><visibility>1</visibility>${point('1,2')}</Talhão>${placemark(`<name>two</name><n>8</n>${point('1,2')}`)}`;
    for (const schema of [`<Schema name="Talhão" parent="Placemark">${fields}</Schema>`, `<Schema name="Talhão"><parent>Placemark</parent>${fields}</Schema>`, `<Schema name="Talhão" id="t" parent="Placemark">${fields}</Schema>`]) {
      for (const text of [schema + lots, lots + schema]) expect(await table(text)).toEqual({ fields: [['name', 'text'], ['dono', 'text'], ['área', 'real'], ['n', 'integer']], rows: [['one', 'José & Ana', 1.5, 7], ['two', null, null, null]] });
    }
  });

  it('have the types that a schema declares, wherever the schema is in the file', async () => {
    expect(await table(schema('s', ['d', 'double']) + ['INF', '-Infinity', '1'].map((value) => placemark(simple('s', ['d', value]))).join(''))).toEqual({ fields: [['d', 'real']], rows: [[Infinity], [-Infinity], [1]] });
    const fields: [string, string][] = [['i', 'int'], ['u', 'uint'], ['h', 'short'], ['uh', 'ushort'], ['f', 'float'], ['d', 'double'], ['b', 'bool'], ['t', 'string']];
    const row = simple('s', ['i', '-5'], ['u', '4000000000'], ['h', '7'], ['uh', ' 8 '], ['f', '1.5'], ['d', '-2e3'], ['b', '1'], ['t', '12']);
    const empty = simple('s', ...fields.map(([name]): [string, string] => [name, '']));
    const content = [placemark(row), placemark(empty), placemark(simple('s', ['i', '12345678901234567890'.slice(0, 19)], ['b', 'False']))].join('');
    for (const text of [schema('s', ...fields) + content, content + schema('s', ...fields)]) {
      const found = await table(text);
      expect(found.fields).toEqual([['i', 'integer'], ['u', 'integer'], ['h', 'integer'], ['uh', 'integer'], ['f', 'real'], ['d', 'real'], ['b', 'boolean'], ['t', 'text']]);
      expect(found.rows).toEqual([
        [-5, 4_000_000_000, 7, 8, 1.5, -2000, true, '12'],
        [null, null, null, null, null, null, null, ''],
        [1_234_567_890_123_456_789n, null, null, null, null, null, false, null],
      ]);
    }
  });

  it.each([
    ['int', ['1', '1.5']],
    ['int', ['1', '9223372036854775808']],
    ['int', ['1', 'a']],
    ['double', ['1.5', '1,5']],
    ['double', ['1.5', 'NaN']],
    ['bool', ['1', '2']],
    ['unknown', ['1', '2']],
  ])('that are declared %s and hold %j are texts', async (type, values) => {
    const found = await table(schema('s', ['f', type]) + values.map((value) => placemark(simple('s', ['f', value]))).join(''));
    expect(found).toEqual({ fields: [['f', 'text']], rows: values.map((value) => [value]) });
  });

  it('that are texts although a schema declares another type are reported, separately from those of other layers', async () => {
    const row = (...pairs: [string, string][]): string => placemark(simple('s', ...pairs));
    const folder = (name: string, content: string): string => `<Folder><name>${name}</name>${content}</Folder>`;
    const declared = schema('s', ['i', 'int'], ['d', 'double'], ['b', 'bool'], ['t', 'string']);
    const { notes } = await openText(kml(declared + folder('one', row(['i', '1.5'], ['d', '1,5'], ['b', '1'], ['t', 'x'])) + folder('two', row(['i', '1'])) + folder('three', row(['b', 'no']))));
    expect(notes).toEqual([
      { code: 'column-type-differs', text: 'In layer "one", fields have values that do not match the type that its schema declares, and were read as text: "i", "d".' },
      { code: 'column-type-differs', text: 'In layer "three", a field has values that do not match the type that its schema declares, and was read as text: "b".' },
    ]);
  });

  it('are texts without a schema, and with two that disagree; whole numbers and reals are reals', async () => {
    const two = schema('s', ['a', 'int'], ['b', 'int']) + schema('t', ['a', 'double'], ['b', 'bool']);
    const found = await table(two + placemark(simple('s', ['a', '1'], ['b', '1'])) + placemark(simple('t', ['a', '2'], ['b', '1'])));
    expect(found).toEqual({ fields: [['a', 'real'], ['b', 'text']], rows: [[1, '1'], [2, '1']] });
    expect(await table(placemark(data(['n', '1'])) + placemark(simple('elsewhere', ['n', '2'])))).toEqual({ fields: [['n', 'text']], rows: [['1'], ['2']] });
  });

  it('with a name that occurs twice get a number', async () => {
    const found = await table(placemark(`<name>own</name>${data(['name', 'given'], ['a', '1'], ['a', '2'], ['a', '3'])}`) + placemark(data(['a', '4'], ['__proto__', 'x'])));
    expect(found.fields.map(([name]) => name)).toEqual(['name', 'name_2', 'a', 'a_2', 'a_3', '__proto__']);
    expect(found.rows).toEqual([
      ['own', 'given', '1', '2', '3', null],
      [null, null, '4', null, null, 'x'],
    ]);
  });

  it('with a number are reported by their names', async () => {
    const told = async (...pairs: [string, string][]): Promise<unknown> => (await openText(kml(placemark(`<name>own</name>${data(...pairs)}`)))).notes;
    expect(await told(['a', '1'], ['b', '1'])).toEqual([]);
    expect(await told(['a', '1'], ['a', '2'])).toEqual([{ code: 'fields-renamed', text: 'In layer "doc", placemarks have several values with the same name; the additional one is in a numbered field of its own: "a_2".' }]);
    expect(await told(['name', '1'], ['a', '1'], ['a', '2'])).toEqual([{ code: 'fields-renamed', text: 'In layer "doc", placemarks have several values with the same name; the additional ones are in numbered fields of their own: "name_2", "a_2".' }]);
  });

  it('of time are points in time, days, or texts', async () => {
    const span = (begin: string, end: string): string => placemark(`<TimeSpan><begin>${begin}</begin><end>${end}</end></TimeSpan>`);
    const stamp = (when: string): string => placemark(`<TimeStamp><when>${when}</when></TimeStamp>`);
    expect(await table(stamp('2026-11-23T08:30:00Z') + stamp('2026-11-23T08:30:00.5-03:00'))).toEqual({ fields: [['timestamp', 'date-time']], rows: [['2026-11-23T08:30:00Z'], ['2026-11-23T08:30:00.5-03:00']] });
    expect(await table(span('2026-11-23', '2026') + span('', '2027-01'))).toEqual({ fields: [['begin', 'date'], ['end', 'text']], rows: [['2026-11-23', '2026'], [null, '2027-01']] });
  });

  // A GeoPackage or shapefile with a 31 February in a column of dates is one that other programs refuse.
  it.each(['2026-02-31', '2026-04-31', '2025-02-29', '2026-13-01', '2026-00-10', '2026-01-00'])('of time with a date that does not exist are texts: %s', async (day) => {
    const stamp = (when: string): string => placemark(`<TimeStamp><when>${when}</when></TimeStamp>`);
    expect(await table(stamp('2024-02-29') + stamp(day))).toEqual({ fields: [['timestamp', 'text']], rows: [['2024-02-29'], [day]] });
    const moment = `${day}T08:30:00Z`;
    expect(await table(stamp('2024-02-29T08:30:00Z') + stamp(moment))).toEqual({ fields: [['timestamp', 'text']], rows: [['2024-02-29T08:30:00Z'], [moment]] });
  });

  it('keep unusual names and values: references, CDATA, line breaks, significant white space', async () => {
    const found = await table(
      placemark(
        `<ExtendedData><Data name="a&lt;b&amp;&quot;c"><value>&lt;&#x1F600;&gt;</value></Data><Data name='1 "x"'><displayName>no</displayName><value>\n  two\r\nlines &#32;</value></Data><Data><value><![CDATA[ <b>&amp;</b> ]]> tail </value></Data><o:own xmlns:o="urn:o">o</o:own><o:größe xmlns:o="urn:o">5</o:größe></ExtendedData>`,
      ),
    );
    expect(found.fields.map(([name]) => name)).toEqual(['a<b&"c', '1 "x"', 'unnamed', 'own', 'größe']);
    expect(found.rows).toEqual([['<😀>', 'two\nlines  ', ' <b>&amp;</b>  tail', 'o', '5']]);
  });

  it('come with the ids of the placemarks, unless a program numbered them', async () => {
    const named = (id: string): string => `<Placemark id="${id}"/>`;
    const { layers } = await openText(kml(named('a&amp;b') + named('layer.2') + placemark('')));
    expect(layers[0].ids).toBe('own');
    for await (const { ids } of layers[0].read()) expect(ids).toEqual(['a&b', 'layer.2', null]);
    const counted = (await openText(kml(named('layer.1') + named('layer.2')))).layers[0];
    expect(counted.ids).toBe('none');
    for await (const { ids } of counted.read()) expect(ids).toBeNull();
  });

  it('know the length of their texts', async () => {
    const { layers } = await openText(kml(schema('s', ['n', 'int'], ['r', 'float']) + placemark(simple('s', ['n', '-123'], ['r', '1.25'])) + placemark(data(['t', 'four'], ['t', 'x']))));
    expect(layers[0].fields).toEqual([
      { name: 'n', type: 'integer', width: 4, decimals: null },
      { name: 'r', type: 'real', width: null, decimals: null },
      { name: 't', type: 'text', width: 4, decimals: null },
      { name: 't_2', type: 'text', width: 1, decimals: null },
    ]);
  });

  it('are read with prefixes and in other encodings', async () => {
    const text = `<?xml version="1.0" encoding="UTF-16"?><k:kml xmlns:k="http://www.opengis.net/kml/2.2"><k:Placemark><k:name>Ünï</k:name><name xmlns="urn:o">no</name><k:ExtendedData><k:Data name="größe"><k:value>五</k:value></k:Data><k:Data name="größf"><k:value>六</k:value></k:Data></k:ExtendedData></k:Placemark></k:kml>`;
    for (const bytes of [Buffer.from(`\ufeff${text}`, 'utf16le'), Buffer.from(text.replace('UTF-16', 'UTF-8'))]) {
      const { layers } = await openKmlFeatures({ format: 'kml', name: 'file', files: [fileOfBytes('file.kml', bytes)] });
      const layer = await plainLayer(layers[0]);
      expect(layer).toMatchObject({ name: 'file', fields: [['name', 'text'], ['größe', 'text'], ['größf', 'text']], features: [{ row: ['Ünï', '五', '六'] }] });
    }
  });

  it('are read as Windows-1252 if they are not UTF-8 although the file says so, with a note', async () => {
    const latin = Buffer.from(kml(placemark(`<name>S\u00e3o Irm\u00e3</name>${simple('s', ['munic\u00edpio', 'Goi\u00e1s &amp; <![CDATA[Cear\u00e1]]>'])}`)), 'latin1');
    const bytes = Buffer.concat([latin.subarray(0, latin.indexOf('</Document>')), Buffer.from(placemark('<name>São \ufffd</name>')), latin.subarray(latin.indexOf('</Document>'))]);
    const { layers, notes } = await openKmlFeatures({ format: 'kml', name: 'a', files: [fileOfBytes('a.kml', bytes)] });
    expect(await plainLayer(layers[0])).toMatchObject({ fields: [['name', 'text'], ['município', 'text']], features: [{ row: ['São Irmã', 'Goiás & Ceará'] }, { row: ['São \ufffd', null] }] });
    expect(notes).toEqual([{ code: 'text-not-utf8', text: `"a.kml" contains bytes that are not UTF-8, the first at byte ${bytes.indexOf(0xe3)}. Texts with such bytes were read as Windows-1252, the most likely encoding; check the accented letters.` }]);
  });
});

const SHELL = '0,0 10,0 10,10 0,10 0,0';
const HOLE = '2,2 2,4 4,4 4,2 2,2';
const positions = (text: string): number[][] => text.split(' ').map((tuple) => tuple.split(',').map(Number));
const GEOMETRIES: [what: string, xml: string, type: number, parts: [number, string[]][]][] = [
  ['none', '', GeometryType.None, []],
  ['a point', point('1,2'), GeometryType.Point, [[1, ['1,2']]]],
  ['a point with altitude', point('1,2,3'), GeometryType.Point, [[1, ['1,2,3']]]],
  ['a point of altitude 0', point('1,2,0'), GeometryType.Point, [[1, ['1,2,0']]]],
  ['a line', line('0,0 1,1'), GeometryType.LineString, [[2, ['0,0 1,1']]]],
  ['a ring by itself', ring(SHELL), GeometryType.LineString, [[2, [SHELL]]]],
  ['a polygon', polygon(SHELL, HOLE), GeometryType.Polygon, [[3, [SHELL, HOLE]]]],
  ['a polygon with altitudes of its shell only', polygon('0,0,5 1,0,5 1,1,5 0,0,5', '0.5,0.5 0.6,0.5 0.6,0.6 0.5,0.5'), GeometryType.Polygon, [[3, ['0,0,5 1,0,5 1,1,5 0,0,5', '0.5,0.5,0 0.6,0.5,0 0.6,0.6,0 0.5,0.5,0']]]],
  ['a polygon that is open', polygon('0,0,5 1,0 1,1'), GeometryType.Polygon, [[3, ['0,0,5 1,0,0 1,1,0 0,0,5']]]],
  ['a collection of one polygon', multi(polygon(SHELL)), GeometryType.MultiPolygon, [[3, [SHELL]]]],
  ['polygons', multi(polygon(SHELL), multi(polygon(HOLE))), GeometryType.MultiPolygon, [[3, [SHELL]], [3, [HOLE]]]],
  ['points', multi(point('1,2'), point('3,4,5')), GeometryType.MultiPoint, [[1, ['1,2,0 3,4,5']]]],
  ['lines', multi(line('0,0 1,1'), ring(SHELL)), GeometryType.MultiLineString, [[2, ['0,0 1,1']], [2, [SHELL]]]],
  ['several kinds', multi(point('1,2'), polygon(SHELL), point('3,4')), GeometryType.GeometryCollection, [[1, ['1,2']], [3, [SHELL]], [1, ['3,4']]]],
  ['two geometries side by side', point('1,2') + point('3,4'), GeometryType.MultiPoint, [[1, ['1,2 3,4']]]],
  ['an empty polygon', '<Polygon/>', GeometryType.Polygon, []],
  ['an empty collection', multi(), GeometryType.GeometryCollection, []],
  ['a collection with an empty member', multi('<Point/>', line('0,0 1,1')), GeometryType.MultiLineString, [[2, ['0,0 1,1']]]],
];

describe('geometry', () => {
  it.each(GEOMETRIES)('%s', async (_, xml, type, parts) => {
    const { features } = await only(kml(placemark(xml)));
    expect(features).toEqual([{ type, row: [], parts: parts.map(([kind, rings]) => ({ kind, rings: rings.map(positions) })) }]);
  });

  it('stays two-dimensional beside others that have altitudes', async () => {
    const { features } = await only(kml(placemark(line('0,0 1,1')) + placemark(line('0,0,7 1,1')) + placemark(line('2,2 3,3'))));
    expect(features.map(({ parts }) => parts[0].rings[0])).toEqual(['0,0 1,1', '0,0,7 1,1,0', '2,2 3,3'].map(positions));
  });

  it('is described before it is read', async () => {
    const { layers } = await openText(kml(placemark(polygon(SHELL)) + placemark('') + placemark(point('1,2')) + placemark(point('1,2'))));
    expect(layers[0]).toMatchObject({ geometryTypes: [GeometryType.Point, GeometryType.Polygon], hasZ: false, hasM: false, ids: 'none', count: 4 });
    expect((await openText(kml(placemark(point('1,2')) + placemark(point('1,2,0'))))).layers[0].hasZ).toBe(true);
  });

  it.each([
    ['<Style id="a"/><StyleMap id="b"/>', 'its styles are not.'],
    ['<NetworkLink/>', 'one link to another file is not. Links are never followed: open it in Google Earth, and save there what it shows as KML.'],
    [placemark('<Snippet>a</Snippet>'), 'its short descriptions (Snippet) are not.'],
    [placemark('<visibility>0</visibility><LookAt/><styleUrl>#a</styleUrl>'), 'its styles and its view settings (such as visibility, open, LookAt, Camera, Region) are not.'],
    [placemark('<Style/>'), 'its styles are not.'],
    [placemark('<atom:author><atom:name>Ana</atom:name></atom:author><atom:link href="https://example.org/"/>'), 'its authors and sources (atom:author, atom:link) are not.'],
    ['<atom:author/>', 'its authors and sources (atom:author, atom:link) are not.'],
    [placemark('<xal:AddressDetails><xal:Country/></xal:AddressDetails>'), 'its structured addresses (xal:AddressDetails) are not.'],
    ['<own:área/><gx:Tour><gx:Playlist/></gx:Tour>', 'its elements "own:área", "gx:Tour" are not.'],
    [placemark('<own:área/>'), 'its element "own:área" is not.'],
    ['<TimeStamp><when>2020</when></TimeStamp>', 'its element "TimeStamp" is not.'],
    [placemark('<TimeStamp><when>2020</when></TimeStamp><Point><tessellate>1</tessellate><gx:altitudeMode>absolute</gx:altitudeMode><coordinates>1,2</coordinates></Point>'), 'its height reference (altitudeMode, extrude, tessellate) is not.'],
    [placemark('<Metadata><car>MT-510</car></Metadata>'), 'its metadata (Metadata) are not.'],
    ['<description>Medido em 2020</description>', 'the description of a folder is not.'],
    ['<description>a</description><Folder><name/><description>b</description><ExtendedData><Data name="c"><value>d</value></Data></ExtendedData></Folder>', 'the descriptions of folders and the values of a folder (ExtendedData) are not.'],
    ['<ExtendedData><Data name="fazenda"><value>Boa Vista</value></Data></ExtendedData>', 'the values of a folder (ExtendedData) are not.'],
    ['<Folder><name/><ExtendedData><Data name="c"><value>d</value></Data></ExtendedData><Folder><name/><ExtendedData><SchemaData/></ExtendedData></Folder></Folder>', 'the values of folders (ExtendedData) are not.'],
    ['<Style/><description>a</description><NetworkLink/>', 'its styles, the description of a folder and one link to another file are not. Links are never followed: open it in Google Earth, and save there what it shows as KML.'],
    [placemark('<MultiGeometry><LineString><altitudeMode>absolute</altitudeMode><coordinates>0,0,7 1,1,8</coordinates></LineString></MultiGeometry>'), 'its height reference (altitudeMode, extrude, tessellate) is not.'],
    ['<Folder><GroundOverlay/><Style id="a"/></Folder><PhotoOverlay/><NetworkLink/><NetworkLink/>', 'its styles, 2 pictures and 2 links to other files are not. Links are never followed: open it in Google Earth, and save there what it shows as KML.'],
  ])('reports that %s is not a feature', async (others, said) => {
    const { layers, notes } = await openText(kml(others + placemark(point('1,2'))));
    expect(layers.map(({ count }) => count)).toEqual([others.includes('Placemark') ? 2 : 1]);
    expect(notes).toEqual([{ code: 'kml-left-behind', text: `Only the placemarks of this KML are read; ${said}` }]);
  });

  it('reports a MultiGeometry within another one, as its parts become members of the outer one', async () => {
    const nested = multi(point('1,2'), multi(polygon('0,0 1,0 1,1 0,0'), multi(polygon('5,5 6,5 6,6 5,5'))));
    const { layers, notes } = await openText(kml(placemark(multi(point('1,2'), point('3,4'))) + placemark(nested)));
    expect((await plainLayer(layers[0])).features[1].parts).toHaveLength(3);
    expect(notes).toEqual([{ code: 'collection-flattened', text: 'One MultiGeometry contains another one; it is in placemark 2 of layer "doc". The parts of these were read as separate members.' }]);
  });

  it('that is left out is reported', async () => {
    const { layers, notes } = await openText(kml(placemark(point('1,2')) + placemark('<Model/>') + placemark(multi('<Model/>', point('5,6'))) + placemark(polygon('0 0 1 1 2 2')) + placemark(line('0,0 x,1'))));
    const { features } = await plainLayer(layers[0]);
    expect(features.map(({ type, parts }) => [type, parts.length])).toEqual([[1, 1], [0, 0], [4, 1], [0, 0], [2, 1]]);
    expect(notes.map(({ text }) => text)).toEqual([
      '2 geometries are of a kind that is not read (such as 3D models); the first one is in placemark 2 of layer "doc". They were left out.',
      expect.stringMatching(/^One geometry has coordinates that cannot be read .*; it is in placemark 4 of layer "doc". It was left out\.$/),
      'One position does not have two readable numbers; it is in placemark 5 of layer "doc". Such positions stay without a location.',
    ]);
  });
});

it.each([
  [point('-50,5,-15,3'), 1, 'ordinates-left-out', /^One number is beyond the first three of a position, which KML does not allow; it is in placemark 2 of layer "doc"\. It was left out\.$/],
  [line('0,0,7,1 1,1,8,2'), 1, 'ordinates-left-out', /^2 numbers are beyond the first three of a position, which KML does not allow; the first one is in placemark 2 of layer "doc"\. They were left out\.$/],
  [line('-55.8,-60.7,0,-55.1,-60.8,0,-54.3,-61.0,0'), 0, 'geometry-left-out', /^One geometry has coordinates that cannot be read without losing a number .*; it is in placemark 2 of layer "doc"\. It was left out\.$/],
] as const)('%s has numbers that no position can hold, which is reported', async (geometry, parts, code, said) => {
  const { layers, notes } = await openText(kml(placemark(point('1,2')) + placemark(geometry)));
  const { features } = await plainLayer(layers[0]);
  expect(features.map((feature) => feature.parts.length)).toEqual([1, parts]);
  expect(notes.map((note) => [note.code, note.text])).toEqual([[code, expect.stringMatching(said)]]);
});

it('keeps the HTML of a description that is not escaped', async () => {
  const html = '<p class="a">Farm <b>São João</b></p><br/><a href="https://example.org/?a=1&amp;b=2">more</a>';
  const { layers } = await openText(kml(placemark(`<description>\n  ${html}\n</description><ExtendedData><own:lot xmlns:own="x"><own:a>1</own:a><own:b>2</own:b></own:lot></ExtendedData>${point('1,2')}`)));
  const { features } = await plainLayer(layers[0]);
  expect(layers[0].fields.map(({ name }) => name)).toEqual(['description', 'lot']);
  expect(features[0].row).toEqual([html, '<own:a>1</own:a><own:b>2</own:b>']);
});

describe('layers', () => {
  it('are the containers with placemarks, under their own names if these are unique', async () => {
    const folder = (name: string, content: string): string => `<Folder><name>${name}</name>${content}</Folder>`;
    const p = (name: string): string => placemark(`<name>${name}</name>`);
    const { layers } = await openText(kml(folder('a', p('1') + folder('b', p('2')) + p('3')) + folder('c', folder('b', p('4'))) + folder('none', '') + p('5')));
    const found = await Promise.all(layers.map(plainLayer));
    expect(found.map(({ name, features }) => [name, features.map(({ row }) => row[0])])).toEqual([
      ['a', ['1', '3']],
      ['doc / a / b', ['2']],
      ['doc / c / b', ['4']],
      ['doc', ['5']],
    ]);
  });

  it('are not made of folders without placemarks, which are reported', async () => {
    const folder = (name: string, content = ''): string => `<Folder><name>${name}</name>${content}</Folder>`;
    const told = async (...folders: string[]): Promise<unknown> => (await openText(kml(folders.join('') + placemark('<name>p</name>')))).notes.map(({ code, text }) => `${code}: ${text}`);
    expect(await told(folder('a', placemark('')))).toEqual([]);
    expect(await told(folder('a', folder('b', '<Style/>')))).toEqual(['kml-left-behind: Only the placemarks of this KML are read; its styles are not.', 'kml-left-behind: A folder without placemarks was left out: "b".']);
    expect(await told('<Folder/>', ...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => folder(name)))).toEqual(['kml-left-behind: Folders without placemarks were left out: "a", "b", "c", "d", "e" and 1 more.']);
  });

  it('are not made of a document without placemarks, and are named after the file if nothing has a name', async () => {
    expect((await openText(kml(''))).layers).toEqual([]);
    expect((await openText('<kml><Placemark/></kml>', 'file')).layers[0].name).toBe('file');
  });

  it('can be read again, in consecutive batches, also if a placemark is larger than one read', async () => {
    const many = Array.from({ length: 2 * BATCH_FEATURES + 5 }, (_, i) => placemark(`<name>${i}</name>${point(`${i % 90},1`)}`));
    const large = placemark(`<name>large</name>${line(Array.from({ length: 120_000 }, (_, i) => `${i / 700},${i / 1300}`).join(' '))}`);
    const { layers } = await openText(kml(many.join('') + large + many.join('')));
    const first = await plainLayer(layers[0]);
    expect(first.features.map(({ row }) => row[0])).toEqual([...many.keys(), 'large', ...many.keys()].map(String));
    expect(first.features[many.length].parts[0].rings[0]).toHaveLength(120_000);
    expect(JSON.stringify(await plainLayer(layers[0])) === JSON.stringify(first)).toBe(true);
    for await (const batch of layers[0].read()) expect(batch.rows.length).toBeLessThanOrEqual(BATCH_FEATURES);
  });
});

describe('a file that is refused or damaged', () => {
  it.each([
    ['xml-doctype', '<!DOCTYPE kml [<!ENTITY a "b">]><kml/>'],
    ['xml-malformed', '<kml><Placemark><name>a'],
    ['not-kml', '<gpx/>'],
    ['file-empty', ''],
    ['too-large', kml(placemark(data(...Array.from({ length: 5000 }, (_, i): [string, string] => [`f${i}`, ''])))), ],
    ['too-large', kml(placemark(data(...Array.from({ length: 20_001 }, (): [string, string] => ['f', ''])))), ],
    ['too-large', kml(Array.from({ length: 30 }, (_, i) => schema(`s${i}`, ...Array.from({ length: 3400 }, (_field, j): [string, string] => [`f${j}`, 'int']))).join('') + placemark(data(['x', ''])))],
    ['too-large', kml(placemark(data(['x'.repeat(5000), ''])))],
    ['too-large', kml(placemark(data(['x', 'y'.repeat(17_000_000)])))],
    ['too-large', kml(schema('s', ...Array.from({ length: 5000 }, (_, i): [string, string] => [`f${i}`, 'int'])) + placemark(simple('s', ['f1', '1'])))],
  ])('%s', async (code, text) => {
    const error: unknown = await openText(text).then(() => null, (reason: unknown) => reason);
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({ code });
  });

  it('is refused with a clear problem, or read to its end, whatever bytes are changed', async () => {
    const whole = new TextEncoder().encode(kml(schema('s', ['a', 'int']) + placemark(`<name>é</name>${simple('s', ['a', '1'])}${multi(polygon(SHELL, HOLE), point('1,2,3'))}`) + placemark(data(['b', '<![CDATA[x]]>']) + line('0,0 1,1'))));
    let read = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.constantFrom('<', '>', '/', '&', ';', '"', '=', ':', ' ', ']', '!', '-', '0', ',', 'a', '\u0000', 'ÿ')), { minLength: 1, maxLength: 2 }), fc.oneof(fc.constant(whole.length), fc.nat(whole.length)), async (changes, length) => {
        const bytes = whole.slice(0, length);
        for (const [place, character] of changes) bytes[place] = character.charCodeAt(0);
        try {
          const { layers } = await openKmlFeatures({ format: 'kml', name: 'file', files: [fileOfBytes('file.kml', bytes)] });
          for (const layer of layers) await plainLayer(layer);
          read++;
        } catch (error) {
          if (!(error instanceof ProblemError)) throw error;
        }
      }),
      { numRuns: 1500 },
    );
    expect(read).toBeGreaterThan(20);
  });

  it('is read again for each layer only as far as that layer goes, since there may be thousands of folders', async () => {
    const folders = Array.from({ length: 100 }, (_, folder) => `<Folder><name>${String(folder)}</name>${placemark(point('1,1')).repeat(2)}</Folder>`).join('');
    const bytes = new TextEncoder().encode(kml(folders));
    let read = 0;
    const { layers } = await openKmlFeatures({ format: 'kml', name: 'file', files: [{ name: 'file.kml', size: bytes.length, read: (start, end) => Promise.resolve(bytes.subarray(start, ((read += end - start), end))) }] });
    read = 0;
    for (const layer of layers) expect((await plainLayer(layer)).features).toHaveLength(2);
    expect(read).toBeLessThanOrEqual(bytes.length);
  });

  it('is refused if it became shorter in the meantime', async () => {
    const bytes = new TextEncoder().encode(kml(placemark('<name>a</name>')));
    let size = bytes.length;
    const { layers } = await openKmlFeatures({ format: 'kml', name: 'file', files: [{ name: 'file.kml', size, read: (start, end) => Promise.resolve(bytes.subarray(start, Math.min(end, size))) }] });
    size -= 50;
    await expect(layers[0].read().next()).rejects.toMatchObject({ code: 'xml-malformed' });
  });
});
