import { describe, expect, it } from 'vitest';
import { fileOfBytes } from '../../files/memory.ts';
import { openGeoJsonFeatures } from '../features.ts';
import { batchesOf, featuresOf, openFeatures } from './feature-files.ts';
import { filesOf, openText } from './patching.ts';
import { FEATURE, POINT, WRONG } from './wrong-files.ts';
import { problemOf } from '../../../test/problem-of.ts';

describe('a damaged file', () => {
  it.each(WRONG)('%s: the same error as from the driver', async (_, text, code) => {
    const error = await problemOf(openFeatures(text));
    const ofDriver = await problemOf(openText(text));
    expect(error).toMatchObject({ code, message: ofDriver.message, details: ofDriver.details });
    if (text.length > 0 && text.length < 500) expect(await problemOf(openFeatures(text, 1))).toMatchObject({ code, message: ofDriver.message });
  });

  it('is refused although what follows is sound, also when it is written in an unusual way', async () => {
    const wrong = `{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[0,0],[1,1]]}}`;
    const odd = '{"geometry":{"coordinates":[1,2],"type":"Point"},"type":"Feature"}';
    const error = await problemOf(openFeatures(`{"type":"FeatureCollection","features":[${wrong},${odd},${FEATURE}]}`));
    expect(error.code).toBe('geojson-geometry');
    expect(error.message).toMatch(/feature 1 has coordinates that are not nested/);
  });

  it('that is cut off anywhere says so', async () => {
    const bytes = new TextEncoder().encode(`{"type":"FeatureCollection","features":[${FEATURE},{"type":"Feature","id":"a","geometry":null,"a":[true,-1.5e3,"\\u0041"]}]}`);
    for (let end = 1; end < bytes.length; end++) {
      const error = await problemOf(openFeatures(bytes.subarray(0, end)));
      expect([end, error.code, error.details['offset']]).toEqual([end, 'json-truncated', end]);
    }
  });

  it('with properties too long for memory is refused', async () => {
    const text = `{"type":"Feature","properties":{"a":"${'x'.repeat(34 << 20)}"},"geometry":null}`;
    expect((await problemOf(openFeatures(text))).code).toBe('too-large');
  });

  it('nested as deep as allowed is read', async () => {
    const depth = 900;
    const dataset = await openFeatures(`{"type":"Feature","properties":{"a":${'['.repeat(depth)}${']'.repeat(depth)}},"geometry":${'{"geometries":['.repeat(99)}${POINT('[1,2]')}${'],"type":"GeometryCollection"}'.repeat(99)}}`);
    const [{ row, parts }] = await featuresOf(dataset);
    expect(row).toEqual(['['.repeat(depth) + ']'.repeat(depth)]);
    expect(parts[0].rings).toEqual([[[1, 2]]]);
  });

  it('that is cut off or replaced after it was opened is refused, and nothing is made up', async () => {
    const bytes = new TextEncoder().encode(`{"type":"FeatureCollection","features":[${FEATURE},${FEATURE}]}`);
    let file = fileOfBytes('test.geojson', bytes);
    const dataset = await openGeoJsonFeatures(filesOf({ ...file, read: (start, end) => file.read(start, end) }));
    file = fileOfBytes('test.geojson', bytes.subarray(0, 100));
    expect((await problemOf(batchesOf(dataset))).code).toBe('json-truncated');
    file = fileOfBytes('test.geojson', new TextEncoder().encode(` ${new TextDecoder().decode(bytes)}`));
    await expect(batchesOf(dataset)).rejects.toThrow(/not what it was|not valid JSON/);
  });
});
