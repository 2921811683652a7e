import { expect, it } from 'vitest';
import { openText } from './patching.ts';

const POLYGON = '{"type":"Polygon","coordinates":[[[0,0],[2,0],[2,2],[0,0]]]}';
const feature = (id: string, properties: string): string => `{"type":"Feature",${id}"properties":${properties},"geometry":${POLYGON}}`;

it('gives each feature its own id, beside its name', async () => {
  const features = [feature('"id":"a\\u00e7\\n",', '{"Nome":"um"}'), feature('', '{"nome":"dois","id":9}'), feature('"id":12,', '{"id":4}'), feature('"id":[1],', '{}'), `{"type":"Feature","properties":{"nome":"cinco"},"geometry":${POLYGON},"id":"last"}`];
  const [layer] = (await openText(`{"type":"FeatureCollection","features":[${features.join(',')}]}`)).layers;
  expect(features.map((_, i) => layer.id(i))).toEqual(['aç\n', null, 12, null, 'last']);
  expect(layer.labelField).toBe('Nome');
});

it.each([
  ['no names at all', [feature('"id":1,', 'null')], null],
  ['names under two words', [feature('', '{"name":"x","nome":"y"}'), feature('', '{"name":"x"}'), feature('', '{"nome":"y"}')], 'name'],
  ['names written with escapes', [feature('', '{"n\\u0061me":"x"}')], 'name'],
])('says which property names the features: %s', async (_, features, field) => {
  const [layer] = (await openText(`{"type":"FeatureCollection","features":[${features.join(',')}]}`)).layers;
  expect(layer.labelField).toBe(field);
});
