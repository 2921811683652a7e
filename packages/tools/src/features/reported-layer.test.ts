import { expect, test } from 'vitest';
import { reportedLayer, writtenLayer } from './write-datasets.ts';

const ESRI = 'PROJCS["SIRGAS_2000_UTM_Zone_22S",GEOGCS["GCS_SIRGAS_2000",DATUM["D_SIRGAS_2000",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",10000000.0],PARAMETER["Central_Meridian",-51.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';
const crs = { name: 'SIRGAS_2000_UTM_Zone_22S', code: null, units: { kind: 'planar' as const }, metresPerUnit: 1 };

test('a system without a code in its file is reported with the code of the register', () => {
  expect(reportedLayer({ name: 'farm', crs: { ...crs, wkt: ESRI } }, 3)).toEqual({ name: 'farm', features: 3, crs: { name: 'SIRGAS_2000_UTM_Zone_22S', code: 'EPSG:31982' } });
  expect(reportedLayer({ name: 'farm', crs: { ...crs, wkt: ESRI.replaceAll('SIRGAS', 'OTHER') } }, 3).crs.code).toBeNull();
  expect(reportedLayer({ name: 'farm', crs }, 3).crs.code).toBeNull();
});

test('a system that its file states only by a code has the name of the register', () => {
  const named = (code: string): string => reportedLayer({ name: 'farm', crs: { ...crs, name: code, code } }, 3).crs.name;
  expect(named('EPSG:31982')).toBe('SIRGAS 2000 / UTM zone 22S');
  expect(named('EPSG:31370')).toBe('EPSG:31370');
});

test('WGS 84 is called "by the format" only in formats that prescribe it', () => {
  const layer = { name: 'farm', crs: { name: 'WGS 84 (by the format)', code: 'EPSG:4326', units: { kind: 'geographic' as const }, metresPerUnit: null } };
  expect((['kml', 'geojson', 'shapefile', 'geopackage'] as const).map((format) => writtenLayer(format, layer, 3).crs.name)).toEqual(['WGS 84 (by the format)', 'WGS 84 (by the format)', 'WGS 84', 'WGS 84']);
});
