import { PartKind } from '@geoinsights/geometry';
import type { Layer } from '@geoinsights/geometry';
import { describe, expect, it, test } from 'vitest';
import { fileOfBytes } from '../../files/memory.ts';
import { openGeoJsonFeatures } from '../features.ts';
import { applied, openText } from './patching.ts';

/** The layer as nested lists: features of parts of rings of positions. */
function nested(layer: Layer): number[][][][][] {
  const slice = (offsets: Int32Array, index: number): number[] => Array.from({ length: offsets[index + 1] - offsets[index] }, (_, step) => offsets[index] + step);
  return Array.from({ length: layer.featureOffsets.length - 1 }, (_, feature) =>
    slice(layer.featureOffsets, feature).map((part) =>
      slice(layer.partOffsets, part).map((ring) => slice(layer.ringOffsets, ring).map((vertex) => [layer.xy[2 * vertex], layer.xy[2 * vertex + 1]])),
    ),
  );
}

const SQUARE = '[[[0,0],[2,0],[2,2],[0,0]]]';
const SQUARE_READ = [[[[0, 0], [2, 0], [2, 2], [0, 0]]]];
const POLYGON = `{"type":"Polygon","coordinates":${SQUARE}}`;

/** How each spelling must be read. All of them must come back unchanged, however short the reads are. */
const SPELLINGS: Record<string, { text: string | Uint8Array; read: unknown; kinds?: number[]; z?: number[]; m?: number[]; labels?: string[] }> = {
  'a bare geometry': { text: POLYGON, read: [SQUARE_READ] },
  'a feature': { text: `{"type":"Feature","properties":null,"geometry":${POLYGON}}`, read: [SQUARE_READ] },
  'a collection without features': { text: '{"type":"FeatureCollection","features":[]}', read: [] },
  'features before the type': { text: `{"features":[{"geometry":${POLYGON},"type":"Feature"}],"type":"FeatureCollection"}`, read: [SQUARE_READ] },
  'coordinates before the type': { text: `{"coordinates":${SQUARE},"type":"Polygon"}`, read: [SQUARE_READ] },
  'lines of which the nesting is that of a polygon': { text: '{"coordinates":[[[0,0],[1,1]],[[2,2],[3,3]]],"type":"MultiLineString"}', read: [[[[[0, 0], [1, 1]]], [[[2, 2], [3, 3]]]]], kinds: [PartKind.Line, PartKind.Line] },
  'an empty ring first, before the type': { text: '{"coordinates":[[],[[0,0],[1,1]]],"type":"Polygon"}', read: [[[[], [[0, 0], [1, 1]]]]] },
  'empty coordinates of every type': {
    text: ['Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon'].map((type) => `{"type":"${type}","coordinates":[]}\n{"coordinates":[],"type":"${type}"}`).join('\n'),
    read: Array.from({ length: 12 }, () => []),
  },
  'a part without rings': { text: '{"type":"MultiPolygon","coordinates":[[],[[[0,0],[1,1]]],[]]}', read: [[[[[0, 0], [1, 1]]]]] },
  'points and lines': {
    text: '{"type":"Point","coordinates":[1,2]}\n{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}\n{"type":"LineString","coordinates":[[1,2],[3,4]]}',
    read: [[[[[1, 2]]]], [[[[1, 2], [3, 4]]]], [[[[1, 2], [3, 4]]]]],
    kinds: [PartKind.Point, PartKind.Point, PartKind.Line],
  },
  'collections in collections, with the type last': {
    text: `{"geometries":[{"geometries":[${POLYGON},{"type":"Point","coordinates":[1,2]}],"type":"GeometryCollection"},{"type":"GeometryCollection","geometries":[]}],"type":"GeometryCollection"}`,
    read: [[...SQUARE_READ, [[[1, 2]]]], []],
    kinds: [PartKind.Polygon, PartKind.Point],
  },
  'a collection that is the document, whose geometries are features of their own': {
    text: `{"bbox":[0,0,1,1],"type":"GeometryCollection","geometries":[${POLYGON},${POLYGON}]}`,
    read: [SQUARE_READ, SQUARE_READ],
  },
  'a collection in a feature, which is one': { text: `{"type":"Feature","geometry":{"type":"GeometryCollection","geometries":[${POLYGON},${POLYGON}]}}`, read: [[...SQUARE_READ, ...SQUARE_READ]] },
  'geometry null, missing, empty': { text: '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null},{"type":"Feature"},{"type":"Feature","geometry":{}}]}', read: [[], [], []] },
  'members of the same names elsewhere': {
    text: `{"coordinates":[1],"geometries":7,"geometry":{"type":"Point","coordinates":"x"},"type":"FeatureCollection","properties":{"type":"Feature","features":[1]},"features":[{"type":"Feature","coordinates":[[9]],"properties":{"geometry":${POLYGON},"coordinates":[[0,0]],"type":"Polygon","a":{"features":[{}]}},"features":[2],"geometry":${POLYGON}}]}`,
    read: [SQUARE_READ],
  },
  'a geometry that another type makes meaningless': { text: `{"geometry":{"type":"Polygon","coordinates":[7]},"coordinates":${SQUARE},"type":"Polygon"}`, read: [SQUARE_READ] },
  'members that stand twice': {
    text: `{"type":"Feature","geometry":{"type":"Polygon","type":"LineString","coordinates":[[[7,7,9]]],"coordinates":[[0,0],[1,1]]},"geometry":{"type":"Point","coordinates":[[1]],"coordinates":[0,0]},"geometry":{"type":"LineString","coordinates":[[0,0],[1,1]],"type":"MultiPoint"}}`,
    read: [[[[[0, 0], [1, 1]]]]],
    kinds: [PartKind.Point],
  },
  'features twice': { text: `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":${POLYGON},"id":1}],"features":[{"type":"Feature","geometry":null,"id":"b"}]}`, read: [[]], labels: ['b'] },
  'names and texts in escapes': { text: '{"\\u0074ype":"\\u0050oint","c\\u006Fordinates":[1,2]}', read: [[[[[1, 2]]]]], kinds: [PartKind.Point] },
  'every escape in a text': { text: `{"type":"Feature","properties":{"a":"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00 é 😀","}":"]"},"geometry":${POLYGON}}`, read: [SQUARE_READ] },
  'numbers in every spelling': {
    text: '{"type":"LineString","coordinates":[[1.0,1e2],[-0,1E-2],[0.1e+1,12345678901234567890],[123.45678901234567890123,-0.000000000000000000000000000001],[9007199254740993,4.35],[1e400,5e-324],[0.30000000000000004,2.2250738585072011e-308]]}',
    read: [[[[[1, 100], [-0, 0.01], [1, Number('12345678901234567890')], [123.45678901234568, -1e-30], [9007199254740992, 4.35], [Infinity, 5e-324], [0.30000000000000004, 2.225073858507201e-308]]]]],
    kinds: [PartKind.Line],
  },
  'white space everywhere': { text: ' {\r\n"type"\t:\n"Polygon" , "coordinates" : [ [ [ 0 , 0 ] ,\n[ 2,0 ], [2 ,2] , [ 0, 0 ] ] ] } \n', read: [SQUARE_READ] },
  'more ordinates, and vertices without': { text: '{"type":"LineString","coordinates":[[1,2],[3,4,5],[6,7,8,9],[1,2,3,4,5,6]]}', read: [[[[[1, 2], [3, 4], [6, 7], [1, 2]]]]], kinds: [PartKind.Line], z: [NaN, 5, 8, 3], m: [NaN, NaN, 9, 4] },
  'ordinates that are no numbers': {
    text: '{"type":"LineString","coordinates":[[null,2],[NaN,1],[Infinity,-Infinity],["1","a,]\\""],[1],[],null,[true,2],[1,2,null]]}',
    read: [[[[[NaN, 2], [NaN, 1], [Infinity, -Infinity], [NaN, NaN], [1, NaN], [NaN, NaN], [NaN, NaN], [NaN, 2], [1, 2]]]]],
    kinds: [PartKind.Line],
  },
  'a byte order mark': { text: `\ufeff${POLYGON}`, read: [SQUARE_READ] },
  'a sequence with record separators': { text: `\u001e${POLYGON}\n\u001e{"type":"Feature","geometry":null}\n`, read: [SQUARE_READ, []] },
  'a sequence of lines': { text: `${POLYGON}\r\n\r\n{"type":"FeatureCollection","features":[{"type":"Feature","id":3,"geometry":null}]}\n${POLYGON}`, read: [SQUARE_READ, [], SQUARE_READ] },
  'a geometry among the features': { text: `{"type":"FeatureCollection","features":[${POLYGON}]}`, read: [SQUARE_READ] },
  'labels': {
    text: `{"type":"FeatureCollection","features":[{"type":"Feature","id":7,"properties":{"id":8,"Nome":"São","x":{"name":"no"},"NAME":"\\u0041b"},"geometry":null},{"type":"Feature","properties":{"nome":null,"id":1.50,"name":""},"geometry":null},{"type":"Feature","properties":{"x":1},"id":"q\\"","geometry":null},{"type":"Feature","geometry":null}]}`,
    read: [[], [], [], []],
    labels: ['Ab', '1.50', 'q"', 'feature 4'],
  },
  'bytes that are no UTF-8': { text: Uint8Array.from([...new TextEncoder().encode('{"type":"Feature","properties":{"a":"'), 0xe7, 0xff, ...new TextEncoder().encode(`"},"geometry":${POLYGON}}`)]), read: [SQUARE_READ] },
  'a text longer than any window': { text: `{"type":"Feature","properties":{"name":"${'é\\n'.repeat(4000)}","${'k'.repeat(9000)}":[1]},"${'n'.repeat(9000)}":1,"geometry":${POLYGON}}`, read: [SQUARE_READ] },
};

