import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { areaForGdal, featuresOf, hasGdal, invalidForGdal, ogr2ogr } from '../../../../testing/gdal.ts';
import { needs } from '../../../../testing/needs.ts';
import { distanceToChain, geodesicDistance, type Position } from '../../test/geodesic.ts';
import { chainsOf } from '../../test/chains.ts';
import { filesOf, problemOf, runTool } from '../../test/run-tool.ts';
import { buffer } from './definition.ts';

const hasProj = spawnSync('geod', ['-l']).status === 0 && spawnSync('cs2cs', ['-l']).status === 0;
const folder = mkdtempSync(path.join(tmpdir(), 'buffer-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** From the north of Brazil to its south. */
const LATITUDES = [5, -12, -33];

interface Geometry {
  readonly type: string;
  readonly coordinates: unknown;
}

const box = (west: number, south: number, east: number, north: number): Position[] => [[west, south], [east, south], [east, north], [west, north], [west, south]];
const circle = (x: number, y: number, radius: number, corners: number): Position[] => Array.from({ length: corners + 1 }, (_, corner) => [x + radius * Math.cos((2 * Math.PI * (corner % corners)) / corners), y + radius * Math.sin((2 * Math.PI * (corner % corners)) / corners)]);
const polygon = (...rings: Position[][]): Geometry => ({ type: 'Polygon', coordinates: rings });
const line = (...coordinates: Position[]): Geometry => ({ type: 'LineString', coordinates });

function geojson(...geometries: readonly (Geometry | null)[]): string {
  const file = path.join(mkdtempSync(path.join(folder, 'in-')), 'farm.geojson');
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features: geometries.map((geometry, id) => ({ type: 'Feature', properties: { id, nome: `São ${String(id)}` }, geometry })) }));
  return file;
}

function inSystem(file: string, crs: string, extension: string): string {
  const other = path.join(mkdtempSync(path.join(folder, 'in-')), `farm${extension}`);
  ogr2ogr('-t_srs', crs, other, file);
  return other;
}

async function buffered(file: string, options: Readonly<Record<string, unknown>>): Promise<string> {
  const { result } = await runTool(buffer, folder, filesOf(file), options);
  return result.output.path;
}

/** Coordinates as in the file. */
const UNCHANGED = ['-s_srs', 'EPSG:4326', '-t_srs', 'EPSG:4326'];

/** Positions along chains, with each edge divided. */
function along(chain: readonly Position[], pieces: number): Position[] {
  const places = chain.slice(1).flatMap(([x, y], edge) => {
    const [fromX, fromY] = chain[edge];
    return Array.from({ length: pieces }, (_, piece): Position => [fromX + ((x - fromX) * (piece + 1)) / pieces, fromY + ((y - fromY) * (piece + 1)) / pieces]);
  });
  return [chain[0], ...places];
}

/** Longitudes and latitudes, by PROJ. */
function inDegrees(places: readonly Position[], crs: string): Position[] {
  const { stdout } = spawnSync('cs2cs', ['-f', '%.11f', crs, 'EPSG:4674'], { input: places.map(([x, y]) => `${String(x)} ${String(y)}`).join('\n'), encoding: 'utf8', maxBuffer: 1 << 28 });
  return stdout.trim().split('\n').map((text): Position => {
    const [latitude, longitude] = text.split(/\s+/).map(Number);
    return [longitude, latitude];
  });
}

/**
 * How much closer to the source, and how much farther from it, the border of the zone is than it should be, as shares of the
 * distance. Measured at every vertex and at positions along every edge, straight in the system of the file.
 */
async function deviation(geometry: Geometry, distance: number, { crs = null, extension = '.shp' }: { crs?: string | null; extension?: string } = {}): Promise<{ nearest: number; furthest: number }> {
  const plain = geojson(geometry);
  const source = crs === null ? plain : inSystem(plain, crs, extension);
  const zone = await buffered(source, { distance });
  const turned = (places: Position[]): Position[] => (crs === null ? places : inDegrees(places, crs));
  const chains = crs === null ? chainsOf(geometry) : featuresOf(source, ...UNCHANGED).flatMap((feature) => chainsOf(feature.geometry)).map((chain) => turned(along(chain, chain.length > 1 ? 400 : 1)));
  const border = featuresOf(zone, ...UNCHANGED).flatMap((feature) => chainsOf(feature.geometry)).flatMap((ring) => turned(along(ring, 4)));
  expect(border.length).toBeGreaterThan(8);
  const step = Math.ceil(border.length / 500);
  const shares = border.filter((_, index) => index % step === 0).map((place) => Math.min(...chains.map((chain) => distanceToChain(place, chain))) / Math.abs(distance) - 1);
  return { nearest: Math.min(...shares), furthest: Math.max(...shares) };
}

