import { describe, expect, it } from 'vitest';
import { DistinctNames } from '../files/distinct-names.ts';
import { reportName } from '../files/result.ts';
import { namesOfSet, resultName } from './result-naming.ts';

describe('names of results', () => {
  it('say what was done, and keep the extension', () => {
    expect(resultName('kml', 'Fazenda São José')).toBe('Fazenda São José-fixed.kml');
    expect(resultName('shapefile', 'parcels.v2')).toBe('parcels.v2-fixed.zip');
    expect(reportName('parcels.v2-fixed.zip')).toBe('parcels.v2-fixed-report.json');
  });

  it('give all files of a set the base name of the main file, whatever their case, and keep the case of extensions', () => {
    expect(namesOfSet('Parcels.v2', ['Parcels.v2.SHP', 'PARCELS.V2.dbf', 'parcels.v2.shp.xml'])).toEqual(['Parcels.v2-fixed.SHP', 'Parcels.v2-fixed.dbf', 'Parcels.v2-fixed.shp.xml']);
    const long = namesOfSet('ç'.repeat(123), ['.shp', '.shp.xml'].map((extension) => 'ç'.repeat(123) + extension));
    expect(long).toEqual([`${'ç'.repeat(100)}-fixed.shp`, `${'ç'.repeat(100)}-fixed.shp.xml`]);
  });

  it('keep the extension of newline-delimited GeoJSON', () => {
    expect(['a.geojsonl', 'a.geojsonl.json', 'a.geojsons', 'a.NDJSON', 'a.jsonl', 'a.json', 'a.geojson', 'a.txt'].map((file) => resultName('geojson', 'a', file))).toEqual([
      'a-fixed.geojsonl', 'a-fixed.geojsonl.json', 'a-fixed.geojsons', 'a-fixed.NDJSON', 'a-fixed.jsonl', 'a-fixed.geojson', 'a-fixed.geojson', 'a-fixed.geojson',
    ]);
  });

  it('keep a set together if another set has its name', () => {
    const names = new DistinctNames();
    expect(names.claimSet(['a.shp', 'a.dbf'])).toEqual(['a.shp', 'a.dbf']);
    expect(names.claimSet(['A.SHP', 'a.prj', 'a.shp.xml'])).toEqual(['A (2).SHP', 'a (2).prj', 'a (2).shp.xml']);
    expect(names.claimSet(['a (2).shp', 'a.v1.shp'])).toEqual(['a (2) (2).shp', 'a.v1 (2).shp']);
  });

  it('fit the limit of the file system, and split no character', () => {
    const name = resultName('geojson', '🌾'.repeat(63));
    expect(Buffer.byteLength(reportName(name))).toBeLessThanOrEqual(255);
    expect(name).toMatch(/^🌾+-fixed\.geojson$/u);
  });

  it('leave room for the number in names of the maximum length, the same for all files of a set', () => {
    const names = new DistinctNames();
    const set = ['.shp', '.dbf', '.shp.xml'].map((extension) => `${'é'.repeat(123)}x${extension}`);
    names.claimSet(set);
    const second = names.claimSet(set);
    expect(second.map((name) => Buffer.byteLength(name)).every((length) => length <= 255)).toBe(true);
    expect(second.map((name) => name.slice(name.lastIndexOf('é') + 1))).toEqual([' (2).shp', ' (2).dbf', ' (2).shp.xml']);
    expect(new Set(second.map((name) => name.slice(0, name.indexOf('.')))).size).toBe(1);
  });

  it('are unique, whatever their case', () => {
    const names = new DistinctNames();
    expect(['a-fixed.kml', 'A-fixed.kml', 'a-fixed.kmz', 'a-fixed.KML', 'none'].map((name) => names.claim(name))).toEqual([
      'a-fixed.kml',
      'A-fixed (2).kml',
      'a-fixed.kmz',
      'a-fixed (3).KML',
      'none',
    ]);
  });
});
