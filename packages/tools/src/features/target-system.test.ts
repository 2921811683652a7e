import type { FeatureLayer } from '@geoinsights/formats';
import { describe, expect, it } from 'vitest';
import { systemCalled } from './source-system.ts';
import { inSystemOf, layerIn } from './target-system.ts';

function layerOf(system: string): FeatureLayer {
  return {
    name: 'parcels',
    crs: systemCalled(system),
    fields: [],
    geometryTypes: [],
    hasZ: false,
    hasM: false,
    ids: 'none',
    count: 0,
    async *read() {
      // No features.
    },
  };
}

describe('a layer in another system', () => {
  it('whose coordinates stay, as two datums are taken for one, is told with its accuracy', () => {
    const { description, isMoved, accuracyMetres } = layerIn(layerOf('EPSG:4674'), systemCalled('EPSG:4326'), 'parcels.shp');
    expect([isMoved, accuracyMetres]).toEqual([false, 1]);
    expect(description).toContain('SIRGAS 2000 and WGS 84 are taken for the same, right to about 1 m');
    const { losses } = inSystemOf('kml', { format: 'shapefile', name: 'parcels', notes: [], layers: [layerOf('EPSG:4674')], close: () => Promise.resolve() }, 'parcels.shp');
    expect(losses.map(({ code, text }) => [code, text.startsWith('It is in WGS 84 in place of SIRGAS 2000, as the format asks.')])).toEqual([['system-changed', true]]);
  });

  it('that is its own is not told', () => {
    for (const system of ['EPSG:4674', 'EPSG:31982']) expect(layerIn(layerOf(system), systemCalled(system), 'parcels.shp')).toMatchObject({ description: null, isMoved: false, accuracyMetres: 0 });
  });
});
