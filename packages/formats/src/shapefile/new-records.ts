import { PartKind } from '@geoinsights/geometry/layer';
import type { Layer } from '@geoinsights/geometry';
import type { Gathered } from './gathered.ts';
import { emptyRange, widen } from './header.ts';
import type { HeaderRanges, Range } from './header.ts';
import { RECORD_HEADER_BYTES } from './record-table.ts';
import { directedArea, signedArea } from './ring-groups.ts';
import { contentLayout, NO_MEASURE, NO_MEASURE_BELOW } from './shape-types.ts';
import type { ContentLayout, ShapeKind } from './shape-types.ts';

export type Family = 'point' | 'multipoint' | 'line' | 'polygon';

const FAMILY_CODES: Readonly<Record<Family, number>> = { point: 1, line: 3, polygon: 5, multipoint: 8 };
const Z_CODES = 10;
const M_CODES = 20;

/** The shape type of a file. With Z there is always room for measures as well. */
export function shapeTypeOf(family: Family, hasZ: boolean, hasM: boolean): number {
  return FAMILY_CODES[family] + (hasZ ? Z_CODES : hasM ? M_CODES : 0);
}

/** By the specification, a point with Z always has a measure; other shapes may omit measures. */
export function writesMeasures(family: Family, hasZ: boolean, hasM: boolean): boolean {
  return hasM || (family === 'point' && hasZ);
}

export const NULL_RECORD_BYTES = RECORD_HEADER_BYTES + 4;

/** The record of a feature without geometry. */
export function addNullRecord(to: Gathered, number: number): void {
  const at = to.room(NULL_RECORD_BYTES);
  to.view.setInt32(at, number);
  to.view.setInt32(at + 4, 2);
  to.view.setInt32(at + RECORD_HEADER_BYTES, 0, true);
}

/** From this number of vertices on they are copied as bytes; for fewer the setup costs more than it saves. */
const WORTH_A_BLOCK = 12;

/**
 * Writes shapes of one family as records. Shells are written clockwise, holes counter-clockwise, and rings are closed; rings
 * without area keep their direction. Rings and lines without vertices are left out.
 */
export class RecordEncoder {
  readonly ranges: HeaderRanges = { x: emptyRange(), y: emptyRange(), z: emptyRange(), m: emptyRange() };
  /** Whether a vertex had a height. */
  hasHeights = false;
  readonly #hasZ: boolean;
  readonly #hasM: boolean;
  readonly #rings = new RingList();
  /** The coordinates of the geometry written last, and the same as bytes. */
  #xy: Float64Array | null = null;
  #xyBytes: Uint8Array = new Uint8Array(0);
  readonly #box: HeaderRanges = { x: emptyRange(), y: emptyRange(), z: emptyRange(), m: emptyRange() };

  constructor(hasZ: boolean, hasM: boolean) {
    this.#hasZ = hasZ;
    this.#hasM = hasM;
  }

