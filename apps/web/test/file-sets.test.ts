import { expect, test } from 'vitest';
import { fileSetsOf, nameOfSet } from '../src/geotools/fix-geometry/file-sets.ts';

const shown = (...names: string[]) => fileSetsOf(names.map((name) => ({ name }))).map((set) => `${nameOfSet(set)} (${String(set.files.length)})`);

test('the files of a shapefile stand as one, in whatever case', () => {
  expect(shown('Farm.SHP', 'farm.dbf', 'farm.shx', 'farm.shp.xml', 'other.shp')).toEqual(['Farm.SHP .dbf .shx .shp.xml (4)', 'other.shp (1)']);
});

test('files of one name in two formats are two', () => {
  expect(shown('farm.shp', 'farm.kml', 'farm.geojson', 'farm.dbf')).toEqual(['farm.shp .dbf (2)', 'farm.kml (1)', 'farm.geojson (1)']);
});

test('names with dots are shown whole', () => {
  expect(shown('farm v1.0.kml', 'farm v1.1.kml', 'talhão 3.2.shp', 'talhão 3.2.dbf', 'notes.txt', 'notes.txt.kml', 'README')).toEqual([
    'farm v1.0.kml (1)',
    'farm v1.1.kml (1)',
    'talhão 3.2.shp .dbf (2)',
    'notes.txt (1)',
    'notes.txt.kml (1)',
    'README (1)',
  ]);
});

test('files of the same name are two, and so are two shapefiles of one name', () => {
  expect(shown('a.geojson', 'A.GeoJSON')).toEqual(['a.geojson (1)', 'A.GeoJSON (1)']);
  expect(shown('notes.txt', 'notes.txt')).toEqual(['notes.txt (1)', 'notes.txt (1)']);
  expect(shown('farm.shp', 'farm.dbf', 'farm.dbf', 'farm.shp')).toEqual(['farm.shp .dbf (2)', 'farm.dbf .shp (2)']);
});
