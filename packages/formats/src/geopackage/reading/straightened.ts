import { readBlobHeader } from '../blob.ts';
import { ByteWriter } from '../byte-writer.ts';
import { DEEPEST, MalformedGeometry, readAnyHeader, readWkb, strideOf, unsupported, WkbType } from '../wkb.ts';
import { verticesOfArc, type Position } from './arc.ts';

/** The curves among the type codes of well-known binary. */
const CIRCULAR_STRING = 8;
const COMPOUND_CURVE = 9;
const CURVE_POLYGON = 10;
const MULTI_CURVE = 11;
const MULTI_SURFACE = 12;

type Header = ReturnType<typeof readAnyHeader>;

/**
 * A geometry blob with lines in place of curves, whose vertices are all among those of the lines.
 * @throws MalformedGeometry, UnsupportedGeometry for surfaces, and for arcs without three positions
 */
export function straightened(blob: Uint8Array): Uint8Array {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  const { wkbStart } = readBlobHeader(view);
  const writer = new ByteWriter();
  writer.bytes(blob.subarray(0, wkbStart));
  new Straightening(blob, view, wkbStart, writer).geometry(0);
  return writer.finish();
}

/** Reads one geometry after the other, and writes what becomes of it. */
class Straightening {
  readonly #blob: Uint8Array;
  readonly #view: DataView;
  readonly #writer: ByteWriter;
  #at: number;

  constructor(blob: Uint8Array, view: DataView, at: number, writer: ByteWriter) {
    this.#blob = blob;
    this.#view = view;
    this.#at = at;
    this.#writer = writer;
  }

  geometry(depth: number): void {
    const start = this.#at;
    const header = this.#header(depth);
    switch (header.base) {
      case CIRCULAR_STRING:
      case COMPOUND_CURVE:
        this.#begin(WkbType.LineString, header);
        this.#run(header, (run) => this.#curve(header, depth, run));
        break;
      case CURVE_POLYGON:
        this.#begin(WkbType.Polygon, header);
        for (let ring = this.#members(header); ring > 0; ring--) this.#run(header, (run) => this.#curve(this.#header(depth + 1), depth + 1, run));
        break;
      case MULTI_CURVE:
        this.#collection(WkbType.MultiLineString, header, depth);
        break;
      case MULTI_SURFACE:
        this.#collection(WkbType.MultiPolygon, header, depth);
        break;
      case WkbType.GeometryCollection:
        this.#collection(WkbType.GeometryCollection, header, depth);
        break;
      default:
        this.#at = readWkb(this.#view, start, depth).end;
        this.#writer.bytes(this.#blob.subarray(start, this.#at));
    }
  }

  #header(depth: number): Header {
    if (depth > DEEPEST) throw new MalformedGeometry(`collections are nested more than ${DEEPEST} levels deep`);
    const header = readAnyHeader(this.#view, this.#at);
    this.#at = header.bodyStart;
    return header;
  }

  #collection(type: WkbType, header: Header, depth: number): void {
    this.#begin(type, header);
    for (let member = this.#members(header); member > 0; member--) this.geometry(depth + 1);
  }

  /** Reads their count and writes it. */
  #members({ littleEndian }: Header): number {
    const count = this.#count(littleEndian, 9);
    this.#writer.uint32(count, true);
    return count;
  }

  #begin(type: WkbType, { hasZ, hasM }: Header): void {
    this.#writer.uint8(1);
    this.#writer.uint32(type + (hasZ ? 1000 : 0) + (hasM ? 2000 : 0), true);
  }

  #run(header: Header, write: (run: VertexRun) => void): void {
    const run = new VertexRun(this.#writer, header);
    write(run);
    run.end();
  }

  /** Writes the vertices of a curve of any type. */
  #curve(header: Header, depth: number, run: VertexRun): void {
    const { base, littleEndian } = header;
    if (base === WkbType.LineString) for (const position of this.#positions(header)) run.put(position);
    else if (base === CIRCULAR_STRING) putArcsThrough(this.#positions(header), run);
    else if (base === COMPOUND_CURVE) {
      for (let count = this.#count(littleEndian, 9); count > 0; count--) {
        run.join();
        this.#curve(this.#header(depth + 1), depth + 1, run);
      }
    } else throw unsupported(base);
  }

  #positions(header: Header): Position[] {
    const { hasZ, hasM, littleEndian } = header;
    const stride = strideOf(header);
    return Array.from({ length: this.#count(littleEndian, stride) }, () => {
      const ordinate = (index: number): number => this.#view.getFloat64(this.#at + 8 * index, littleEndian);
      const position: Position = [ordinate(0), ordinate(1), hasZ ? ordinate(2) : Number.NaN, hasM ? ordinate(hasZ ? 3 : 2) : Number.NaN];
      this.#at += stride;
      return position;
    });
  }

  #count(littleEndian: boolean, smallest: number): number {
    const left = this.#view.byteLength - this.#at - 4;
    if (left < 0) throw new MalformedGeometry('it ends too early');
    const count = this.#view.getUint32(this.#at, littleEndian);
    if (count * smallest > left) throw new MalformedGeometry(`it claims ${count} members or vertices but only ${left} bytes follow`);
    this.#at += 4;
    return count;
  }
}

/** Writes the vertices of a line or a ring one by one, and then how many there are: of a file of arcs there are forty times as many as bytes tell. */
class VertexRun {
  readonly #writer: ByteWriter;
  readonly #header: Pick<Header, 'hasZ' | 'hasM'>;
  readonly #start: number;
  #count = 0;
  #last: Position | null = null;
  #isJoining = false;

  constructor(writer: ByteWriter, header: Pick<Header, 'hasZ' | 'hasM'>) {
    this.#writer = writer;
    this.#header = header;
    this.#start = writer.length;
    writer.uint32(0, true);
  }

  put(position: Position): void {
    const isJoint = this.#isJoining && this.#last !== null && this.#last[0] === position[0] && this.#last[1] === position[1];
    this.#isJoining = false;
    if (isJoint) return;
    const { hasZ, hasM } = this.#header;
    const [x, y, z, m] = position;
    this.#writer.float64(x, true);
    this.#writer.float64(y, true);
    if (hasZ) this.#writer.float64(z, true);
    if (hasM) this.#writer.float64(m, true);
    this.#count++;
    this.#last = position;
  }

  /** Another curve follows. Each begins where the one before ends. */
  join(): void {
    this.#isJoining = true;
  }

  end(): void {
    this.#writer.putUint32(this.#start, this.#count, true);
  }
}

/** @throws UnsupportedGeometry unless each arc has two positions after the one it begins with */
function putArcsThrough(positions: readonly Position[], run: VertexRun): void {
  if (positions.length === 0) return;
  if (positions.length % 2 === 0 || positions.length === 1) throw unsupported(CIRCULAR_STRING);
  run.put(positions[0]);
  for (let index = 0; index + 2 < positions.length; index += 2) for (const vertex of verticesOfArc(positions[index], positions[index + 1], positions[index + 2])) run.put(vertex);
}
