import { readFileSync, readdirSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import type { CoordinateUnits } from '../../src/options.ts';
import { multiPolygon, polygonParts } from '../layers.ts';
import type { Position, Ring, Shape } from '../layers.ts';
import { shapesOfGeoPackage, shapesOfShapefile } from './tables.ts';
import { shapesOfHex } from './wkb.ts';
import { shapesOfText } from './wkt.ts';

/** The polygons of one test, or of one file, which are repaired alone and as one layer. */
export interface Source {
  readonly name: string;
  readonly shapes: readonly Shape[];
  readonly units: CoordinateUnits;
}

const PLANE: CoordinateUnits = { kind: 'planar' };
const DEGREES: CoordinateUnits = { kind: 'geographic' };

/** All polygons in the files of a folder and its subfolders. Files without any, or that cannot be read, are skipped. */
export function* sourcesIn(folder: string): Generator<Source> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }).sort((a, b) => (join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1))) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    for (const source of readSources(file)) {
      const shapes = source.shapes.map(polygonParts).filter((shape) => shape.length > 0);
      if (shapes.length > 0) yield { ...source, name: `${relative(folder, file)}${source.name}`, shapes };
    }
  }
}

function readSources(file: string): Source[] {
  switch (extname(file).toLowerCase()) {
    case '.xml':
      return casesOf(readFileSync(file, 'utf8'));
    case '.sql':
    case '.md':
    case '.txt':
    case '.py':
    case '.cpp':
      return [{ name: '', shapes: quotedGeometries(readFileSync(file, 'utf8')), units: PLANE }];
    case '.json':
    case '.geojson':
      return geoJsonSources(readFileSync(file, 'utf8'));
    case '.shp': {
      const shapes = shapesOfShapefile(readFileSync(file));
      return [{ name: '', shapes, units: unitsOf(shapes) }];
    }
    case '.gpkg':
      return tablesOf(file).map((shapes, i) => ({ name: `, table ${i + 1}`, shapes, units: unitsOf(shapes) }));
    default:
      return [];
  }
}

function tablesOf(file: string): Shape[][] {
  try {
    return shapesOfGeoPackage(file);
  } catch {
    // Suites contain files that are not databases.
    return [];
  }
}

/** In the XML format that JTS and GEOS share, the geometries of a `case` are in `a` and `b`, as text or hexadecimal digits. */
function casesOf(text: string): Source[] {
  return [...text.matchAll(/<case>([^]*?)<\/case>/g)].map(([, body = ''], i) => ({
    name: `, case ${i + 1}`,
    shapes: [...body.matchAll(/<([ab])>([^]*?)<\/\1>/g)].flatMap(([, , geometry = '']) => geometryIn(geometry)),
    units: PLANE,
  }));
}

/** Geometries between quotes or backquotes, as in SQL and in a description. */
function quotedGeometries(text: string): Shape[] {
  return [...text.matchAll(/'([^']*)'|"([^"]*)"|`([^`]*)`/g)].flatMap((found) => geometryIn(found.slice(1).join('')));
}

const geometryIn = (text: string): Shape[] => shapesOfHex(text.trim()) ?? shapesOfText(text) ?? [];

function geoJsonSources(text: string): Source[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Suites contain files that are not JSON.
    return [];
  }
  const shapes = shapesIn(value);
  return [{ name: '', shapes, units: unitsOf(shapes) }];
}

const memberOf = (value: unknown, name: string): unknown => (typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** One shape for each feature and each standalone geometry. */
function shapesIn(value: unknown): Shape[] {
  if (Array.isArray(value)) return value.flatMap(shapesIn);
  switch (memberOf(value, 'type')) {
    case 'FeatureCollection':
      return listOf(memberOf(value, 'features')).flatMap(shapesIn);
    case 'Feature':
      return [shapesIn(memberOf(value, 'geometry')).flat()];
    case 'GeometryCollection':
      return listOf(memberOf(value, 'geometries')).flatMap(shapesIn);
    case 'Polygon':
      return [multiPolygon(ringsIn(memberOf(value, 'coordinates')))];
    case 'MultiPolygon':
      return [multiPolygon(...listOf(memberOf(value, 'coordinates')).map(ringsIn))];
    default:
      return [];
  }
}

function ringsIn(value: unknown): Ring[] {
  return listOf(value).map((ring) => listOf(ring).map((position): Position => listOf(position).slice(0, 3).map(Number)));
}

/** Like for a file that does not describe its coordinates: degrees if all of them fit. */
function unitsOf(shapes: readonly Shape[]): CoordinateUnits {
  const fits = shapes.every((shape) => shape.every(({ rings }) => rings.every((ring) => ring.every(([x = 0, y = 0]) => !(Math.abs(x) > 180) && !(Math.abs(y) > 90)))));
  return fits ? DEGREES : PLANE;
}
