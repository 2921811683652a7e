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

function lossesAsKml(layer: FeatureLayer): unknown[] {
  return inSystemOf('kml', { format: 'shapefile', name: 'parcels', notes: [], layers: [layer], close: () => Promise.resolve() }, 'parcels.shp').losses.map(({ code, text }) => [code, text]);
}

describe('a layer in another system', () => {
  it('whose coordinates stay, as two datums are taken for one, is told with its accuracy', () => {
    const { description, isMoved, accuracyMetres } = layerIn(layerOf('EPSG:4674'), systemCalled('EPSG:4326'), 'parcels.shp');
    expect([isMoved, accuracyMetres]).toEqual([false, 1]);
    expect(description).toContain('SIRGAS 2000 and WGS 84 are taken for the same, right to about 1 m');
    const losses = lossesAsKml(layerOf('EPSG:4674'));
    expect(losses).toEqual([['system-changed', expect.stringMatching(/^It has another reference system now, as the format asks\. Coordinates of SIRGAS 2000 are those of WGS 84: they stay as they are;/)]]);
  });

  it('is told once which systems they are, by the names of the register', () => {
    const layer = layerOf('EPSG:31982');
    const ofArcgis = { ...layer, crs: { ...layer.crs, name: 'SIRGAS_2000_UTM_Zone_22S' } };
    expect(lossesAsKml(ofArcgis)).toEqual([['system-changed', expect.stringMatching(/^Its coordinates were transformed, as the format asks\. From SIRGAS 2000 \/ UTM zone 22S to WGS 84;/)]]);
  });

  it('that is its own is not told', () => {
    for (const system of ['EPSG:4674', 'EPSG:31982']) expect(layerIn(layerOf(system), systemCalled(system), 'parcels.shp')).toMatchObject({ description: null, isMoved: false, accuracyMetres: 0 });
  });
});