  /** Adds the parts of a feature that belong to a family, at least one, as record `number` (from 1 on). @returns whether a vertex has no height and got 0 */
  add(to: Gathered, number: number, family: Family, geometry: Layer, feature: number): boolean {
    const rings = this.#rings;
    rings.collect(geometry, feature, family);
    const kind: ShapeKind = { family, hasZ: this.#hasZ, mayHaveM: this.#hasM };
    const isChain = family === 'line' || family === 'polygon';
    const layout = contentLayout(kind, isChain ? rings.count : 1, rings.vertices, writesMeasures(family, this.#hasZ, this.#hasM));
    const record = to.room(RECORD_HEADER_BYTES + layout.end);
    const at = record + RECORD_HEADER_BYTES;
    to.view.setInt32(record, number);
    to.view.setInt32(record + 4, layout.end / 2);
    to.view.setInt32(at, shapeTypeOf(family, this.#hasZ, this.#hasM), true);
    const isWithoutHeight = this.#writeVertices(to, at, layout, geometry);
    if (family !== 'point') this.#writeHead(to.view, at, layout, family);
    include(this.ranges.x, this.#box.x);
    include(this.ranges.y, this.#box.y);
    include(this.ranges.z, this.#box.z);
    include(this.ranges.m, this.#box.m);
    return isWithoutHeight;
  }

  #writeHead(view: DataView, at: number, layout: ContentLayout, family: Family): void {
    const rings = this.#rings;
    const { x, y, z, m } = this.#box;
    writeRange(view, at + 4, at + 20, x, 0);
    writeRange(view, at + 12, at + 28, y, 0);
    if (layout.z > 0) writeRange(view, at + layout.zRange, at + layout.zRange + 8, z, 0);
    if (layout.m > 0) writeRange(view, at + layout.mRange, at + layout.mRange + 8, m, NO_MEASURE);
    if (family === 'multipoint') {
      view.setInt32(at + 36, rings.vertices, true);
      return;
    }
    view.setInt32(at + 36, rings.count, true);
    view.setInt32(at + 40, rings.vertices, true);
    let start = 0;
    for (let ring = 0; ring < rings.count; ring++) {
      view.setInt32(at + layout.rings + 4 * ring, start, true);
      start += rings.lengthOf(ring);
    }
  }

  /** @returns whether a vertex has no height and got 0 */
  #writeVertices({ bytes, view }: Gathered, at: number, layout: ContentLayout, { xy, z, m }: Layer): boolean {
    const { x: boxX, y: boxY, z: boxZ, m: boxM } = this.#box;
    if (this.#xy !== xy) {
      this.#xy = xy;
      this.#xyBytes = new Uint8Array(xy.buffer, xy.byteOffset, xy.byteLength);
    }
    let minX = Infinity;
    let minY = Infinity;
    let maxX = -Infinity;
    let maxY = -Infinity;
    reset(boxZ);
    reset(boxM);
    let written = 0;
    let isWithoutHeight = false;
    for (let ring = 0; ring < this.#rings.count; ring++) {
      const { start, end, isTurned, isOpen } = this.#rings.at(ring);
      for (let vertex = start; vertex < end; vertex++) {
        const x = xy[2 * vertex];
        const y = xy[2 * vertex + 1];
        if (x < minX) minX = x;
        if (x > maxX) maxX = x;
        if (y < minY) minY = y;
        if (y > maxY) maxY = y;
      }
      const to = at + layout.xy + 16 * written;
      const count = end - start + (isOpen ? 1 : 0);
      const isBlock = !isTurned && !isOpen && count >= WORTH_A_BLOCK;
      if (isBlock) bytes.set(this.#xyBytes.subarray(16 * start, 16 * end), to);
      for (let index = 0; index < count; index++) {
        if (isBlock && layout.z === 0 && layout.m === 0) break;
        const place = index === end - start ? 0 : index;
        const vertex = isTurned ? end - 1 - place : start + place;
        if (!isBlock) {
          view.setFloat64(to + 16 * index, xy[2 * vertex], true);
          view.setFloat64(to + 16 * index + 8, xy[2 * vertex + 1], true);
        }
        if (layout.z > 0) {
          const hasHeight = z !== null && !Number.isNaN(z[vertex]);
          const height = hasHeight ? z[vertex] : 0;
          if (hasHeight) this.hasHeights = true;
          else isWithoutHeight = true;
          view.setFloat64(at + layout.z + 8 * (written + index), height, true);
          widen(boxZ, height);
        }
        if (layout.m > 0) {
          const measure = m !== null && m[vertex] >= NO_MEASURE_BELOW ? m[vertex] : NO_MEASURE;
          view.setFloat64(at + layout.m + 8 * (written + index), measure, true);
          if (measure !== NO_MEASURE) widen(boxM, measure);
        }
      }
      written += count;
    }
    boxX.min = minX;
    boxX.max = maxX;
    boxY.min = minY;
    boxY.max = maxY;
    return isWithoutHeight;
  }
}

/** The rings of one record, in typed arrays that are reused. */
class RingList {
  count = 0;
  /** Including those added to close open rings. */
  vertices = 0;
  #starts = new Int32Array(64);
  #ends = new Int32Array(64);
  #flags = new Uint8Array(64);

  at(ring: number): { start: number; end: number; isTurned: boolean; isOpen: boolean } {
    const flags = this.#flags[ring];
    return { start: this.#starts[ring], end: this.#ends[ring], isTurned: (flags & TURNED) !== 0, isOpen: (flags & OPEN) !== 0 };
  }

  lengthOf(ring: number): number {
    return this.#ends[ring] - this.#starts[ring] + (this.#flags[ring] & OPEN);
  }

  collect({ xy, ringOffsets, partOffsets, featureOffsets, partKinds }: Layer, feature: number, family: Family): void {
    const kind = partKindOf(family);
    this.count = 0;
    this.vertices = 0;
    for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
      if (partKinds[part] !== kind) continue;
      for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
        if (ringOffsets[ring] < ringOffsets[ring + 1]) this.#add(ringOffsets[ring], ringOffsets[ring + 1], ring === partOffsets[part] ? SHELL : 0);
      }
    }
    if (family !== 'polygon') return;
    for (let ring = 0; ring < this.count; ring++) {
      const [start, end, isShell] = [this.#starts[ring], this.#ends[ring], this.#flags[ring] === SHELL];
      const isOpen = xy[2 * start] !== xy[2 * end - 2] || xy[2 * start + 1] !== xy[2 * end - 1];
      const area = isOpen ? signedArea(xy, start, end) : directedArea(xy, start, end, this.count);
      const isTurned = area !== 0 && area < 0 !== isShell;
      this.#flags[ring] = (isTurned ? TURNED : 0) | (isOpen ? OPEN : 0);
      if (isOpen) this.vertices++;
    }
  }

  #add(start: number, end: number, flags: number): void {
    if (this.count === this.#starts.length) {
      this.#starts = doubled(this.#starts, new Int32Array(2 * this.count));
      this.#ends = doubled(this.#ends, new Int32Array(2 * this.count));
      this.#flags = doubled(this.#flags, new Uint8Array(2 * this.count));
    }
    this.#starts[this.count] = start;
    this.#ends[this.count] = end;
    this.#flags[this.count++] = flags;
    this.vertices += end - start;
  }
}

/** A ring that is not closed and gets one more vertex. */
const OPEN = 1;
const TURNED = 2;
const SHELL = 4;

function doubled<Values extends Int32Array | Uint8Array>(values: Values, larger: Values): Values {
  larger.set(values);
  return larger;
}

export function partKindOf(family: Family): PartKind {
  if (family === 'polygon') return PartKind.Polygon;
  return family === 'line' ? PartKind.Line : PartKind.Point;
}

function reset(range: Range): void {
  range.min = Infinity;
  range.max = -Infinity;
}

function include(range: Range, other: Range): void {
  if (other.min < range.min) range.min = other.min;
  if (other.max > range.max) range.max = other.max;
}

function writeRange(view: DataView, low: number, high: number, { min, max }: Range, missing: number): void {
  view.setFloat64(low, min > max ? missing : min, true);
  view.setFloat64(high, min > max ? missing : max, true);
}