async function expectTrue(...of: Parameters<typeof deviation>): Promise<void> {
  const { nearest, furthest } = await deviation(...of);
  expect(nearest).toBeGreaterThan(-0.001);
  expect(furthest).toBeLessThan(0.001);
}

describe('the judge', needs(hasProj, 'PROJ is not installed'), () => {
  it('measures as geod does', () => {
    const pairs: readonly (readonly [Position, Position])[] = [[[-50, -33], [-49, -32.5]], [[-60, 5], [-60.001, 5]], [[-51, 0], [-45, 0.5]], [[-40, -20], [-40, -21]]];
    const { stdout } = spawnSync('geod', ['+ellps=WGS84', '-I', '-F', '%.6f'], { input: pairs.map(([[x1, y1], [x2, y2]]) => `${String(y1)} ${String(x1)} ${String(y2)} ${String(x2)}`).join('\n'), encoding: 'utf8' });
    const metres = stdout.trim().split('\n').map((text) => Number(text.trim().split(/\s+/).at(-1)));
    for (const [index, [from, to]] of pairs.entries()) expect(geodesicDistance(from, to)).toBeCloseTo(metres[index], 4);
  });
});

describe('geodesic buffer zones', needs(hasGdal && hasProj, 'GDAL or PROJ is not installed'), () => {
  it.each(LATITUDES)('around a point, a line and areas at %i degrees agree with the judge', async (latitude) => {
    for (const distance of [1, 30, 100_000]) await expectTrue({ type: 'Point', coordinates: [-51.3, latitude] }, distance);
    for (const distance of [5, 500]) await expectTrue(line([-51.5, latitude], [-50.5, latitude], [-50.2, latitude - 0.7]), distance);
    for (const distance of [30, -30, 2000]) await expectTrue(polygon(box(-51, latitude, -50.4, latitude + 0.5), circle(-50.7, latitude + 0.25, 0.1, 200).toReversed()), distance);
  });

  it.each([
    ['SIRGAS 2000 / UTM zone 22S', 'EPSG:31982', '.shp'],
    ['the polyconic system of Brazil', 'EPSG:5880', '.shp'],
    ['SIRGAS 2000 / UTM zone 23S', 'EPSG:31983', '.gpkg'],
  ])('in %s agree with the judge, although its straight edges are bent in degrees', async (_, crs, extension) => {
    for (const distance of [30, -30, 1000]) await expectTrue(polygon(box(-51, -30, -50.4, -29.5)), distance, { crs, extension });
    await expectTrue(polygon(box(-48.3, -20, -47.8, -19.6)), 30, { crs, extension });
    await expectTrue(line([-51.5, -30], [-50.5, -30.1], [-50.2, -30.7]), 30, { crs, extension });
  });

  it.each([30, -30, 5000, -5000, 100_000])('of features that are hundreds of kilometres wide agree with the judge, at %i m', async (distance) => {
    await expectTrue(polygon(box(-54, -28, -48, -26)), distance);
    await expectTrue(polygon(box(-51, -33, -47.92, -31)), distance);
    await expectTrue(polygon(box(-54, -28, -48, -22), box(-53, -27, -49, -23).toReversed()), distance);
    if (distance > 0) await expectTrue(line([-54, -30], [-51, -31], [-48, -30]), distance);
  });

  it('of slight bends are exact, although other programs smooth them away', async () => {
    for (const distance of [30, -30, 300]) {
      const waves = Array.from({ length: 800 }, (_, wave): Position => [-51 + wave * 0.0002, -20 + (Math.abs(distance) * 0.004 * Math.sin(wave / 3)) / 111_320 + 1e-5 * wave]);
      await expectTrue(polygon([...waves, [-50.9, -21], waves[0]]), distance);
    }
  });
});

