import type { Layer } from '@geoinsights/geometry';
import type { Edit } from './byte-buffer.ts';
import { elementRanges, numberText } from './position-text.ts';

/** Minimum and maximum of x, y, z, m: [minX, minY, minZ, minM, maxX, maxY, maxZ, maxM]; infinities if there are no values. */
export type Bounds = Float64Array;
const DIMENSIONS = 4;
/** A longer bbox, in bytes, is not treated as one. */
export const LONGEST_BBOX = 4096;

export function emptyBounds(): Bounds {
  return new Float64Array(2 * DIMENSIONS).fill(Infinity, 0, DIMENSIONS).fill(-Infinity, DIMENSIONS);
}

/** Extends bounds by the vertices [from, to). */
export function widen(bounds: Bounds, vertices: Pick<Layer, 'xy' | 'z' | 'm'>, from: number, to: number): void {
  const { xy, z, m } = vertices;
  for (let vertex = from; vertex < to; vertex++) {
    widenDimension(bounds, 0, xy[2 * vertex]);
    widenDimension(bounds, 1, xy[2 * vertex + 1]);
    if (z !== null) widenDimension(bounds, 2, z[vertex]);
    if (m !== null) widenDimension(bounds, 3, m[vertex]);
  }
}

function widenDimension(bounds: Bounds, dimension: number, value: number): void {
  if (!Number.isFinite(value)) return;
  if (value < bounds[dimension]) bounds[dimension] = value;
  if (value > bounds[DIMENSIONS + dimension]) bounds[DIMENSIONS + dimension] = value;
}

/** The text of a bbox, and where it is in the file. */
export interface BboxText {
  readonly bytes: Uint8Array;
  /** The file offset of the first of `bytes`. */
  readonly base: number;
  /** The file offsets [start, end) of the bbox. */
  readonly start: number;
  readonly end: number;
}

/**
 * The edits that make a bbox fit the geometry again. A number that matched the geometry before matches it afterwards. A
 * number that did not (a wider frame, the west of a box over the antimeridian) only moves if it would cut land off.
 */
export function bboxEdits({ bytes, base, start, end }: BboxText, before: Bounds, after: Bounds): Edit[] {
  if (end - start > LONGEST_BBOX || bytes[start - base] !== 0x5b) return [];
  const numbers = elementRanges(bytes, start - base, end - base);
  const dimensions = numbers.length / 2;
  if (!Number.isInteger(dimensions) || dimensions < 2) return [];
  const values = numbers.map((range) => Number(new TextDecoder().decode(bytes.subarray(range.start, range.end))));
  if (values.some((value) => !Number.isFinite(value))) return [];
  const edits: Edit[] = [];
  for (let dimension = 0; dimension < Math.min(dimensions, DIMENSIONS); dimension++) {
    const crossesAntimeridian = values[dimension] > values[dimensions + dimension];
    const size = before[DIMENSIONS + dimension] - before[dimension];
    for (const isMaximum of [false, true]) {
      const place = isMaximum ? DIMENSIONS + dimension : dimension;
      const index = isMaximum ? dimensions + dimension : dimension;
      const wanted = after[place];
      if (!Number.isFinite(wanted) || wanted === before[place] || wanted === values[index] || crossesAntimeridian) continue;
      const followed = Math.abs(values[index] - before[place]) <= 1e-4 * size;
      const covered = isMaximum ? values[index] >= wanted : values[index] <= wanted;
      if (!followed && covered) continue;
      const range = numbers[index];
      edits.push({ start: base + range.start, end: base + range.end, text: new TextEncoder().encode(numberText(wanted)) });
    }
  }
  return edits;
}
