import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { runOgr2ogr } from '../../../../testing/gdal-process.ts';
import { hasGeometries, ogr2ogr } from '../../../../testing/gdal.ts';
import { needs } from '../../../../testing/needs.ts';
import { z } from 'zod';
import type { FormatDriver } from '../driver.ts';
import { kmlDriver } from '../kml/index.ts';
import { applyBytes, keepPart, openBytes, patchOf } from '../kml/test/patching.ts';
import { kmzDriver } from './index.ts';

/** GDAL with its LIBKML driver, or why there is none. */
function drivers(): string {
  try {
    return execFileSync('ogrinfo', ['--formats'], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

const found = drivers();
const root = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
const REAL = [join(root, '../shared/data/geojs-52-mun.json')].filter((file) => existsSync(file));

const positions = z.array(z.tuple([z.number(), z.number()]).rest(z.number()));
const collection = z.object({
  features: z.array(
    z.object({
      properties: z.looseObject({ Name: z.string().nullish(), name: z.string().nullish() }),
      geometry: z.discriminatedUnion('type', [z.object({ type: z.literal('Polygon'), coordinates: z.array(positions) }), z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(positions)) })]).nullable(),
    }),
  ),
});

const SQUARES = {
  type: 'FeatureCollection',
  features: ['um', 'dois & três', '三'].map((name, i) => ({
    type: 'Feature',
    properties: { Name: name, note: `<${name}>` },
    geometry: {
      type: 'MultiPolygon',
      coordinates: [0, 3].map((y) => [
        [[i, y], [i + 1, y], [i + 1, y + 1], [i, y + 1], [i, y]],
        [[i + 0.2, y + 0.2], [i + 0.2, y + 0.4], [i + 0.4, y + 0.4], [i + 0.2, y + 0.2]],
      ]),
    },
  })),
};

describe('KML and KMZ of GDAL', needs(found.includes('LIBKML'), 'GDAL with its LIBKML driver is not installed'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'kml-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'squares.geojson'), JSON.stringify(SQUARES));

  const geojson = (file: string): z.infer<typeof collection>['features'] =>
    collection.parse(JSON.parse(runOgr2ogr(['-f', 'GeoJSON', '-lco', 'COORDINATE_PRECISION=15', '/vsistdout/', file]).stdout)).features;

  /** Identical without a patch; with one, GDAL finds exactly what the patch says and nothing else changed. */
  async function prove(driver: FormatDriver, target: string): Promise<void> {
    const bytes = new Uint8Array(readFileSync(target));
    const opened = await openBytes(driver, bytes);
    expect(Buffer.from(await applyBytes(opened, opened.layers.map(() => null))).equals(bytes)).toBe(true);
    const before = geojson(target);
    const layer = opened.layers[0].geometry;
    expect(layer.featureOffsets.length - 1).toBe(before.length);
    const parts = Array.from({ length: layer.featureOffsets[2] - layer.featureOffsets[1] }, (_, i) => keepPart(layer, layer.featureOffsets[1] + i));
    const [[x, y]] = parts[0].rings[0].vertices;
    const square = { source: -1, rings: [{ source: -1, vertices: [[x, y, -1], [x + 0.125, y, -1], [x + 0.125, y + 0.1234567890123, -1], [x, y, -1]] }] } as const;
    const hole = { source: -1, vertices: [[x + 0.01, y, -1], [x + 0.02, y, -1], [x + 0.02, y + 0.02, -1], [x + 0.01, y, -1]] } as const;
    const patch = patchOf([
      { feature: 0, parts: [] },
      { feature: 1, parts: [{ ...parts[0], rings: [...parts[0].rings, hole] }, square, ...parts.slice(1)] },
    ]);
    const name = join(folder, `patched.${driver.format}`);
    writeFileSync(name, await applyBytes(opened, [patch, ...opened.layers.slice(1).map(() => null)]));
    const after = geojson(name);
    expect(hasGeometries(name)).toBe(true);
    // Its KML drivers skip a placemark without geometry, or read it without one.
    const rest = after.length === before.length ? after.slice(1) : after;
    expect(rest.slice(1)).toEqual(before.slice(2));
    expect(rest[0].properties).toEqual(before[1].properties);
    const ring = (vertices: readonly { readonly 0: number; readonly 1: number }[]): number[][] => vertices.map((vertex) => [vertex[0], vertex[1]]);
    const polygons = rest[0].geometry?.type === 'MultiPolygon' ? rest[0].geometry.coordinates : [];
    expect(polygons.map((polygon) => polygon.map(ring))).toEqual(
      [[...parts[0].rings, hole], square.rings, ...parts.slice(1).map(({ rings }) => rings)].map((rings) => rings.map(({ vertices }) => ring(vertices))),
    );
    await opened.close();
  }

  const sources: [string, string][] = [['squares', join(folder, 'squares.geojson')], ...REAL.map((file, i): [string, string] => [`real municipalities ${i + 1}`, file])];
  const targets: [string, string, string[]][] = [
    ['KML', 'a.kml', []],
    ['LIBKML', 'b.kml', []],
    ['LIBKML', 'd.kml', ['-dsco', 'NAME=Área', '-lco', 'FOLDER=YES', '-lco', 'ADD_REGION=YES']],
    // The only .kmz: those without options have the same in them.
    ['LIBKML', 'e.kmz', ['-lco', 'LISTSTYLE=check']],
  ];
  it.each(sources.flatMap(([what, source]) => targets.map((target) => [what, ...target, source] as const)))('%s by %s as %s %s', async (what, format, name, options, source) => {
    const target = join(folder, `${what.replaceAll(' ', '-')}-${name}`);
    ogr2ogr('-f', format, ...options, target, source);
    if (name.endsWith('.kmz')) await prove(kmzDriver, target);
    else await prove(kmlDriver, target);
  });
});