describe('every way of writing is read and comes back untouched', () => {
  it.each(Object.entries(SPELLINGS))('%s', async (_, { text, read, kinds, z, m, labels }) => {
    for (const chunk of [undefined, 1, 7]) {
      const opened = await openText(text, chunk);
      const [layer] = opened.layers;
      expect(nested(layer.geometry)).toEqual(read);
      if (kinds !== undefined) expect([...layer.geometry.partKinds]).toEqual(kinds);
      expect(layer.geometry.z === null ? undefined : [...layer.geometry.z]).toEqual(z);
      expect(layer.geometry.m === null ? undefined : [...layer.geometry.m]).toEqual(m);
      if (labels !== undefined) expect(labels.map((__, feature) => layer.label(feature))).toEqual(labels);
      const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
      expect(await applied(opened, null)).toBe(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
    }
  });

  it('cuts a long label between characters', async () => {
    const opened = await openText(`{"type":"Feature","properties":{"name":"${'é\\u00e9'.repeat(100)}"},"geometry":null}`);
    expect(opened.layers[0].label(0)).toMatch(/^é{20,40}…$/);
  });

  it('has a label for names of every length, whatever stands where they are cut', async () => {
    for (let length = 100; length < 130; length++) {
      for (const end of ['', '"', '""', '\\', '\\"', 'é', '\n']) {
        const name = 'a'.repeat(length) + end.repeat(4);
        const opened = await openText(JSON.stringify({ type: 'Feature', properties: { name }, geometry: null }));
        const label = opened.layers[0].label(0);
        if (label !== name) expect(label).toMatch(/…$/);
        expect(name.startsWith(label.replace(/…$/, ''))).toBe(true);
        expect(label.length).toBeGreaterThanOrEqual(Math.min(100, name.length));
      }
    }
  });

  it('reads numbers exactly as JavaScript does', async () => {
    const spelt: string[] = [];
    let seed = 1;
    const random = (below: number): number => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) % below;
    for (let count = 0; count < 20000; count++) {
      const digits = (length: number): string => Array.from({ length }, () => String(random(10))).join('');
      const whole = random(3) === 0 ? '0' : String(1 + random(9)) + digits(random(12));
      spelt.push(`${random(2) === 0 ? '-' : ''}${whole}${random(5) === 0 ? '' : `.${digits(1 + random(20))}`}${random(6) === 0 ? `e${random(2) === 0 ? '-' : ''}${random(330)}` : ''}`);
    }
    const opened = await openText(`{"type":"MultiPoint","coordinates":[${spelt.map((text) => `[${text},${text} ]`).join(',')}]}`);
    const { xy } = opened.layers[0].geometry;
    expect(xy.length).toBe(2 * spelt.length);
    const wrong = spelt.filter((text, index) => !Object.is(xy[2 * index], Number(text)) || !Object.is(xy[2 * index + 1], Number(text)));
    expect(wrong).toEqual([]);
  });
});