describe('buffer zones', needs(hasGdal, 'GDAL is not installed'), () => {
  const two = polygon(box(-50, -16, -49.9, -15.9));

  it.each(['round', 'mitre', 'bevel'])('with %s joins are valid and have corners of that kind', async (joins) => {
    const file = await buffered(geojson(two), { distance: 1000, joins });
    expect(invalidForGdal([file])).toEqual([]);
    const [ring] = chainsOf(featuresOf(file)[0].geometry);
    const furthest = Math.max(...ring.map((place) => distanceToChain(place, box(-50, -16, -49.9, -15.9))));
    expect(furthest / 1000).toBeCloseTo(joins === 'mitre' ? Math.SQRT2 : 1, 2);
    if (joins === 'bevel') expect(ring.length).toBeLessThan(60);
  });

  it('cover the same area when dissolved, as one feature', async () => {
    const source = geojson(...Array.from({ length: 12 }, (_, index) => polygon(box(-50 + 0.15 * index, -16, -49.9 + 0.15 * index, -15.9))), polygon(box(-50, -20, -49, -19)));
    const single = await buffered(source, { distance: 4000 });
    const dissolved = await buffered(source, { distance: 4000, dissolve: true });
    const union = single.replace(/\.geojson$/, '-union.gpkg');
    ogr2ogr('-f', 'GPKG', '-dialect', 'sqlite', '-sql', `SELECT ST_Union(geometry) AS geometry FROM "farm"`, '-nln', 'farm', union, single);
    expect(featuresOf(dissolved).length).toBe(1);
    expect(invalidForGdal([dissolved])).toEqual([]);
    expect(areaForGdal(dissolved) / areaForGdal(union)).toBeCloseTo(1, 9);
  });

  it('keep the rows of features of which nothing is left, and report them', async () => {
    const { result } = await runTool(buffer, folder, filesOf(geojson(two, polygon(box(-50, -15, -49.999, -14.999)), null, { type: 'Point', coordinates: [-50, -15] })), { distance: -200 });
    const features = featuresOf(result.output.path);
    expect(features.map(({ properties }) => properties['nome'])).toEqual(['São 0', 'São 1', 'São 2', 'São 3']);
    expect(features.map(({ geometry }) => geometry === null)).toEqual([false, true, true, true]);
    expect(JSON.stringify(result.report)).toContain('Nothing is left of 2 features');
  });

  it('that are all empty are an error that says why', async () => {
    const { code, message } = await problemOf(buffered(geojson(polygon(box(-50, -15, -49.999, -14.999)), null), { distance: -200 }));
    expect([code, message]).toEqual(['nothing-left', 'Nothing is left of "farm.geojson": no feature is wider than twice the distance of 200 m.']);
  });

  it.each([
    ['places that are not on Earth', polygon(box(-500, 2000, 9, 2001)), 30, 'coordinates-outside-system'],
    ['numbers that are too large', polygon([[-1e200, 0], [1e300, 1], [5, 1e307], [-1e200, 0]]), 30, 'coordinates-outside-system'],
  ])('of %s are refused with a clear error', async (_, geometry, distance, code) => {
    expect((await problemOf(buffered(geojson(geometry), { distance, from: 'EPSG:4326' }))).code).toBe(code);
  });

  it.each([
    ['two places', [[-50, -15], [-49.9999, -15]] satisfies Position[]],
    ['one place again and again', [[-50, -15], [-50, -15], [-50, -15], [-50, -15]] satisfies Position[]],
  ])('of a polygon of %s are those of its border', async (_, ring) => {
    const { nearest, furthest } = await deviation(polygon(ring), 30);
    expect(nearest).toBeGreaterThan(-0.001);
    expect(furthest).toBeLessThan(0.001);
  });

  it('of edges that would need too many vertices are refused', async () => {
    const zigzag = Array.from({ length: 200 }, (_, corner): Position => [corner % 2 === 0 ? -170 : 170, -80 + corner * 0.01]);
    expect((await problemOf(buffered(geojson(line(...zigzag)), { distance: 0.1 }))).code).toBe('too-large');
  }, 120_000);
});
