import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FORMAT_NAMES, type FormatName } from '@geoinsights/contract';
import { splitName } from '@geoinsights/formats/file-names';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { featuresOf, hasGdal, ogr2ogr } from '../../../../testing/gdal.ts';
import { needs } from '../../../../testing/needs.ts';
import type { ToolFile } from '../tool.ts';
import { runConvert } from './run.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'pairs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Farms with everything in which formats differ: accents, long names, integers, fractions, booleans, dates, missing values, heights, holes
 * and several parts.
 */
function farms(): object {
  const features = Array.from({ length: 40 }, (_, number) => {
    const [x, y] = [-50 + 0.1 * (number % 8) + 1 / 3e6, -16 + 0.1 * Math.floor(number / 8)];
    const ring = (west: number, south: number, size: number, height: number) => [[west, south, height], [west + size, south, height + 0.5], [west + size, south + size, height], [west, south + size, height], [west, south, height]];
    const shell = ring(x, y, 0.09, number);
    const hole = ring(x + 0.03, y + 0.03, 0.02, number).toReversed();
    const isMulti = number % 3 === 0;
    return {
      type: 'Feature',
      properties: {
        nome: number === 7 ? null : `Fazenda São João nº ${String(number)}`,
        codigo_do_imovel: number * 1_000_003,
        area_ha: number === 5 ? null : number + 0.125,
        ativo: number % 2 === 0,
        registrado_em: number === 9 ? null : `2026-0${String(1 + (number % 9))}-1${String(number % 10)}`,
        visto: `2026-11-23T0${String(number % 10)}:30:00`,
      },
      geometry: isMulti ? { type: 'MultiPolygon', coordinates: [[shell, hole], [ring(x, y + 0.092, 0.005, 3)]] } : { type: 'Polygon', coordinates: [shell, hole] },
    };
  });
  return { type: 'FeatureCollection', name: 'farms', features };
}

const EXTENSIONS: Readonly<Record<FormatName, string>> = { shapefile: '.shp', kml: '.kml', kmz: '.kmz', geopackage: '.gpkg', geojson: '.geojson' };
const DRIVERS: Readonly<Record<FormatName, string>> = { shapefile: 'ESRI Shapefile', kml: 'LIBKML', kmz: 'LIBKML', geopackage: 'GPKG', geojson: 'GeoJSON' };

/** The farms as GDAL writes them in each format. */
function sourceOf(format: FormatName): string {
  return path.join(folder, `source-${format}`, `farms${EXTENSIONS[format]}`);
}

beforeAll(() => {
  if (!hasGdal) return;
  const base = path.join(folder, 'farms.geojson');
  writeFileSync(base, JSON.stringify(farms()));
  for (const format of FORMAT_NAMES) {
    mkdirSync(path.dirname(sourceOf(format)));
    if (format === 'geojson') writeFileSync(sourceOf(format), JSON.stringify(farms()));
    else ogr2ogr('-f', DRIVERS[format], ...(format === 'shapefile' ? ['-lco', 'ENCODING=UTF-8', '-nlt', 'MULTIPOLYGONZ'] : []), sourceOf(format), base, '-nln', 'farms');
  }
}, 120_000);

/** The farms as GDAL reads them from each source, once. */
const sourcesRead = new Map<FormatName, ReturnType<typeof featuresOf>>();
function farmsIn(format: FormatName): ReturnType<typeof featuresOf> {
  const farmsOfIt = sourcesRead.get(format) ?? featuresOf(sourceOf(format));
  sourcesRead.set(format, farmsOfIt);
  return farmsOfIt;
}

function inputsOf(main: string): ToolFile[] {
  const { base } = splitName(path.basename(main));
  return readdirSync(path.dirname(main))
    .filter((name) => splitName(name).base === base)
    .map((name) => ({ name, path: path.join(path.dirname(main), name), size: statSync(path.join(path.dirname(main), name)).size }));
}

