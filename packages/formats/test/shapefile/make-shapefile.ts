import type { Layer, Patch } from '@geoinsights/geometry';
import type { DatasetFiles, InputFile } from '../../src/driver.ts';
import { fileOfBytes } from '../../src/files/memory.ts';

/** x, y, then Z, then M as far as the type has them. */
export type Vertex = readonly number[];

/** A record's bytes, specified by its contents. */
export interface RecordSpecification {
  readonly type: number;
  /** Rings or lines; the points of a multipoint are its one ring, and so is a point. */
  readonly rings?: readonly (readonly Vertex[])[];
  /** Omits the optional measures. */
  readonly withoutM?: boolean;
}

const familyOf = (type: number): number => type % 10;
const hasZ = (type: number): boolean => type > 10 && type < 20;
const hasM = (type: number): boolean => type > 10;

/** The content of a record, written from the ESRI specification without any code of the driver. */
export function recordContent({ type, rings = [], withoutM = false }: RecordSpecification): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  const int = (value: number): void => void bytes.push(...new Uint8Array(Int32Array.of(value).buffer));
  const double = (value: number): void => void bytes.push(...new Uint8Array(Float64Array.of(value).buffer));
  int(type);
  if (type === 0) return Uint8Array.from(bytes);
  const vertices = rings.flat();
  const column = (index: number): number[] => vertices.map((vertex) => vertex[index]);
  const measures = hasM(type) && !withoutM;
  const mColumn = hasZ(type) ? 3 : 2;
  if (familyOf(type) === 1 && type !== 31) {
    column(0).forEach((x, at) => [x, column(1)[at]].forEach(double));
    if (hasZ(type)) column(2).forEach(double);
    if (measures) column(mColumn).forEach(double);
    return Uint8Array.from(bytes);
  }
  [Math.min(...column(0)), Math.min(...column(1)), Math.max(...column(0)), Math.max(...column(1))].forEach(double);
  if (familyOf(type) !== 8) int(rings.length);
  int(vertices.length);
  let start = 0;
  for (const ring of familyOf(type) === 8 ? [] : rings) {
    int(start);
    start += ring.length;
  }
  vertices.forEach(([x, y]) => [x, y].forEach(double));
  for (const index of [...(hasZ(type) ? [2] : []), ...(measures ? [mColumn] : [])]) {
    const values = column(index);
    const real = values.filter((value) => value > -1e38);
    [Math.min(...real), Math.max(...real), ...values].forEach(double);
  }
  return Uint8Array.from(bytes);
}

export interface MadeShapefile {
  readonly shp: Uint8Array<ArrayBuffer>;
  readonly shx: Uint8Array<ArrayBuffer>;
}

/** A main file and its index. @param order positions of the records in the file; by default in the order of their numbers. */
export function makeShapefile(type: number, records: readonly Uint8Array[], order: readonly number[] = [...records.keys()]): MadeShapefile {
  const size = 100 + records.reduce((sum, content) => sum + 8 + content.length, 0);
  const shp = new Uint8Array(size);
  const shx = new Uint8Array(100 + 8 * records.length);
  for (const file of [shp, shx]) {
    const view = new DataView(file.buffer);
    view.setInt32(0, 9994);
    view.setInt32(24, file.length / 2);
    view.setInt32(28, 1000, true);
    view.setInt32(32, type, true);
  }
  const main = new DataView(shp.buffer);
  const index = new DataView(shx.buffer);
  let at = 100;
  for (const record of order) {
    const content = records[record];
    main.setInt32(at, record + 1);
    main.setInt32(at + 4, content.length / 2);
    shp.set(content, at + 8);
    index.setInt32(100 + 8 * record, at / 2);
    index.setInt32(104 + 8 * record, content.length / 2);
    at += 8 + content.length;
  }
  return { shp, shx };
}

/** A set in the driver's input form. */
export function datasetOf(files: Readonly<Record<string, Uint8Array>>): DatasetFiles {
  const inputs = Object.entries(files).map(([name, bytes]): InputFile => fileOfBytes(name, bytes));
  return { format: 'shapefile', name: 'made', files: inputs };
}

/** The header of a .dbf with a number of rows, the only part of one that is always read. */
export function attributes(rows: number): Uint8Array {
  const bytes = new Uint8Array(33);
  new DataView(bytes.buffer).setUint32(4, rows, true);
  return bytes;
}

/** A feature as nested arrays: parts, rings, vertices with all ordinates of the layer. */
export function featureOf({ xy, z, m, ringOffsets, partOffsets, featureOffsets }: Layer, feature: number): number[][][][] {
  const parts: number[][][][] = [];
  for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
    const rings: number[][][] = [];
    for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
      const vertices: number[][] = [];
      for (let vertex = ringOffsets[ring]; vertex < ringOffsets[ring + 1]; vertex++) {
        vertices.push([xy[2 * vertex], xy[2 * vertex + 1], ...(z === null ? [] : [z[vertex]]), ...(m === null ? [] : [m[vertex]])]);
      }
      rings.push(vertices);
    }
    parts.push(rings);
  }
  return parts;
}

/** A vertex of a patch: its origin (-1 for a new one) and its ordinates. */
export interface PatchVertex {
  readonly from: number;
  readonly at: readonly [x: number, y: number, z?: number | undefined, m?: number | undefined];
}

/** A patch of one feature, as nested arrays of parts, rings and vertices. */
export function patchOf(feature: number, kind: number, parts: readonly (readonly (readonly PatchVertex[])[])[]): Patch {
  const rings = parts.flat();
  const vertices = rings.flat();
  const offsets = (lengths: readonly number[]): Int32Array => {
    let sum = 0;
    return Int32Array.of(0, ...lengths.map((length) => (sum += length)));
  };
  return {
    features: Int32Array.of(feature),
    geometry: {
      xy: Float64Array.from(vertices.flatMap(({ at }) => [at[0], at[1]])),
      z: Float64Array.from(vertices.map(({ at }) => at[2] ?? NaN)),
      m: Float64Array.from(vertices.map(({ at }) => at[3] ?? NaN)),
      ringOffsets: offsets(rings.map((ring) => ring.length)),
      partOffsets: offsets(parts.map((part) => part.length)),
      featureOffsets: Int32Array.of(0, parts.length),
      partKinds: new Uint8Array(parts.length).fill(kind),
    },
    sourcePart: new Int32Array(parts.length).fill(-1),
    sourceRing: new Int32Array(rings.length).fill(-1),
    sourceVertex: Int32Array.from(vertices.map(({ from }) => from)),
  };
}
