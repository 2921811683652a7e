import { ProblemError } from '@geoinsights/contract/errors';
import type { InputFile } from '../driver.ts';
import { shapeKindOf } from './shape-types.ts';

export const HEADER_BYTES = 100;
/** Lengths are counted in 16-bit words in an Int32, but programs take the limit to be 2 GiB of bytes. */
export const LARGEST_FILE = 2 ** 31 - 2;

const FILE_CODE = 9994;
const VERSION = 1000;

export interface ShapefileHeader {
  readonly bytes: Uint8Array;
  readonly shapeType: number;
  /** Length of the file in bytes according to the header; often wrong. */
  readonly statedLength: number;
}

/** @throws ProblemError for a file that is too short, too long, or not a shapefile. */
export async function readHeader(file: InputFile): Promise<ShapefileHeader> {
  if (file.size === 0) throw new ProblemError('file-empty', { file: file.name });
  if (file.size > LARGEST_FILE) {
    throw new ProblemError('too-large', { file: file.name, reason: 'a .shp file may have at most 2 GB. Split it into several shapefiles.' });
  }
  const bytes = (await file.read(0, HEADER_BYTES)).slice();
  const view = new DataView(bytes.buffer);
  const refuse = (reason: string): ProblemError => new ProblemError('shapefile-header-invalid', { file: file.name, reason });
  if (bytes.length < 4 || view.getInt32(0) !== FILE_CODE) throw refuse('it does not begin with the file code 9994');
  if (bytes.length < HEADER_BYTES) throw refuse(`it has ${bytes.length} bytes, but the header alone takes ${HEADER_BYTES}`);
  const shapeType = view.getInt32(32, true);
  if (shapeKindOf(shapeType) === null) throw refuse(`it states the shape type ${shapeType}, which does not exist`);
  return { bytes, shapeType, statedLength: view.getInt32(24) * 2 };
}

/** The minimum and maximum of one ordinate; the minimum exceeds the maximum if there is no value. */
export interface Range {
  min: number;
  max: number;
}

export function emptyRange(): Range {
  return { min: Infinity, max: -Infinity };
}

export function widen(range: Range, value: number): void {
  if (value < range.min) range.min = value;
  if (value > range.max) range.max = value;
}

/** The ranges in the header; NaN and "no data" give empty ranges. */
export function statedRanges(header: Uint8Array): HeaderRanges {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const between = (low: number, high: number): Range => ({ min: view.getFloat64(low, true), max: view.getFloat64(high, true) });
  return { x: between(36, 52), y: between(44, 60), z: between(68, 76), m: between(84, 92) };
}

export interface HeaderRanges {
  readonly x: Range;
  readonly y: Range;
  readonly z: Range;
  readonly m: Range;
}

/**
 * The header of a changed file: as before, with a new length and the ranges of its new content. A range without values keeps
 * its bytes, except that x and y are 0 in a file without shapes.
 */
export function patchedHeader(original: Uint8Array, length: number, ranges: HeaderRanges): Uint8Array {
  const bytes = original.slice();
  const view = new DataView(bytes.buffer);
  view.setInt32(24, length / 2);
  const empty = ranges.x.min > ranges.x.max;
  view.setFloat64(36, empty ? 0 : ranges.x.min, true);
  view.setFloat64(44, empty ? 0 : ranges.y.min, true);
  view.setFloat64(52, empty ? 0 : ranges.x.max, true);
  view.setFloat64(60, empty ? 0 : ranges.y.max, true);
  for (const [at, range] of [[68, ranges.z], [84, ranges.m]] as const) {
    if (range.min > range.max) continue;
    view.setFloat64(at, range.min, true);
    view.setFloat64(at + 8, range.max, true);
  }
  return bytes;
}

/** The header of a new file. Ranges without values are 0, as the specification requires. */
export function newHeader(shapeType: number, length: number, ranges: HeaderRanges): Uint8Array {
  const view = new DataView(new ArrayBuffer(HEADER_BYTES));
  view.setInt32(0, FILE_CODE);
  view.setInt32(28, VERSION, true);
  view.setInt32(32, shapeType, true);
  return patchedHeader(new Uint8Array(view.buffer), length, ranges);
}

/** A header for a missing index: that of the main file with the length of the index. */
export function indexHeader(main: Uint8Array, recordCount: number): Uint8Array {
  const bytes = main.slice();
  new DataView(bytes.buffer).setInt32(24, (HEADER_BYTES + 8 * recordCount) / 2);
  return bytes;
}
