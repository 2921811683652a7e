import { describe, expect, it } from 'vitest';
import { openText } from './patching.ts';
import { FEATURE, POINT, WRONG } from './wrong-files.ts';
import { problemOf } from '../../../test/problem-of.ts';

describe('a damaged file', () => {
  it.each(WRONG)('%s', async (_, text, code, sentence) => {
    const error = await problemOf(openText(text));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(sentence);
    expect(error.message).toContain('"test.geojson"');
    if (text.length > 0 && text.length < 500) expect(await problemOf(openText(text, 1))).toMatchObject({ code, message: error.message });
  });

  it('that is cut off anywhere gets an error that says so', async () => {
    const whole = `{"type":"FeatureCollection","features":[${FEATURE},{"type":"Feature","geometry":null,"a":[true,-1.5e3,"\\u0041"]}]}`;
    const bytes = new TextEncoder().encode(whole);
    for (let end = 1; end < bytes.length; end++) {
      const error = await problemOf(openText(bytes.subarray(0, end)));
      expect(`${end}: ${error.code}`).toBe(`${end}: json-truncated`);
      expect(error.details['offset']).toBe(end);
    }
  });

  it('gets an error with line, column and byte, counted in characters for people', async () => {
    const error = await problemOf(openText('{"type":"Feature",\r\n"properties":{"é😀":x}}'));
    expect(error.details).toMatchObject({ line: 2, column: 20, offset: 43 });
  });

  it('takes no longer if nested collections state their type last', async () => {
    const nestedBy = (depth: number): string => '{"geometries":['.repeat(depth) + POINT('[1,2]') + '],"type":"GeometryCollection"}'.repeat(depth);
    const opened = await openText(nestedBy(99));
    expect([...opened.layers[0].geometry.xy]).toEqual([1, 2]);
  });
});
