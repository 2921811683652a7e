import { GeometryType, type FeatureLayer } from '@geoinsights/formats';
import { PartKind } from '@geoinsights/geometry/layer';
import { describe, expect, it } from 'vitest';
import { layerIn } from './moved-layer.ts';
import { systemCalled } from './called-system.ts';
import { inSystemOf } from './target-system.ts';

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

const lossesAsKml = (layer: FeatureLayer): Promise<unknown[]> => lossesAs('kml', layer);

async function lossesAs(format: 'kml' | 'geojson', layer: FeatureLayer): Promise<unknown[]> {
  const { losses } = await inSystemOf(format, { format: 'shapefile', name: 'parcels', notes: [], layers: [layer], close: () => Promise.resolve() }, 'parcels.shp');
  return losses().map(({ code, text }) => [code, text]);
}

/** Squares in a plane, by their lower left corners and sides. */
function squaresIn(system: string, ...squares: readonly (readonly [number, number, number])[]): FeatureLayer {
  const offsets = Int32Array.from({ length: squares.length + 1 }, (_, index) => index);
  const rings = (): Float64Array => Float64Array.from(squares.flatMap(([x, y, side]) => [x, y, x + side, y, x + side, y + side, x, y + side, x, y]));
  return {
    ...layerOf(system),
    count: squares.length,
    async *read() {
      const geometry = await Promise.resolve({ xy: rings(), z: null, m: null, ringOffsets: offsets.map((index) => 5 * index), partOffsets: offsets, featureOffsets: offsets, partKinds: new Uint8Array(squares.length).fill(PartKind.Polygon) });
      yield { first: 0, geometry, types: new Uint8Array(squares.length).fill(GeometryType.Polygon), rows: squares.map(() => []), ids: null };
    },
  };
}

describe('a layer in another system', () => {
  it('whose coordinates stay, as two datums are treated as the same, is reported with the accuracy', async () => {
    const { description, isMoved, accuracyMetres } = layerIn(layerOf('EPSG:4674'), systemCalled('EPSG:4326'), 'parcels.shp');
    expect([isMoved, accuracyMetres]).toEqual([false, 1]);
    expect(description).toContain('SIRGAS 2000 and WGS 84 are treated as the same, accurate to about 1 m');
    const losses = await lossesAsKml(layerOf('EPSG:4674'));
    expect(losses).toEqual([['system-changed', expect.stringMatching(/^It has another reference system now, as the format requires\. Coordinates in SIRGAS 2000 are the same in WGS 84 and stay unchanged;/)]]);
  });

  it('is reported once, with both systems by the names of the register', async () => {
    const layer = layerOf('EPSG:31982');
    const ofArcgis = { ...layer, crs: { ...layer.crs, name: 'SIRGAS_2000_UTM_Zone_22S' } };
    expect(await lossesAsKml(ofArcgis)).toEqual([['system-changed', expect.stringMatching(/^Its coordinates were transformed, as the format requires\. From SIRGAS 2000 \/ UTM zone 22S to WGS 84;/)]]);
  });

  it('reports its vertical system if the target has none', async () => {
    const layer = layerOf('EPSG:31982');
    const compound = { ...layer, hasZ: true, crs: { ...layer.crs, wkt: `COMPD_CS["both",${String(layer.crs.wkt)},VERT_CS["EGM96 height",VERT_DATUM["EGM96 geoid",2005],UNIT["metre",1]]]` } };
    const told = ['system-changed', '"parcels" has a vertical reference system, "EGM96 height", which the result does not state; the heights themselves are unchanged.'];
    expect(await lossesAsKml(compound)).toEqual([told, ['system-changed', expect.stringMatching(/^Its coordinates were transformed/)]]);
    for (const system of ['EPSG:31982', 'EPSG:31983']) expect(layerIn(compound, systemCalled(system), 'parcels.shp').losses.map(({ code, text }) => [code, text])).toEqual([told]);
    expect(layerIn({ ...compound, hasZ: false }, compound.crs, 'parcels.shp').losses).toEqual([]);
    expect(await lossesAsKml({ ...compound, hasZ: false, crs: { ...compound.crs, code: 'EPSG:4326' } })).toEqual([['system-changed', '"parcels" has a vertical reference system, "EGM96 height", which the result does not state.']]);
  });

  it('that is three-dimensional reports the loss of its vertical system for KML, and not for GeoJSON, whose heights are on the same ellipsoid', async () => {
    const layer = { ...layerOf('EPSG:4674'), hasZ: true };
    const told = '"parcels" has a vertical reference system, "ellipsoidal height", which the result does not state; the heights themselves are unchanged.';
    const texts = { code: 'EPSG:4989', wkt: 'GEODCRS["SIRGAS 2000",DATUM["Sistema de Referencia Geocentrico para las AmericaS 2000",ELLIPSOID["GRS 1980",6378137,298.257222101]],CS[ellipsoidal,3],AXIS["Lat",north],AXIS["Lon",east],AXIS["h",up],ID["EPSG",4989]]' };
    for (const crs of [{ ...layer.crs, ...texts }, { name: 'EPSG:4989', code: 'EPSG:4989', units: layer.crs.units, metresPerUnit: null }]) {
      expect((await lossesAs('kml', { ...layer, crs })).at(0)).toEqual(['system-changed', told]);
      expect(await lossesAs('geojson', { ...layer, crs })).toEqual([['system-changed', expect.stringMatching(/^It has another reference system now/)]]);
      expect(layerIn({ ...layer, crs }, systemCalled('EPSG:4674'), 'parcels.shp').losses.map(({ text }) => text)).toEqual([told]);
    }
  });

  it('reports which features lie across the 180th meridian, as soon as they have been read', async () => {
    const toldOf = async (layer: FeatureLayer, format: 'kml' | 'geojson'): Promise<string[]> => {
      const { dataset, losses } = await inSystemOf(format, { format: 'shapefile', name: 'parcels', notes: [], layers: [layer], close: () => Promise.resolve() }, 'parcels.shp');
      for await (const { rows } of dataset.layers[0].read()) expect(rows).toHaveLength(layer.count);
      return losses().flatMap(({ code, text }) => (code === 'across-180' ? [text] : []));
    };
    const one = 'One feature lies across the 180th meridian, where its longitudes jump from one side of the map to the other: most programs draw its edges around the whole Earth. Cut it at the meridian before.';
    // In the zone that ends at the meridian, which is some 815 km east of the origin there.
    for (const format of ['kml', 'geojson'] as const) expect(await toldOf(squaresIn('EPSG:32760', [700_000, 8_000_000, 200_000], [700_000, 8_000_000, 1000]), format)).toEqual([one]);
    expect(await toldOf(squaresIn('EPSG:32760', [700_000, 8_000_000, 200_000], [750_000, 8_000_000, 200_000]), 'kml')).toEqual([expect.stringMatching(/^2 features lie across .* their longitudes .* Cut them at/)]);
    expect(await toldOf(squaresIn('EPSG:32760', [700_000, 8_000_000, 1000]), 'kml')).toEqual([]);
  });

  it('that is already its own is not reported', () => {
    for (const system of ['EPSG:4674', 'EPSG:31982']) expect(layerIn(layerOf(system), systemCalled(system), 'parcels.shp')).toMatchObject({ description: null, isMoved: false, accuracyMetres: 0 });
  });
});