describe('a file of very many features', () => {
  it('is read whole, and memory that grows with them is not copied for each of them', async () => {
    const count = 300_000;
    const opened = await openText(Array.from({ length: count }, (_, index) => `{"type":"Point","coordinates":[${index},1]}`).join('\n'));
    const { xy, featureOffsets, partOffsets, ringOffsets } = opened.layers[0].geometry;
    for (const offsets of [featureOffsets, partOffsets, ringOffsets]) expect(offsets.length).toBe(count + 1);
    expect(xy[2 * count - 2]).toBe(count - 1);
  });
});

describe('the CRS', () => {
  it.each([
    ['"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::4674"}},', 'EPSG:4674', 'EPSG:4674', 'geographic', 0],
    ['"crs":{"properties":{"name":"EPSG:31983"},"type":"name"},', 'EPSG:31983', 'EPSG:31983', 'planar', 0],
    ['"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}},', 'WGS 84', 'OGC:CRS84', 'geographic', 0],
    ['"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS83"}},', 'NAD83', 'EPSG:4269', 'geographic', 0],
    ['"crs":{"type":"name","properties":{"name":"CRS:27"}},', 'NAD27', 'EPSG:4267', 'geographic', 0],
    ['"crs":{"type":"EPSG","properties":{"code":32723}},', 'EPSG:32723', 'EPSG:32723', 'planar', 0],
    ['"crs":{"type":"link","properties":{"href":"http://example.com/crs/42"}},', 'unknown', null, 'geographic', 1],
    ['"crs":{"type":"name","properties":{"name":"MyGrid"}},', 'unknown', null, 'geographic', 1],
    ['"crs":null,', 'unknown', null, 'geographic', 1],
    // NaN and infinities as bare words (mutant 949835).
    ['"crs":-Infinity,', 'unknown', null, 'geographic', 1],
    ['"crs":{"type":"name","properties":{"name":"EPSG:31983","x":NaN}},', 'EPSG:31983', 'EPSG:31983', 'planar', 0],
    ['', 'WGS 84 (by the format)', 'EPSG:4326', 'geographic', 0],
  ])('%s', async (member, name, code, kind, notes) => {
    const opened = await openText(`{"type":"FeatureCollection",${member}"features":[{"type":"Feature","geometry":${POLYGON}}]}`);
    expect(opened.layers[0].crs).toMatchObject({ name, code, units: { kind } });
    expect(opened.notes.map((note) => note.code)).toEqual(Array.from({ length: notes }, () => 'crs-missing'));
  });
});

