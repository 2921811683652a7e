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
        this.#run(this.#curve(header, depth), header);
        break;
      case CURVE_POLYGON:
        this.#begin(WkbType.Polygon, header);
        for (let ring = this.#members(header); ring > 0; ring--) this.#run(this.#curve(this.#header(depth + 1), depth + 1), header);
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

  #run(positions: readonly Position[], { hasZ, hasM }: Header): void {
    this.#writer.uint32(positions.length, true);
    for (const [x, y, z, m] of positions) for (const value of [x, y, ...(hasZ ? [z] : []), ...(hasM ? [m] : [])]) this.#writer.float64(value, true);
  }

  /** The vertices of a curve of any type. */
  #curve(header: Header, depth: number): Position[] {
    const { base, littleEndian } = header;
    if (base === WkbType.LineString) return this.#positions(header);
    if (base === CIRCULAR_STRING) return arcsThrough(this.#positions(header));
    if (base !== COMPOUND_CURVE) throw unsupported(base);
    const vertices: Position[] = [];
    for (let count = this.#count(littleEndian, 9); count > 0; count--) {
      const member = this.#curve(this.#header(depth + 1), depth + 1);
      const last = vertices.at(-1);
      // Each begins where the one before ends.
      const isJoined = last !== undefined && member.length > 0 && last[0] === member[0][0] && last[1] === member[0][1];
      for (const vertex of isJoined ? member.slice(1) : member) vertices.push(vertex);
    }
    return vertices;
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

/** @throws UnsupportedGeometry unless each arc has two positions after the one it begins with */
function arcsThrough(positions: readonly Position[]): Position[] {
  if (positions.length === 0) return [];
  if (positions.length % 2 === 0 || positions.length === 1) throw unsupported(CIRCULAR_STRING);
  const vertices: Position[] = [positions[0]];
  for (let index = 0; index + 2 < positions.length; index += 2) for (const vertex of verticesOfArc(positions[index], positions[index + 1], positions[index + 2])) vertices.push(vertex);
  return vertices;
}
