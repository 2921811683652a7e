import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { askGdal, runOgr2ogr } from './gdal-process.ts';
import type { Ran } from './gdal-process.ts';

/** GDAL as an independent reader for the tests. It is looked for and not started, which each file of tests would do. */
export const hasGdal = (process.env['PATH'] ?? '').split(path.delimiter).some((folder) => ['ogr2ogr', 'ogr2ogr.exe'].some((name) => existsSync(path.join(folder, name))));

export function ogr2ogr(...args: string[]): void {
  const { status, stderr } = runOgr2ogr(args);
  if (status !== 0) throw new Error(`ogr2ogr ${args.join(' ')} failed: ${stderr}`);
}

const collectionSchema = z.object({
  features: z.array(z.object({ properties: z.record(z.string(), z.unknown()), geometry: z.unknown() })),
});

/** The features of a layer as GDAL reads them. */
export function featuresOf(file: string, ...args: string[]) {
  const { status, stdout, stderr } = runOgr2ogr(['-f', 'GeoJSON', '-lco', 'COORDINATE_PRECISION=17', '/vsistdout/', file, ...args]);
  if (status !== 0) throw new Error(`ogr2ogr cannot read ${file}: ${stderr}`);
  return collectionSchema.parse(JSON.parse(stdout)).features;
}

/**
 * The features of one layer of each file, as GDAL reads them, with all fields that any of them has, and one more, `source`. All files at once, as in `invalidForGdal`:
 * most of what GDAL takes for a small file is its start.
 */