async function converted(main: string, to: FormatName): Promise<{ file: string; losses: readonly { readonly code: string; readonly field: string | null }[] }> {
  const place = mkdtempSync(path.join(folder, 'work-'));
  const { output, report } = await runConvert({ inputs: inputsOf(main), options: { to }, workFolder: place, outputFolder: place, threads: 1, unpacked: true, onProgress: () => undefined });
  expect(report.failures).toEqual([]);
  return { file: output.path, losses: report.losses };
}

type Properties = Readonly<Record<string, unknown>>;

/** The values by their meaning, however a format stores them; KML adds columns of its own, which are empty here. */
function values(properties: Properties): string[] {
  const names = ['nome', 'codigo_do_imovel', 'area_ha', 'ativo', 'registrado_em', 'visto'];
  return names.map((name) => said(Object.entries(properties).find(([key]) => key.toLowerCase().startsWith(name.slice(0, 6)))?.[1]));
}

function said(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (value === true || value === false) return value ? '1' : '0';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // GDAL returns the booleans of a .dbf as letters.
  if (['true', 'false', 'T', 'F'].includes(text)) return text.toUpperCase().startsWith('T') ? '1' : '0';
  return /^\d{4}[-/]/.test(text) ? text.replaceAll('/', '-').replace(' ', 'T').replace(/(?:\.0+)?(?:Z|\+00(?::?00)?)?$/, '').replace(/T00:00:00$/, '') : text;
}

/** Every ring as a set of positions, so that neither direction nor starting point matters; parts and rings in a fixed order. */
function places(geometry: unknown): string[] {
  const rings: string[] = [];
  const visit = (node: unknown): void => {
    if (!Array.isArray(node)) return;
    if (Array.isArray(node[0]) && typeof node[0][0] === 'number') rings.push([...new Set(node.map((position) => JSON.stringify(position)))].sort().join(' '));
    else for (const child of node) visit(child);
  };
  if (typeof geometry === 'object' && geometry !== null && 'coordinates' in geometry) visit(geometry.coordinates);
  return rings.sort();
}

describe('conversions, as GDAL reads both files', needs(hasGdal, 'GDAL is not installed'), () => {
  const pairs = FORMAT_NAMES.flatMap((from) => FORMAT_NAMES.map((to) => [from, to] as const));

  it.each(pairs)('%s to %s keeps every record, value and coordinate', async (from, to) => {
    const before = farmsIn(from);
    const { file } = await converted(sourceOf(from), to);
    const after = featuresOf(file);
    expect(after.length).toBe(40);
    for (const [feature, { properties }] of after.entries()) {
      const wanted = values(before[feature].properties);
      // GDAL does not read back the dates that it writes into a KML.
      const isUnread = (field: number): boolean => (from === 'kml' || from === 'kmz') && wanted[field] === '-';
      expect(values(properties).map((value, field) => (isUnread(field) ? '-' : value))).toEqual(wanted);
    }
    expect(after.map(({ geometry }) => places(geometry))).toEqual(before.map(({ geometry }) => places(geometry)));
  });

  it.each(pairs)('%s to %s and back is the original', async (from, to) => {
    const there = await converted(sourceOf(from), to);
    const back = await converted(there.file, from);
    const [before, after] = [farmsIn(from), featuresOf(back.file)];
    expect(after.map(({ geometry }) => places(geometry))).toEqual(before.map(({ geometry }) => places(geometry)));
    const told = new Set([...there.losses, ...back.losses].flatMap(({ field }) => (field === null ? [] : [field.slice(0, 6).toLowerCase()])));
    for (const [feature, { properties }] of before.entries()) {
      for (const [name, value] of Object.entries(properties)) {
        if (told.has(name.slice(0, 6).toLowerCase()) || said(value) === '-') continue;
        expect([name, said(after[feature].properties[name])]).toEqual([name, said(value)]);
      }
    }
  });
});
