import { expect, test } from 'vitest';
import { reportedLayer } from './write-datasets.ts';

const ESRI = 'PROJCS["SIRGAS_2000_UTM_Zone_22S",GEOGCS["GCS_SIRGAS_2000",DATUM["D_SIRGAS_2000",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",10000000.0],PARAMETER["Central_Meridian",-51.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';
const crs = { name: 'SIRGAS_2000_UTM_Zone_22S', code: null, units: { kind: 'planar' as const }, metresPerUnit: 1 };

test('a system without a code in its file is reported with that of the register', () => {
  expect(reportedLayer({ name: 'farm', crs: { ...crs, wkt: ESRI } }, 3)).toEqual({ name: 'farm', features: 3, crs: { name: 'SIRGAS_2000_UTM_Zone_22S', code: 'EPSG:31982' } });
  expect(reportedLayer({ name: 'farm', crs: { ...crs, wkt: ESRI.replaceAll('SIRGAS', 'OTHER') } }, 3).crs.code).toBeNull();
  expect(reportedLayer({ name: 'farm', crs }, 3).crs.code).toBeNull();
});