export function featuresOfEach(layers: readonly { readonly file: string; readonly layer: string }[]): ReturnType<typeof featuresOf>[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'for-gdal-'));
  try {
    const list = path.join(folder, 'all.vrt');
    writeFileSync(list, unionOf(layers, 'Union'));
    const features = featuresOf(list);
    return layers.map((_, index) => features.filter(({ properties }) => properties['source'] === String(index)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Summary {
  readonly driver: string;
  readonly layers: readonly { readonly name: string; readonly hasGeometry: boolean; readonly features: number; readonly system: string | null }[];
}

const summarySchema = z.object({ driver: z.string(), layers: z.array(z.object({ name: z.string(), hasGeometry: z.boolean(), features: z.number(), system: z.string().nullable() })) });

/** The driver that opens a file, the number of features in all its layers, and the number of the first one's system; 0 if it has none. */
export function summaryOf(file: string): { driver: string; features: number; system: number } {
  const { driver, layers } = layersOf(file);
  return { driver, features: layers.reduce((sum, { features }) => sum + features, 0), system: Number(layers[0]?.system ?? 0) };
}

/** Whether any layer of a file has geometries. */
export function hasGeometries(file: string): boolean {
  return layersOf(file).layers.some(({ hasGeometry }) => hasGeometry);
}

function layersOf(file: string): Summary {
  const { status, stdout, stderr } = askGdal({ does: 'layers', file }) ?? layersByOgrinfo(file);
  if (status !== 0) throw new Error(`GDAL cannot open ${file}: ${stderr}`);
  return summarySchema.parse(JSON.parse(stdout));
}

/** The same in its words, where there are no bindings. */
function layersByOgrinfo(file: string): Ran {
  const { status, stdout, stderr } = spawnSync('ogrinfo', ['-ro', '-so', '-al', file], { encoding: 'utf8' });
  const [head, ...texts] = stdout.split(/^Layer name: /m);
  const layers: Summary['layers'] = texts.map((text) => ({
    name: text.slice(0, text.indexOf('\n')),
    hasGeometry: !/^Geometry: None$/m.test(text),
    features: Number(/^Feature Count: (\d+)$/m.exec(text)?.[1]),
    // The system's own code comes last in its definition, on a line indented once.
    system: /^ {4}ID\["\w+",(\d+)\]\]$/m.exec(text)?.[1] ?? null,
  }));
  return { status, stdout: JSON.stringify({ driver: /using driver `(.*)' successful/.exec(head)?.[1], layers }), stderr };
}

/** Judged by GEOS inside GDAL: invalid geometries, and pairs of features whose interiors intersect. */
export function judge(file: string, layer: string, geometry: string): { invalid: number; overlaps: number } {
  return {
    invalid: count(file, `SELECT count(*) AS n FROM "${layer}" WHERE ST_IsValid("${geometry}") = 0`),
    overlaps: count(
      file,
      `SELECT count(*) AS n FROM "${layer}" a, "${layer}" b WHERE a.rowid < b.rowid AND ST_Relate(a."${geometry}", b."${geometry}", 'T********') = 1`,
    ),
  };
}

function count(file: string, sql: string): number {
  const [{ n }] = rowsOf(file, 'sqlite', sql, countSchema);
  return n;
}

const countSchema = z.object({ n: z.number().int() });
const reasonSchema = z.object({ source: z.string(), reason: z.string() });
const areaSchema = z.object({ area: z.number() });

/** What GDAL answers, without geometries. It must not object to anything. */
function rowsOf<Row>(file: string, dialect: 'sqlite' | 'OGRSQL', sql: string, schema: z.ZodType<Row>): Row[] {
  const { status, stdout, stderr } = runOgr2ogr(['-f', 'GeoJSON', '-lco', 'COORDINATE_PRECISION=17', '-nlt', 'NONE', '-dialect', dialect, '-sql', sql, '/vsistdout/', file]);
  if (status !== 0 || stderr.includes('ERROR')) throw new Error(`ogr2ogr cannot answer "${sql}" on ${file}: ${stderr}`);
  return collectionSchema.parse(JSON.parse(stdout)).features.map(({ properties }) => schema.parse(properties));
}

/**
 * The common land of features of a layer, selected by a field: its area in coordinate units, by GEOS inside GDAL. With the same name
 * twice it is a feature's own area.
 */
export function commonLand(file: string, layer: string, field: string, [one, other]: readonly [string, string]): number {
  const sql = `SELECT ST_Area(ST_Intersection(a.geometry, b.geometry)) AS area FROM "${layer}" a, "${layer}" b WHERE a."${field}" = '${one}' AND b."${field}" = '${other}'`;
  const [found] = rowsOf(file, 'sqlite', sql, z.object({ area: z.number().nullish() }));
  // If nothing is in common there is no geometry to measure.
  return found.area ?? 0;
}

/**
 * What GEOS finds invalid in files as GDAL reads them, one sentence each. All files at once, since starting a program takes longer
 * than reading a small file.
 */
export function invalidForGdal(files: readonly string[]): string[] {
  if (files.length === 0) return [];
  const layers = files.flatMap((file) => layerNames(file).map((layer) => ({ file, layer })));
  const folder = mkdtempSync(path.join(tmpdir(), 'for-gdal-'));
  try {
    const list = path.join(folder, 'all.vrt');
    writeFileSync(list, unionOf(layers));
    return rowsOf(list, 'sqlite', 'SELECT source, ST_IsValidReason(geometry) AS reason FROM "all" WHERE ST_IsValid(geometry) = 0', reasonSchema).map(({ source, reason }) => {
      const { file, layer } = layers[Number(source)];
      return `${file}, layer "${layer}": ${reason}`;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The total area of the features in a file's first layer, in square coordinate units, as GDAL reads it. */
export function areaForGdal(file: string): number {
  const [layer] = layerNames(file);
  // Not SUM(OGR_GEOM_AREA): GDAL misreads the exponent of small areas when adding them up.
  return rowsOf(file, 'OGRSQL', `SELECT OGR_GEOM_AREA AS area FROM "${layer}"`, areaSchema).reduce((sum, { area }) => sum + area, 0);
}

/** A shapefile and a GeoJSON have one layer, named after the file or by its own statement; for other formats GDAL must be asked. */
function layerNames(file: string): string[] {
  if (file.endsWith('.shp')) return [path.basename(file, '.shp')];
  if (file.endsWith('.geojson')) return [namedSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).name ?? path.basename(file, '.geojson')];
  return layersOf(file).layers.filter(({ hasGeometry }) => hasGeometry).map(({ name }) => name);
}

const namedSchema = z.object({ name: z.string().optional() });

/** All layers as one, in any system: coordinates must not be transformed. */
function unionOf(layers: readonly { readonly file: string; readonly layer: string }[], fields: 'FirstLayer' | 'Union' = 'FirstLayer'): string {
  const members = layers.map(({ file, layer }, index) => `<OGRVRTLayer name="${index}"><SrcDataSource>${escaped(file)}</SrcDataSource><SrcLayer>${escaped(layer)}</SrcLayer><LayerSRS>EPSG:4326</LayerSRS></OGRVRTLayer>`);
  return `<OGRVRTDataSource><OGRVRTUnionLayer name="all"><SourceLayerFieldName>source</SourceLayerFieldName><FieldStrategy>${fields}</FieldStrategy>${members.join('')}</OGRVRTUnionLayer></OGRVRTDataSource>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
