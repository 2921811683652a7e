import { ProblemError } from '@geoinsights/contract/errors';
import { PartKind } from '@geoinsights/geometry/layer';
import type { Layer } from '@geoinsights/geometry';
import type { InputFile } from '../driver.ts';
import { FileWindow } from '../files/window.ts';
import { RECORD_HEADER_BYTES } from './record-table.ts';
import type { RecordTable } from './record-table.ts';
import { groupRings } from './ring-groups.ts';
import { contentLayout, NO_MEASURE_BELOW, shapeKindOf } from './shape-types.ts';
import type { ShapeKind } from './shape-types.ts';
import type { Survey } from './survey.ts';

interface ShapefileGeometry {
  readonly layer: Layer;
  /** For each ring of the layer its position in its record. Null if every record has its rings in layer order: each shell followed by its holes. */
  readonly ringInRecord: Int32Array | null;
  /** For records with rings that run the wrong way: the positions of those rings in the record. */
  readonly turnedRings: ReadonlyMap<number, readonly number[]>;
}

/** Larger records are not read whole. */
const LONGEST_WHOLE = 1 << 22;

/**
 * Reads all records into flat arrays sized by the survey, in file order, so that each byte is read once.
 * @throws ProblemError if the parts of a record do not divide its points.
 */
export async function readGeometry(file: InputFile, table: RecordTable, survey: Survey, onProgress: (share: number) => void): Promise<ShapefileGeometry> {
  return readRecords(new FileWindow(file), { table, survey, numbers: null }, onProgress);
}

/** Some records of a file: entry i of the table and survey is record `numbers[i]` (from 0), or record i if that is null. */
export interface SomeRecords {
  readonly table: RecordTable;
  readonly survey: Survey;
  readonly numbers: Int32Array | null;
}

/** Like `readGeometry`, for some records, through a window that may have been used for others before. */
export async function readRecords(window: FileWindow, { table, survey, numbers }: SomeRecords, onProgress: (share: number) => void): Promise<ShapefileGeometry> {
  const { file } = window;
  const reader = new GeometryReader(file, table, survey, numbers);
  let reported = 0;
  for (let position = 0; position < table.count; position++) {
    const record = table.fileOrder === null ? position : table.fileOrder[position];
    // A null shape may claim any length; there is nothing in it to read.
    if (survey.ringCounts[record] === 0) continue;
    const start = table.offsets[record] * 2;
    const end = start + RECORD_HEADER_BYTES + table.lengths[record] * 2;
    if (start - reported > file.size / 100) {
      reported = start;
      onProgress(start / file.size);
    }
    if (end - start > LONGEST_WHOLE) {
      await reader.readLarge(record, start + RECORD_HEADER_BYTES);
    } else {
      if (!window.has(start, end)) await window.load(start, end);
      reader.read(record, window.bytes, window.view, start - window.start + RECORD_HEADER_BYTES);
    }
  }
  onProgress(1);
  return reader.finish();
}

class GeometryReader {
  readonly #file: InputFile;
  readonly #table: RecordTable;
  readonly #survey: Survey;
  readonly #numbers: Int32Array | null;
  readonly #xy: Float64Array<ArrayBuffer>;
  readonly #xyBytes: Uint8Array;
  /** Created at the first record with such values. */
  #z: Float64Array<ArrayBuffer> | null = null;
  #m: Float64Array<ArrayBuffer> | null = null;
  readonly #ringOffsets: Int32Array;
  /** 1 for each ring of the layer that begins a part. */
  readonly #beginsPart: Uint8Array;
  readonly #firstRing: Int32Array;
  readonly #firstVertex: Int32Array;
  #ringInRecord: Int32Array | null = null;
  readonly #turnedRings = new Map<number, readonly number[]>();

  constructor(file: InputFile, table: RecordTable, survey: Survey, numbers: Int32Array | null) {
    this.#file = file;
    this.#table = table;
    this.#survey = survey;
    this.#numbers = numbers;
    this.#xy = new Float64Array(2 * survey.vertexTotal);
    this.#xyBytes = new Uint8Array(this.#xy.buffer);
    this.#ringOffsets = new Int32Array(survey.ringTotal + 1);
    this.#ringOffsets[survey.ringTotal] = survey.vertexTotal;
    this.#beginsPart = new Uint8Array(survey.ringTotal);
    this.#firstRing = runningTotals(survey.ringCounts);
    this.#firstVertex = runningTotals(survey.vertexCounts);
  }

