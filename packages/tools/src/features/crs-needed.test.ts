import { expect, it } from 'vitest';
import { crsNeeded } from './crs-needed.ts';

it.each([
  ['farm.shp', 'farm', 'does not state the reference system of its coordinates, or not in a way that is understood here. Give the reference system of your files (option "from"), for example EPSG:31982, or send the shapefile together with its .prj file.'],
  ['farm.gpkg', 'lots', 'does not state the reference system of its coordinates in layer "lots", or not in a way that is understood here. Give the reference system of your files (option "from"), for example EPSG:31982, or set that of the layer in the GeoPackage.'],
  ['farm.GeoJSON', 'farm', 'does not state the reference system of its coordinates, or not in a way that is understood here. Give the reference system of your files (option "from"), for example EPSG:31982, or EPSG:4326 if they are degrees that go on beyond ±180.'],
  ['farm.dat', 'farm', 'does not state the reference system of its coordinates, or not in a way that is understood here. Give the reference system of your files (option "from"), for example EPSG:31982.'],
])('says what to do for %s', (file, layer, said) => {
  expect(crsNeeded(file, layer).message).toBe(`"${file}" ${said}`);
});
