import { ProblemError } from '@geoinsights/contract';
import { describe, expect, it } from 'vitest';
import { openText } from './patching.ts';

async function problemOf(text: string | Uint8Array, chunk?: number): Promise<ProblemError> {
  try {
    await openText(text, chunk);
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  throw new Error('the file was taken');
}

const FEATURE = '{"type":"Feature","properties":{"a":"é"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[2.5e0,0],[2,2],[0,0]]]}}';
const POINT = (coordinates: string): string => `{"type":"Point","coordinates":${coordinates}}`;

const WRONG: [string, string | Uint8Array, string, RegExp][] = [
  ['nothing', '', 'file-empty', /0 bytes/],
  ['white space', ' \n', 'json-not-json', /white space/],
  ['XML', '<kml/>', 'json-not-json', /begins with "<"/],
  ['text', 'hello', 'json-not-json', /begins with "h"/],
  ['bytes', Uint8Array.of(0, 1, 2), 'json-not-json', /control character 0/],
  ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x7b, 0), 'geojson-encoding', /UTF-16/],
  ['UTF-16 without a mark', Uint8Array.of(0x7b, 0, 0x22, 0), 'geojson-encoding', /UTF-16/],
  ['a list', `[${FEATURE}]`, 'geojson-not-geojson', /a list/],
  ['any JSON', '{"a":1}', 'geojson-not-geojson', /without a "type"/],
  ['another type', '{"type":"Style"}', 'geojson-not-geojson', /"Style"/],
  ['a type that is no text', '{"type":7}', 'geojson-not-geojson', /no text/],
  ['TopoJSON', '{"type":"Topology","objects":{},"arcs":[]}', 'geojson-topojson', /topo2geo/],
  ['ESRI JSON', '{"spatialReference":{"wkid":4326},"features":[{"attributes":{},"geometry":{"rings":[[[0,0],[1,1]]]}}]}', 'geojson-esri-json', /f=geojson/],
  ['an ESRI geometry', '{"rings":[[[0,0],[1,1]]]}', 'geojson-esri-json', /f=geojson/],
  ['a superfluous comma', '{"type":"Feature",\n "geometry":null,}', 'json-syntax', /line 2, column 18 \(byte 36\).*member name.*"}"/],
  ['a comma too many in a list', POINT('[1,]'), 'json-syntax', /a number|a value/],
  ['a comma too many between rings', '{"type":"LineString","coordinates":[[1,2],]}', 'json-syntax', /value/],
  ['a missing comma', POINT('[1 2]'), 'json-syntax', /"," or "]" was expected, but "2"/],
  ['a missing colon', '{"type" "Point"}', 'json-syntax', /":" was expected/],
  ['single quotes', "{'type':'Point'}", 'json-syntax', /double quotes/],
  ['a leading zero', POINT('[01,2]'), 'json-syntax', /superfluous 0/],
  ['a leading plus', POINT('[+1,2]'), 'json-syntax', /"\+"/],
  ['a point without digits', POINT('[1.,2]'), 'json-syntax', /decimal point/],
  ['a bare point', POINT('[.5,2]'), 'json-syntax', /"\."/],
  ['an exponent without digits', POINT('[1e,2]'), 'json-syntax', /exponent/],
  ['a hexadecimal number', POINT('[0x10,2]'), 'json-syntax', /"x"/],
  ['a word that begins like NaN', '{"type":"Feature","properties":{"a":Nan}}', 'json-syntax', /NaN/],
  ['a word', '{"type":"Feature","properties":{"a":nil}}', 'json-syntax', /null/],
  ['a comment', '{"type":"Feature",/* */"geometry":null}', 'json-syntax', /"\/"/],
  ['a line end in a text', '{"type":"Feature","properties":{"a":"b\nc"}}', 'json-syntax', /control character|line end/],
  ['an unknown escape', '{"type":"Feature","properties":{"a":"\\x"}}', 'json-syntax', /"x"/],
  ['a broken \\u', '{"type":"Feature","properties":{"a":"\\u12g4"}}', 'json-syntax', /hexadecimal/],
  ['brackets that do not match', '{"type":"Feature","properties":{"a":[1}}', 'json-syntax', /"," or "]"/],
  ['something behind the end', `${FEATURE}}`, 'json-syntax', /the end of the file or another object/],
  ['coordinates one level too flat', `{"type":"FeatureCollection","features":[${FEATURE},\n{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[0,0],[1,1]]}}]}`, 'geojson-geometry', /line 2.*feature 2 has coordinates that are not nested/],
  ['coordinates one level too deep', '{"type":"LineString","coordinates":[[[0,0],[1,1]]]}', 'geojson-geometry', /not nested/],
  ['coordinates that are an object', POINT('{"x":1}'), 'geojson-geometry', /not nested/],
  ['no coordinates', '{"type":"Point"}', 'geojson-geometry', /without "coordinates"/],
  ['no geometries', '{"type":"GeometryCollection"}', 'geojson-geometry', /without "geometries"/],
  ['no features', '{"type":"FeatureCollection"}', 'geojson-geometry', /no list of "features"/],
  ['features that are none', '{"type":"FeatureCollection","features":{}}', 'geojson-geometry', /features/],
  ['null among the features', '{"type":"FeatureCollection","features":[null]}', 'geojson-geometry', /features/],
  ['something else among the features', '{"type":"FeatureCollection","features":[{"a":1}]}', 'geojson-geometry', /feature 1 is an object without a "type"/],
  ['a geometry without type', '{"type":"Feature","geometry":{"coordinates":[1,2]}}', 'geojson-geometry', /without a "type"/],
  ['a geometry that is a feature', `{"type":"Feature","geometry":${FEATURE}}`, 'geojson-geometry', /a Feature/],
  ['a geometry that is a text', '{"type":"Feature","geometry":"POINT (1 2)"}', 'geojson-geometry', /neither an object nor null/],
  ['deep brackets', `{"type":"Feature","properties":${'['.repeat(200_000)}`, 'too-large', /1000 deep \(line 1/],
  ['deep objects', `{"type":"Feature","properties":${'{"a":'.repeat(200_000)}`, 'too-large', /1000 deep/],
  ['deep brackets in coordinates', POINT('['.repeat(200_000)), 'too-large', /1000 deep/],
  ['deep collections', '{"type":"GeometryCollection","geometries":['.repeat(200), 'too-large', /100 deep/],
  ['a number without end', POINT(`[${'1'.repeat(2_000_000)}`), 'too-large', /characters/],
  ['a number without end elsewhere', `{"a":${'1'.repeat(2_000_000)}}`, 'too-large', /characters/],
];