  /** @param at where the content of the record begins in `bytes` and `view`. */
  read(record: number, bytes: Uint8Array, view: DataView, at: number): void {
    const rings = this.#survey.ringCounts[record];
    if (rings === 0) return;
    const kind = shapeKindOf(this.#survey.types[record]);
    if (kind === null) return;
    const vertices = this.#survey.vertexCounts[record];
    const vertex = this.#firstVertex[record];
    const layout = contentLayout(kind, rings, vertices, this.#survey.hasM[record] === 1);

    this.#readRingStarts(record, kind, view, at + layout.rings);
    this.#xyBytes.set(bytes.subarray(at + layout.xy, at + layout.xy + 16 * vertices), 16 * vertex);
    if (layout.z > 0) this.#readZ(bytes, at + layout.z, vertex, vertices);
    if (layout.m > 0) this.#readM(view, at + layout.m, vertex, vertices);
    this.#divide(record, kind);
  }

  /**
   * Like `read`, for a record that is too large for that: its blocks are read directly to their destination, not all at once.
   * @param at where the content of the record begins in the file.
   */
  async readLarge(record: number, at: number): Promise<void> {
    const rings = this.#survey.ringCounts[record];
    const kind = shapeKindOf(this.#survey.types[record]);
    if (kind === null) return;
    const vertices = this.#survey.vertexCounts[record];
    const vertex = this.#firstVertex[record];
    const layout = contentLayout(kind, rings, vertices, this.#survey.hasM[record] === 1);

    const head = await this.#file.read(at, at + layout.xy);
    this.#readRingStarts(record, kind, new DataView(head.buffer, head.byteOffset, head.byteLength), layout.rings);
    await readInto(this.#file, at + layout.xy, this.#xyBytes.subarray(16 * vertex, 16 * (vertex + vertices)));
    if (layout.z > 0) {
      this.#z ??= new Float64Array(this.#survey.vertexTotal).fill(NaN);
      await readInto(this.#file, at + layout.z, new Uint8Array(this.#z.buffer, 8 * vertex, 8 * vertices));
    }
    const measures = new Uint8Array(layout.m > 0 ? Math.min(LONGEST_WHOLE, 8 * vertices) : 0);
    for (let done = 0; layout.m > 0 && done < vertices; done += measures.length / 8) {
      const count = Math.min(measures.length / 8, vertices - done);
      await readInto(this.#file, at + layout.m + 8 * done, measures.subarray(0, 8 * count));
      this.#readM(new DataView(measures.buffer), 0, vertex + done, count);
    }
    this.#divide(record, kind);
  }

  /** Groups the rings of a record into parts, once they have been read. */
  #divide(record: number, kind: ShapeKind): void {
    const rings = this.#survey.ringCounts[record];
    const ring = this.#firstRing[record];
    const vertex = this.#firstVertex[record];
    const vertices = this.#survey.vertexCounts[record];
    if (kind.family === 'polygon' && rings > 1) this.#groupRings(record, ring, rings, vertex, vertices);
    else if (kind.family === 'line') this.#beginsPart.fill(1, ring, ring + rings);
    else this.#beginsPart[ring] = 1;
  }

  #readRingStarts(record: number, kind: ShapeKind, view: DataView, at: number): void {
    const ring = this.#firstRing[record];
    const rings = this.#survey.ringCounts[record];
    const vertex = this.#firstVertex[record];
    const vertices = this.#survey.vertexCounts[record];
    if (kind.family === 'point' || kind.family === 'multipoint') {
      this.#ringOffsets[ring] = vertex;
      return;
    }
    let before = 0;
    for (let index = 0; index < rings; index++) {
      const start = view.getInt32(at + 4 * index, true);
      if (start < before || start > vertices || (index === 0 && start !== 0)) {
        throw new ProblemError('shapefile-record-invalid', {
          file: this.#file.name,
          record: (this.#numbers === null ? record : this.#numbers[record]) + 1,
          offset: this.#table.offsets[record] * 2,
          reason: `part ${index + 1} of ${rings} begins at point ${start}, which is not between ${before} and ${vertices}`,
        });
      }
      this.#ringOffsets[ring + index] = vertex + start;
      before = start;
    }
  }

  #readZ(bytes: Uint8Array, at: number, vertex: number, vertices: number): void {
    this.#z ??= new Float64Array(this.#survey.vertexTotal).fill(NaN);
    new Uint8Array(this.#z.buffer).set(bytes.subarray(at, at + 8 * vertices), 8 * vertex);
  }

  #readM(view: DataView, at: number, vertex: number, vertices: number): void {
    for (let index = 0; index < vertices; index++) {
      const value = view.getFloat64(at + 8 * index, true);
      if (!(value >= NO_MEASURE_BELOW)) continue;
      this.#m ??= new Float64Array(this.#survey.vertexTotal).fill(NaN);
      this.#m[vertex + index] = value;
    }
  }

  #groupRings(record: number, ring: number, rings: number, vertex: number, vertices: number): void {
    const bounds = this.#ringOffsets.slice(ring, ring + rings + 1);
    bounds[rings] = vertex + vertices;
    const { order, beginsPart, turned } = groupRings(this.#xy, bounds);
    if (turned.length > 0) this.#turnedRings.set(record, turned);
    this.#beginsPart.set(beginsPart, ring);
    if (order === null) return;
    this.#ringInRecord ??= positionsInRecord(this.#survey.ringCounts, this.#survey.ringTotal);
    this.#ringInRecord.set(order, ring);
    this.#reorder(this.#xy, 2, bounds, order);
    if (this.#z !== null) this.#reorder(this.#z, 1, bounds, order);
    if (this.#m !== null) this.#reorder(this.#m, 1, bounds, order);
    let at = vertex;
    for (let index = 0; index < rings; index++) {
      this.#ringOffsets[ring + index] = at;
      at += bounds[order[index] + 1] - bounds[order[index]];
    }
  }

  #reorder(values: Float64Array, width: number, bounds: Int32Array, order: Int32Array): void {
    const base = bounds[0] * width;
    const before = values.slice(base, bounds[order.length] * width);
    let at = base;
    for (const ring of order) {
      const piece = before.subarray(bounds[ring] * width - base, bounds[ring + 1] * width - base);
      values.set(piece, at);
      at += piece.length;
    }
  }

  finish(): ShapefileGeometry {
    const { types, ringCounts, ringTotal } = this.#survey;
    const records = types.length;
    const partTotal = this.#beginsPart.reduce((sum, begins) => sum + begins, 0);
    const partOffsets = new Int32Array(partTotal + 1);
    const partKinds = new Uint8Array(partTotal);
    const featureOffsets = new Int32Array(records + 1);
    let part = 0;
    for (let record = 0; record < records; record++) {
      featureOffsets[record] = part;
      const kind = partKindOf(types[record]);
      const end = this.#firstRing[record] + ringCounts[record];
      for (let ring = this.#firstRing[record]; ring < end; ring++) {
        if (this.#beginsPart[ring] === 0) continue;
        partOffsets[part] = ring;
        partKinds[part] = kind;
        part++;
      }
    }
    partOffsets[partTotal] = ringTotal;
    featureOffsets[records] = partTotal;
    const layer = { xy: this.#xy, z: this.#z, m: this.#m, ringOffsets: this.#ringOffsets, partOffsets, featureOffsets, partKinds };
    return { layer, ringInRecord: this.#ringInRecord, turnedRings: this.#turnedRings };
  }
}

/** Fills `target` with the bytes of the file from `start` on. */
async function readInto(file: InputFile, start: number, target: Uint8Array): Promise<void> {
  for (let at = 0; at < target.length; ) {
    const room = target.subarray(at, at + LONGEST_WHOLE);
    const bytes = await file.read(start + at, start + at + room.length, room);
    if (bytes.length === 0) throw new Error(`${file.name} became shorter while it was read`);
    if (bytes.buffer !== room.buffer) room.set(bytes);
    at += bytes.length;
  }
}

/** 0, 1, 2 … for the rings of each record in turn. */
function positionsInRecord(ringCounts: Int32Array, ringTotal: number): Int32Array {
  const positions = new Int32Array(ringTotal);
  let at = 0;
  for (const count of ringCounts) for (let index = 0; index < count; index++) positions[at++] = index;
  return positions;
}

function partKindOf(code: number): PartKind {
  const family = shapeKindOf(code)?.family;
  if (family === 'polygon') return PartKind.Polygon;
  return family === 'line' ? PartKind.Line : PartKind.Point;
}

/** Entry i is the sum of all entries before i. */
function runningTotals(counts: Int32Array): Int32Array {
  const totals = new Int32Array(counts.length);
  for (let at = 1; at < counts.length; at++) totals[at] = totals[at - 1] + counts[at - 1];
  return totals;
}
