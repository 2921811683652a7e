import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { hasGdal, invalidForGdal } from '../../../../testing/gdal.ts';
import { needs } from '../../../../testing/needs.ts';
import { runConvert } from './run.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'convert-decimals-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Valid stars of a few hundred metres with narrow rays, which cross themselves if each coordinate is rounded by itself. */
function stars(): object {
  const features = Array.from({ length: 40 }, (_, star) => {
    const [x, y] = [-50 + 0.02 * (star % 8), -15 + 0.02 * Math.floor(star / 8)];
    const ring = Array.from({ length: 24 }, (_unused, corner) => {
      const [angle, size] = [(corner * Math.PI) / 12 + star / 7, corner % 2 === 0 ? 0.006 : 0.0012];
      return [x + size * Math.cos(angle), y + size * Math.sin(angle)];
    });
    return { type: 'Feature', properties: { star }, geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] } };
  });
  return { type: 'FeatureCollection', features };
}

async function converted(name: string, content: object, decimals: number): Promise<{ place: string; losses: [string, number | null][] }> {
  const input = path.join(folder, `${name}.geojson`);
  const [workFolder, outputFolder] = ['work', 'output'].map((each) => path.join(folder, name, each));
  for (const each of [workFolder, outputFolder]) mkdirSync(each, { recursive: true });
  writeFileSync(input, JSON.stringify(content));
  const { output, report } = await runConvert({ inputs: [{ name: `${name}.geojson`, path: input, size: statSync(input).size }], options: { to: 'geojson', decimals }, workFolder, outputFolder, threads: 1, onProgress: () => undefined });
  return { place: output.path, losses: report.losses.map(({ code, count }) => [code, count]) };
}

describe('convert with fewer decimals', () => {
  it('gives valid polygons where plain rounding would not', needs(hasGdal, 'GDAL is not installed'), async () => {
    const cut = JSON.parse(JSON.stringify(stars()), (_key, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(3)) : value)) as object;
    const byDigits = path.join(folder, 'cut.geojson');
    writeFileSync(byDigits, JSON.stringify({ ...cut, name: 'cut' }));
    expect(invalidForGdal([byDigits]).length).toBeGreaterThan(0);
    const { place, losses } = await converted('stars', { ...stars(), name: 'stars' }, 3);
    expect(losses).toEqual([['coordinates-rounded', null]]);
    expect(invalidForGdal([place])).toEqual([]);
    expect(readFileSync(place, 'utf8')).not.toMatch(/\.\d{4}/);
  });

  it('reports nothing if there are no more digits', async () => {
    expect((await converted('few', { type: 'LineString', coordinates: [[1.25, 2], [3, 4.5]] }, 2)).losses).toEqual([]);
    expect((await converted('fewer', { type: 'LineString', coordinates: [[1.25, 2], [3, 4.5]] }, 1)).losses).toEqual([['coordinates-rounded', null]]);
  });

  it('reports features that are too small for them, and rounds points as well', async () => {
    const square = (x: number, size: number, y = 0) => [[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]];
    const features = [
      { type: 'MultiPolygon', coordinates: [[square(1, 0.5), square(1.2, 0.0004, 0.2).toReversed()], [square(2, 0.0004)]] },
      { type: 'Polygon', coordinates: [square(3, 0.0004)] },
      { type: 'Point', coordinates: [4.123456, 1.98765] },
    ].map((geometry) => ({ type: 'Feature', properties: {}, geometry }));
    const { place, losses } = await converted('small', { type: 'FeatureCollection', features }, 2);
    expect(losses.toSorted()).toEqual([['coordinates-rounded', null], ['empty-geometry-left-out', 1], ['parts-left-out', 1]]);
    const written = JSON.parse(readFileSync(place, 'utf8')) as { features: { geometry: unknown }[] };
    expect(written.features.map(({ geometry }) => geometry)).toEqual([{ type: 'MultiPolygon', coordinates: [[square(1, 0.5)]] }, null, { type: 'Point', coordinates: [4.12, 1.99] }]);
  });
});