describe('a file that is not what it should be', () => {
  it.each(WRONG)('%s', async (_, text, code, sentence) => {
    const error = await problemOf(text);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(sentence);
    expect(error.message).toContain('"test.geojson"');
    if (text.length > 0 && text.length < 500) expect(await problemOf(text, 1)).toMatchObject({ code, message: error.message });
  });

  it('that is cut off anywhere says so', async () => {
    const whole = `{"type":"FeatureCollection","features":[${FEATURE},{"type":"Feature","geometry":null,"a":[true,-1.5e3,"\\u0041"]}]}`;
    const bytes = new TextEncoder().encode(whole);
    for (let end = 1; end < bytes.length; end++) {
      const error = await problemOf(bytes.subarray(0, end));
      expect(`${end}: ${error.code}`).toBe(`${end}: json-truncated`);
      expect(error.details['offset']).toBe(end);
    }
  });

  it('is told by line, column and byte, in characters for people', async () => {
    const error = await problemOf('{"type":"Feature",\r\n"properties":{"é😀":x}}');
    expect(error.details).toMatchObject({ line: 2, column: 20, offset: 43 });
  });

  it('does not take longer for collections that nest with the type last', async () => {
    const nestedBy = (depth: number): string => '{"geometries":['.repeat(depth) + POINT('[1,2]') + '],"type":"GeometryCollection"}'.repeat(depth);
    const opened = await openText(nestedBy(99));
    expect([...opened.layers[0].geometry.xy]).toEqual([1, 2]);
  });
});
