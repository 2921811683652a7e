import { describe, expect, it } from 'vitest';
import { DistinctNames, reportName, resultName } from './result-naming.ts';

describe('names of results', () => {
  it('say what was done, and keep the format', () => {
    expect(resultName('kml', 'Fazenda São José')).toBe('Fazenda São José-fixed.kml');
    expect(resultName('shapefile', 'parcels.v2')).toBe('parcels.v2-fixed.zip');
    expect(reportName('parcels.v2-fixed.zip')).toBe('parcels.v2-fixed-report.json');
  });

  it('fit into what a file system takes, and break no character in two', () => {
    const name = resultName('geojson', '🌾'.repeat(63));
    expect(Buffer.byteLength(reportName(name))).toBeLessThanOrEqual(255);
    expect(name).toMatch(/^🌾+-fixed\.geojson$/u);
  });

  it('are given once, whatever their case', () => {
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
