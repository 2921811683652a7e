import { DatabaseSync } from 'node:sqlite';
import { polygon, signedArea } from '../layers.ts';
import type { Position, Ring, Shape } from '../layers.ts';
import { shapesOfBytes } from './wkb.ts';

/** Polygon types of a shapefile: plain, with M, with Z. */
const POLYGON_TYPES = new Set([5, 15, 25]);
const [FILE_HEADER, RECORD_HEADER, BEFORE_PARTS] = [100, 8, 44];
/** Size in bytes of the extent in the header of a GeoPackage geometry, by its flags. */
const ENVELOPES = [0, 32, 48, 48, 64];

/** The polygons of a shapefile. A clockwise ring is a shell, and holes belong to the shell before them. */
export function shapesOfShapefile(bytes: Uint8Array): Shape[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const shapes: Shape[] = [];
  for (let record = FILE_HEADER; record + RECORD_HEADER + 4 <= bytes.length; record += RECORD_HEADER + 2 * view.getInt32(record + 4)) {
    const start = record + RECORD_HEADER;
    const length = 2 * view.getInt32(record + 4);
    // A deliberately broken file may lead backwards.
    if (length < 0) break;
    if (length < BEFORE_PARTS || start + length > bytes.length || !POLYGON_TYPES.has(view.getInt32(start, true))) continue;
    const [parts, points] = [view.getInt32(start + 36, true), view.getInt32(start + 40, true)];
    const first = start + BEFORE_PARTS + 4 * parts;
    if (parts < 0 || points < 0 || first + 16 * points > start + length) continue;
    const offsets = [...Array.from({ length: parts }, (_, i) => view.getInt32(start + BEFORE_PARTS + 4 * i, true)), points];
    const ringFrom = (from: number, to: number): Ring => Array.from({ length: Math.max(0, to - from) }, (_, i): Position => [view.getFloat64(first + 16 * (from + i), true), view.getFloat64(first + 16 * (from + i) + 8, true)]);
    shapes.push(partsOf(offsets.slice(0, -1).map((from, i) => ringFrom(from, offsets[i + 1] ?? points))));
  }
  return shapes;
}

function partsOf(rings: readonly Ring[]): Shape {
  const parts: Ring[][] = [];
  const early: Ring[] = [];
  for (const ring of rings) {
    if (signedArea(ring) <= 0) parts.push([ring, ...early.splice(0)]);
    else (parts.at(-1) ?? early).push(ring);
  }
  // If there is no shell at all, all rings run the wrong way.
  return [...parts, ...early.map((ring) => [ring])].flatMap((of) => polygon(...of));
}

/** The polygons of each table of a GeoPackage. */
export function shapesOfGeoPackage(file: string): Shape[][] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const columns = database.prepare('SELECT table_name, column_name FROM gpkg_geometry_columns').all();
    return columns.map((row) => {
      const [table, column] = [quoted(row['table_name']), quoted(row['column_name'])];
      return database.prepare(`SELECT ${column} AS geometry FROM ${table}`).all().flatMap(({ geometry }) => (geometry instanceof Uint8Array ? (shapesOfBlob(geometry) ?? []) : []));
    });
  } finally {
    database.close();
  }
}

const quoted = (name: unknown): string => `"${String(name).replaceAll('"', '""')}"`;

function shapesOfBlob(blob: Uint8Array): Shape[] | null {
  const envelope = ENVELOPES.at((blob[3] >> 1) & 7);
  return envelope === undefined ? null : shapesOfBytes(blob.subarray(8 + envelope));
}
