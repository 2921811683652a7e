import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { areaForGdal, featuresOf, hasGdal, invalidForGdal, judge, ogr2ogr } from '../../../../testing/gdal.ts';
import { needs } from '../../../../testing/needs.ts';
import { NO_SHARED_FILES, sharedFile } from '../../../../testing/shared-data.ts';
import { chainsOf } from '../../test/chains.ts';
import { distanceToChain } from '../../test/geodesic.ts';
import { filesOf, problemOf, runTool } from '../../test/run-tool.ts';
import { simplify } from './definition.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'simplify-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const newFile = (name: string): string => path.join(mkdtempSync(path.join(folder, 'files-')), name);

/** A sheet of farms that share wavy borders without gaps. */
function sheet(): string {
  const place = (x: number, y: number): number[] => [-50 + x / 100 + 0.0008 * Math.sin(y * 3.1 + x), -15 + y / 100 + 0.0008 * Math.sin(x * 2.7 + y)];
  const side = (x1: number, y1: number, x2: number, y2: number): number[][] => Array.from({ length: 20 }, (_, step) => place(x1 + ((x2 - x1) * step) / 20, y1 + ((y2 - y1) * step) / 20));
  const features = Array.from({ length: 64 }, (_, index) => {
    const [x, y] = [index % 8, Math.floor(index / 8)];
    // Every border is computed in one direction, so that it has the same numbers on both sides.
    const east = [...side(x + 1, y, x + 1, y + 1)];
    const west = [...side(x, y, x, y + 1), place(x, y + 1)].toReversed().slice(0, -1);
    const north = [...side(x, y + 1, x + 1, y + 1), place(x + 1, y + 1)].toReversed().slice(0, -1);
    const shell = [...side(x, y, x + 1, y), ...east, ...north, ...west];
    return { type: 'Feature', properties: { id: index }, geometry: { type: 'Polygon', coordinates: [[...shell, shell[0]]] } };
  });
  const file = newFile('sheet.geojson');
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features }));
  return file;
}

/** The area of the union, by GEOS. */
function unionArea(file: string): number {
  const layer = newFile('layer.gpkg');
  ogr2ogr(layer, file, '-nln', 'layer', '-nlt', 'PROMOTE_TO_MULTI');
  const union = newFile('union.gpkg');
  ogr2ogr(union, layer, '-dialect', 'sqlite', '-sql', 'SELECT ST_Union(geom) AS geom FROM layer');
  return areaForGdal(union);
}

function overlapsIn(file: string): number {
  const layer = newFile('layer.gpkg');
  ogr2ogr(layer, file, '-nln', 'layer', '-nlt', 'PROMOTE_TO_MULTI');
  return judge(layer, 'layer', 'geom').overlaps;
}

describe('simplify', needs(hasGdal, 'GDAL is not installed'), () => {
  it.each(['visvalingam', 'douglas-peucker'])('by %s leaves farms valid, without gaps and overlaps', async (method) => {
    const source = sheet();
    const { result } = await runTool(simplify, folder, filesOf(source), { distance: 60, method });
    const { simplified } = simplify.reportSchema.parse(result.report);
    expect(simplified[0].vertices_after).toBeLessThan(simplified[0].vertices_before * 0.6);
    const file = result.output.path;
    expect(invalidForGdal([file])).toEqual([]);
    expect(overlapsIn(file)).toBe(0);
    // The sum of all farms equals their union: nothing overlaps, and no gaps have opened.
    expect(unionArea(file) / areaForGdal(file)).toBeCloseTo(1, 9);
    const holes = newFile('holes.geojson');
    ogr2ogr(holes, file, '-dialect', 'sqlite', '-sql', 'SELECT ST_Union(geometry) AS geometry FROM sheet');
    expect(featuresOf(holes).flatMap(({ geometry }) => chainsOf(geometry)).length).toBe(1);
  });

  it('with Douglas-Peucker moves no border by more than the distance on the ground', async () => {
    const source = sheet();
    const { result } = await runTool(simplify, folder, filesOf(source), { distance: 60, method: 'douglas-peucker' });
    const after = featuresOf(result.output.path).map(({ geometry }) => chainsOf(geometry)[0]);
    const furthest = featuresOf(source).map(({ geometry }, feature) => Math.max(...chainsOf(geometry)[0].map((place) => distanceToChain(place, after[feature]))));
    expect(Math.max(...furthest)).toBeLessThan(60.5);
    expect(Math.max(...furthest)).toBeGreaterThan(10);
  });

  it('keeps something of every feature, or drops what is too small and keeps its row', async () => {
    const small = newFile('small.geojson');
    writeFileSync(small, JSON.stringify({ type: 'FeatureCollection', features: [[-50, 0.001], [-49, 0.5]].map(([x, size], id) => ({ type: 'Feature', properties: { id }, geometry: { type: 'Polygon', coordinates: [[[x, -15], [x + size / 2, -15.00001], [x + size, -15], [x + size, -15 + size], [x, -15 + size], [x, -15]]] } })) }));
    const { result: kept } = await runTool(simplify, folder, filesOf(small), { distance: 5000 });
    expect(featuresOf(kept.output.path).map(({ geometry }) => geometry === null)).toEqual([false, false]);
    expect(invalidForGdal([kept.output.path])).toEqual([]);
    const { result: dropped } = await runTool(simplify, folder, filesOf(small), { distance: 5000, keepAll: false });
    expect(featuresOf(dropped.output.path).map(({ geometry }) => geometry === null)).toEqual([true, false]);
    expect(JSON.stringify(dropped.report)).toContain('nothing of it is left');
  });

  it('says for a file without features that nothing is left', async () => {
    const empty = newFile('empty.geojson');
    writeFileSync(empty, '{"type":"FeatureCollection","features":[]}');
    expect((await problemOf(runTool(simplify, folder, filesOf(empty), { distance: 1 }))).code).toBe('nothing-left');
  });
});

const STATE = sharedFile('data', 'geojs-32-mun.json');
describe('a state', needs(hasGdal && STATE !== null, hasGdal ? NO_SHARED_FILES : 'GDAL is not installed'), () => {
  it.each(['visvalingam', 'douglas-peucker'])('by %s keeps all municipalities, adds no overlap and keeps nearly all its land', async (method) => {
    const copied = newFile('state.geojson');
    copyFileSync(STATE ?? '', copied);
    const source = newFile('sound.geojson');
    ogr2ogr(source, copied, '-makevalid', '-nln', 'sound', '-lco', 'COORDINATE_PRECISION=15');
    const { result } = await runTool(simplify, folder, filesOf(source), { distance: 500, method });
    expect(featuresOf(result.output.path).map(({ properties }) => properties)).toEqual(featuresOf(source).map(({ properties }) => properties));
    expect(featuresOf(result.output.path).every(({ geometry }) => geometry !== null)).toBe(true);
    expect(overlapsIn(result.output.path)).toBeLessThanOrEqual(overlapsIn(source));
    expect(unionArea(result.output.path) / unionArea(source)).toBeCloseTo(1, 2);
  });
});
