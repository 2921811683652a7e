import { ProblemError } from '@geoinsights/contract/errors';
import type { InputFile } from '../driver.ts';
import { FileWindow } from '../files/window.ts';
import type { RecordTable } from './record-table.ts';
import { RECORD_HEADER_BYTES } from './record-table.ts';
import { contentLength, shapeKindOf } from './shape-types.ts';
import type { ShapeKind } from './shape-types.ts';
import { LONGEST_SCANNED } from './vertex-scan.ts';
import type { VertexScan } from './vertex-scan.ts';

/** The head of each record: enough to allocate all geometry and to know where every block lies. */
export interface Survey {
  readonly types: Uint8Array;
  readonly ringCounts: Int32Array;
  readonly vertexCounts: Int32Array;
  /** 1 if the optional block of measures is present. */
  readonly hasM: Uint8Array;
  readonly ringTotal: number;
  readonly vertexTotal: number;
  /** The number of records whose own header states a length other than the table's. */
  readonly lengthsThatDiffer: number;
  /** The number of records whose own header states another number than their place in the table. */
  readonly numbersThatDiffer: number;
}

/** Type, bounding box and the two counts. */
const LONGEST_HEAD = 44;

/**
 * Reads the head of every record, in file order.
 * @param scan gets the vertices of all records, except of those that cannot be read or are too large
 * @throws ProblemError if a type does not exist or a count does not fit into its record.
 */
export async function surveyRecords(file: InputFile, table: RecordTable, scan: VertexScan | null = null): Promise<Survey> {
  const types = new Uint8Array(table.count);
  const ringCounts = new Int32Array(table.count);
  const vertexCounts = new Int32Array(table.count);
  const hasM = new Uint8Array(table.count);
  let ringTotal = 0;
  let vertexTotal = 0;
  let lengthsThatDiffer = 0;
  let numbersThatDiffer = 0;
  // With large records most of the file is skipped.
  const window = new FileWindow(file, scan === null && file.size / (table.count + 1) > 1 << 17 ? 1 << 12 : 1 << 20);
  let record = 0;
  let start = 0;
  const refuse = (reason: string): ProblemError => new ProblemError('shapefile-record-invalid', { file: file.name, record: record + 1, offset: start, reason });
  for (let position = 0; position < table.count; position++) {
    record = table.fileOrder === null ? position : table.fileOrder[position];
    start = table.offsets[record] * 2;
    const length = table.lengths[record] * 2;
    const end = start + RECORD_HEADER_BYTES + (scan !== null && length <= LONGEST_SCANNED ? length : Math.min(length, LONGEST_HEAD));
    if (!window.has(start, end)) await window.load(start, end);
    const { view } = window;
    const at = start - window.start;
    if (view.getInt32(at + 4) * 2 !== length) lengthsThatDiffer++;
    if (view.getInt32(at) !== record + 1) numbersThatDiffer++;
    const content = at + RECORD_HEADER_BYTES;
    const code = view.getInt32(content, true);
    const kind = shapeKindOf(code);
    if (kind === null) throw refuse(`it has the shape type ${code}, which does not exist`);
    types[record] = code;
    if (kind.family === 'null' || kind.family === 'multipatch') {
      scan?.addNone();
      continue;
    }
    const { rings, vertices } = countsOf(view, content, kind, length, refuse);
    const shortest = contentLength(kind, rings, vertices, false);
    if (shortest > length) throw refuse(`${described(kind, rings, vertices)} take ${shortest} bytes, but the record has ${length}`);
    ringCounts[record] = rings;
    vertexCounts[record] = vertices;
    hasM[record] = kind.mayHaveM && contentLength(kind, rings, vertices, true) <= length ? 1 : 0;
    ringTotal += rings;
    vertexTotal += vertices;
    if (scan !== null && length <= LONGEST_SCANNED) scan.add(window, start + RECORD_HEADER_BYTES, kind, rings, vertices);
  }
  scan?.end();
  return { types, ringCounts, vertexCounts, hasM, ringTotal, vertexTotal, lengthsThatDiffer, numbersThatDiffer };
}

/** A point is one ring of one vertex; a multipoint is one ring, provided it has any point. */
function countsOf(view: DataView, content: number, kind: ShapeKind, length: number, refuse: (reason: string) => ProblemError): { rings: number; vertices: number } {
  if (kind.family === 'point') return { rings: 1, vertices: 1 };
  const head = kind.family === 'multipoint' ? 40 : LONGEST_HEAD;
  if (length < head) throw refuse(`it has ${length} bytes, but its header alone takes ${head}`);
  if (kind.family === 'multipoint') {
    const vertices = view.getInt32(content + 36, true);
    if (vertices < 0) throw refuse(`it states ${vertices} points`);
    return { rings: vertices > 0 ? 1 : 0, vertices };
  }
  const rings = view.getInt32(content + 36, true);
  const vertices = view.getInt32(content + 40, true);
  if (rings < 0 || vertices < 0) throw refuse(`it states ${rings} parts and ${vertices} points`);
  if (rings === 0 && vertices > 0) throw refuse(`it states ${vertices} points but no part`);
  return { rings, vertices };
}

function described(kind: ShapeKind, rings: number, vertices: number): string {
  if (kind.family === 'point') return 'the coordinates of a point';
  return kind.family === 'multipoint' ? `${vertices} points` : `${rings} parts and ${vertices} points`;
}
