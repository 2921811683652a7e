import type { FeatureLayer } from '@geoinsights/formats';
import { expect, test } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../testing/growth.ts';
import { descriptionNotes } from './table-descriptions.ts';

const nothing = { alias: null, title: null, description: null };

function layerOf(name: string): FeatureLayer {
  const table = { identifier: `Title of ${name}`, description: null, key: null, geometry: { name: 'geom', ...nothing } };
  return { name, crs: { name: 'WGS 84', code: 'EPSG:4326', units: { kind: 'geographic' }, metresPerUnit: null }, fields: [], geometryTypes: [], hasZ: false, hasM: false, ids: 'none', count: 0, table, read: () => { throw new Error('nobody reads it'); } };
}

test('the titles of very many tables take no longer for each of them', async () => {
  const layers = Array.from({ length: 100_000 }, (_, index) => layerOf(`table ${String(index)}`));
  expect(descriptionNotes(layers.slice(0, 2), layers.slice(1, 2), 'geopackage').map(({ text }) => text)).toEqual(['Table "table 0": its title "Title of table 0" was left out.']);
  expect(await growthOf((share) => descriptionNotes(layers.slice(0, share * layers.length), layers.slice(0, share * layers.length), 'geopackage'))).toBeLessThan(IN_PROPORTION);
});
