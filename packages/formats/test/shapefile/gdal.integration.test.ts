import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { needs } from '../../../../testing/needs.ts';
import { PartKind } from '@geoinsights/geometry';
import { groupDatasets } from '../../src/datasets.ts';
import type { DatasetFiles } from '../../src/driver.ts';
import { diskFolder, openDiskFile } from '../../src/files/disk.ts';
import { shapefileDriver } from '../../src/shapefile/index.ts';
import { groupRings, signedArea } from '../../src/shapefile/ring-groups.ts';
import { featuresOf, hasGdal, ogr2ogr } from '../../../../testing/gdal.ts';
import { diceOf } from '../../../geometry/test/dice.ts';
import { makeShapefile, patchOf, recordContent } from './make-shapefile.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shapefile-'));
});
afterAll(() => rm(folder, { recursive: true }));

// Flat: GDAL writes the holes of sloping polygons like shells, a fault with tests of its own.
const POLYGON = '((0 0 1 5,0 9 1 6,9 9 1 7,9 0 1 8,0 0 1 5),(1 1 1 1,2 1 1 1,2 2 1 1,1 1 1 1))';
const WKT: Record<string, string[]> = {
  POINT: ['(1 2 3 4)', '(-5 6 7 8)'],
  MULTIPOINT: ['(1 2 3 4,5 6 7 8)', '(9 9 9 9)'],
  LINESTRING: ['(0 0 1 5,1 1 2 6,2 0 3 7)', '(5 5 1 1,6 6 2 2)'],
  MULTILINESTRING: ['((0 0 1 5,1 1 2 6),(3 3 4 4,5 5 6 6))'],
  POLYGON: [POLYGON, '((20 20 1 1,20 21 1 1,21 20 1 1,20 20 1 1))'],
  MULTIPOLYGON: [`(${POLYGON},((20 20 1 1,20 21 1 1,21 20 1 1,20 20 1 1)))`],
};
const DIMENSIONS = { XY: 2, XYZ: 3, XYM: 3, XYZM: 4 } as const;

function wktOf(kind: string, coordinates: string, dimension: keyof typeof DIMENSIONS): string {
  const cut = coordinates.replace(/-?\d+( -?\d+){3}/g, (vertex) => vertex.split(' ').slice(0, DIMENSIONS[dimension]).join(' '));
  return `${kind} ${dimension === 'XY' ? '' : dimension.slice(2)} ${cut}`;
}

async function makeSet(name: string, kind: string, dimension: keyof typeof DIMENSIONS, options: string[] = []): Promise<string> {
  const place = join(folder, name);
  await mkdir(place);
  const rows = (WKT[kind] ?? []).map((coordinates, at) => `${at},"${wktOf(kind, coordinates, dimension)}",é${at}`);
  await writeFile(join(place, 'in.csv'), ['id,WKT,name', ...rows, '99,,nothing'].join('\n') + '\n');
  ogr2ogr('-f', 'ESRI Shapefile', join(place, 'set.shp'), join(place, 'in.csv'), '-a_srs', 'EPSG:4674', '-lco', `SHPT=${shapeOption(kind, dimension)}`, '-oo', 'GEOM_POSSIBLE_NAMES=WKT', '-oo', 'KEEP_GEOM_COLUMNS=NO', ...options);
  await rm(join(place, 'in.csv'));
  return place;
}

function shapeOption(kind: string, dimension: keyof typeof DIMENSIONS): string {
  const family = kind.includes('POLYGON') ? 'POLYGON' : kind.includes('LINE') ? 'ARC' : kind;
  return family + dimension.slice(2);
}

async function openSet(place: string) {
  const files = await Promise.all((await readdir(place)).sort().map((name) => openDiskFile(join(place, name))));
  const { datasets } = await groupDatasets(files);
  return { dataset: datasets[0] satisfies DatasetFiles, close: () => Promise.all(files.map((file) => file.close())) };
}