it.each([
  ['{"type":"name","properties":{"name":"MyGrid"}}', 'The file names the reference system "MyGrid" (member "crs"), which is not recognised.'],
  ['{"type":"link","properties":{"href":"http://example.com/crs/42"}}', 'The file states its reference system as a link (member "crs"), and links are never followed.'],
  ['null', 'The "crs" member is null. The file does not say which coordinate reference system it uses.'],
  ['{}', 'The "crs" member does not name a system. The file does not say which coordinate reference system it uses.'],
])('says for a crs member %s why the system is unknown, and not that none is stated although one is', async (member, why) => {
  const { notes } = await openText(`{"type":"FeatureCollection","crs":${member},"features":[{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[500000,7000000]}}]}`);
  expect(notes.map(({ text }) => text)).toEqual([`${why} Its coordinates were read as plain units of unknown length.`]);
});

describe('coordinates in metres without a crs member', () => {
  const inMetres = (positions: string) => `{"type":"Feature","geometry":{"type":"LineString","coordinates":[${positions}]}}`;

  it('are plain units, and the notes say so', async () => {
    const opened = await openText(inMetres('[350000,7399875],[350100,7399875]'));
    expect(opened.layers[0].crs).toEqual({ name: 'unknown', code: null, units: { kind: 'planar' }, metresPerUnit: null });
    expect(opened.notes).toEqual([{ code: 'crs-missing', text: expect.stringMatching(/^GeoJSON without a "crs" member is in degrees.*go beyond ±180 and ±90.*read as plain units/) as string }]);
  });

  it('are recognised by a single coordinate beyond ±180 or ±90', async () => {
    const kindOf = async (positions: string) => (await openText(inMetres(positions))).layers[0].crs.units.kind;
    expect(await kindOf('[-180,-90],[180,90]')).toBe('geographic');
    expect(await kindOf('[-180,-90],[180,90.001]')).toBe('planar');
    expect(await kindOf('[-180.001,0],[180,0]')).toBe('planar');
    expect(await kindOf('')).toBe('geographic');
  });
});

test.each([
  ['[1,2],[3,4],[5,-1500]', 'but one of its 3 positions goes beyond ±180 and ±90 (in feature 2). If the others are degrees, correct it.'],
  ['[1,2],[200,4],[5,95],[1,2],[3,4]', 'but 2 of its 5 positions go beyond ±180 and ±90 (first in feature 2). If the others are degrees, correct these.'],
  ['[179,2],[181,4],[179,3]', 'but one of its 3 positions goes beyond ±180 and ±90 (in feature 2).'],
  ['[1,2],[200,4],[5,95]', 'but these coordinates go beyond ±180 and ±90.'],
])('a few positions that cannot be degrees are named: %s', async (positions, said) => {
  const text = `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null},{"type":"Feature","geometry":{"type":"LineString","coordinates":[${positions}]}}]}`;
  const read = await openGeoJsonFeatures({ format: 'geojson', name: 'a', files: [fileOfBytes('a.geojson', new TextEncoder().encode(text))] });
  for (const { notes } of [await openText(text), read]) {
    expect(notes.map((note) => note.text)).toEqual([`GeoJSON without a "crs" member is in degrees (WGS 84), ${said} The file does not say which coordinate reference system it uses. Its coordinates were read as plain units of unknown length.`]);
  }
});

describe('a geometry of another kind', () => {
  it('stays as it is, with a note', async () => {
    const opened = await openText('{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null},{"type":"Feature","geometry":{"type":"CircularString","coordinates":[[0,0],[1,1],[2,0]]}}]}');
    expect(nested(opened.layers[0].geometry)).toEqual([[], []]);
    expect(opened.notes).toEqual([{ code: 'geometry-not-repaired', text: 'One geometry has a type that GeoJSON does not have; it is in feature 2 (type "CircularString"). It was left as it is.' }]);
  });
});

describe('a position without two numbers', () => {
  const collection = (...geometries: string[]): string => `{"type":"FeatureCollection","features":[${geometries.map((geometry) => `{"type":"Feature","geometry":${geometry}}`).join(',')}]}`;

  it('is noted in a geometry that is not repaired', async () => {
    const opened = await openText(collection('null', POLYGON, '{"type":"Point","coordinates":["a","b"]}', '{"type":"LineString","coordinates":[[0,0],[1]]}'));
    expect(opened.notes).toEqual([{ code: 'position-unreadable', text: '2 positions of points and lines do not have two readable numbers; the first one is in feature 3. They were left as they are.' }]);
    const one = await openText(collection('{"type":"Point","coordinates":[1]}'));
    expect(one.notes[0].text).toMatch(/^One position .* is in feature 1\./);
  });

  it('is left to the repair in a polygon; an empty point has none', async () => {
    const opened = await openText(collection('{"type":"Polygon","coordinates":[[[0,0],[2,0],["a","b"],[2,2],[0,0]]]}', '{"type":"Point","coordinates":[]}', '{"type":"Point","coordinates":[1,2]}'));
    expect(opened.notes).toEqual([]);
  });

  it('is refused if a polygon would lose a vertex that is written as a text', async () => {
    await expect(openText(collection('{"type":"Polygon","coordinates":[[[0,0],[2,0],[2],[2,2],[0,0]]]}'))).rejects.toMatchObject({ code: 'geojson-geometry', message: expect.stringContaining('has a position with only one number') as string });
    for (const text of ['"0.5"', '"12,5"', '"7\\u00b030"']) {
      await expect(openText(collection('{"type":"Point","coordinates":["1","2"]}', `{"type":"Polygon","coordinates":[[[0,0],[2,0],[${text},2],[2,2],[0,0]]]}`))).rejects.toMatchObject({
        code: 'geojson-geometry', message: expect.stringMatching(/column \d+.*feature 2 has a coordinate that is the text ".*" instead of a number/) as string,
      });
    }
  });
});