const textOf = (place: string, ...more: string[]): string => execFileSync('ogrinfo', ['-al', '-ro', ...more, join(place, 'set.shp')], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

describe('shapefiles of GDAL', needs(hasGdal, 'GDAL is not installed'), () => {
  const cases = Object.keys(WKT).flatMap((kind) => Object.keys(DIMENSIONS).map((dimension) => [kind, dimension] as [string, keyof typeof DIMENSIONS]));

  test.each(cases)('%s %s comes back byte for byte, with all its vertices read', async (kind, dimension) => {
    const place = await makeSet(`${kind}-${dimension}`, kind, dimension, ['-lco', 'SPATIAL_INDEX=YES']);
    const { dataset, close } = await openSet(place);
    const opened = await shapefileDriver.open(dataset);
    expect(opened.notes).toEqual([]);
    expect(opened.layers[0].crs.units.kind).toBe('geographic');
    const { geometry } = opened.layers[0];
    expect(geometry.featureOffsets).toHaveLength((WKT[kind] ?? []).length + 2);
    expect(geometry.z !== null).toBe(dimension.includes('Z'));
    expect(geometry.m !== null).toBe(dimension.includes('M'));
    const numbers = (WKT[kind] ?? []).join().match(/-?\d+( -?\d+){3}/g) ?? [];
    expect(new Set([...geometry.xy].map(String))).toEqual(new Set(numbers.flatMap((vertex) => vertex.split(' ').slice(0, 2))));
    const out = join(place, 'out');
    await mkdir(out);
    const { files } = await opened.apply([null], diskFolder(out));
    expect(files.toSorted()).toEqual((await readdir(place)).filter((name) => name !== 'out').sort());
    for (const name of files) expect((await readFile(join(out, name))).equals(await readFile(join(place, name)))).toBe(true);
    await close();
  });

  test('after a change GDAL reads the same features, attributes and coordinates but for the change', async () => {
    const place = await makeSet('changed', 'POLYGON', 'XYZM', ['-lco', 'SPATIAL_INDEX=YES']);
    const { dataset, close } = await openSet(place);
    const opened = await shapefileDriver.open(dataset);
    const { xy, z, m } = opened.layers[0].geometry;
    const kept = (vertex: number) => ({ from: vertex, at: [xy[2 * vertex], xy[2 * vertex + 1], z?.[vertex], m?.[vertex]] as const });
    const shell = [0, 1, 2, 3].map(kept);
    const patch = patchOf(0, PartKind.Polygon, [[[...shell, { from: -1, at: [4, -1, 2.5, 6.5] }, kept(4)], [5, 6, 7, 8].map(kept)]]);
    const out = join(place, 'out');
    await mkdir(out);
    const { notes } = await opened.apply([patch], diskFolder(out));
    expect(notes.map(({ code }) => code)).toEqual(['shapefile-companion-dropped']);
    await close();

    const before = textOf(place);
    const after = textOf(out);
    const clockwise = (text: string): string[] => text.split('\n').filter((line) => !/^(INFO|Extent)/.test(line));
    const [was, is] = [clockwise(before), clockwise(after)];
    expect(was.length).toBe(is.length);
    const differing = was.flatMap((line, at) => (line === is[at] ? [] : [is[at]]));
    expect(differing).toHaveLength(1);
    expect(differing[0]).toContain('4 -1 2.5 6.5');
    expect(after).toContain('Extent: (0.000000, -1.000000) - (21.000000, 21.000000)');
    for (const name of ['set.dbf', 'set.prj']) expect((await readFile(join(out, name))).equals(await readFile(join(place, name)))).toBe(true);
    expect(existsSync(join(out, 'set.qix'))).toBe(false);
  });

  test('GDAL reads a feature that was emptied, and the index that was made for a single .shp', async () => {
    const place = await makeSet('emptied', 'POLYGON', 'XY');
    for (const name of ['set.shx', 'set.dbf', 'set.prj']) await rm(join(place, name), { force: true });
    const { dataset, close } = await openSet(place);
    const opened = await shapefileDriver.open(dataset);
    const out = join(place, 'out');
    await mkdir(out);
    await opened.apply([patchOf(0, PartKind.Polygon, [])], diskFolder(out));
    await close();
    const text = textOf(out);
    expect(text).toContain('Feature Count: 3');
    expect(text.match(/POLYGON/g)).toHaveLength(1);
    expect(text).toContain('Extent: (20.000000, 20.000000) - (21.000000, 21.000000)');
  });

  test('GDAL sees the direction of each ring as the driver does, be the ring tiny, thin, or far from the origin', async () => {
    const dice = diceOf(7);
    const records = Array.from({ length: 1500 }, () => {
      const [x, y, size] = [dice.pick([0, 130.78, -45.5, 500_000.25, 7e6]), dice.pick([0, 42.22, -22.75, 9e6]), dice.pick([1e-14, 1e-11, 1e-9, 1e-6, 1e-4, 1, 1000])];
      const thin = dice.pick([0, 1e-12, 1e-9, 1e-4, 1]);
      const across = (): number => size * dice.share();
      const corners = Array.from({ length: 3 + dice.below(3) }, () => {
        const along = across();
        return [x + 5 + along, y + 5 + 0.37 * along + thin * across()];
      });
      const shell = [[x - 4000, y - 4000], [x - 4000, y + 6000], [x + 6000, y + 6000], [x + 6000, y - 4000], [x - 4000, y - 4000]];
      // Another shell, since with a single one GDAL does not check the others.
      const aside = shell.map(([east, north]) => [east + 20_000, north]);
      return [shell, aside, [...corners, corners[0]]];
    });
    const place = join(folder, 'directions');
    await mkdir(place);
    const { shp, shx } = makeShapefile(5, records.map((rings) => recordContent({ type: 5, rings })));
    await Promise.all([writeFile(join(place, 'set.shp'), shp), writeFile(join(place, 'set.shx'), shx)]);
    const shape = z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(z.unknown())) });
    const differing: string[] = [];
    let holes = 0;
    featuresOf(join(place, 'set.shp')).forEach(({ geometry }, record) => {
      const rings = records[record];
      const bounds = Int32Array.from([0, ...rings.map((_, at) => rings.slice(0, at + 1).flat().length)]);
      const { order, turned } = groupRings(Float64Array.from(rings.flat(2)), bounds);
      // Rings that we reverse when writing, or that have no area and are dropped, may be classified by GDAL in any way.
      if (turned.length > 0 || signedArea(Float64Array.from(rings[2].flat()), 0, rings[2].length) === 0) return;
      const isHole = order?.[1] === 2;
      if (isHole) holes++;
      if (shape.parse(geometry).coordinates.some((part) => part.length === 2) !== isHole) differing.push(`${record}: ${JSON.stringify(rings[2])}`);
    });
    expect(holes).toBeGreaterThan(300);
    expect(differing).toEqual([]);
  });
});
