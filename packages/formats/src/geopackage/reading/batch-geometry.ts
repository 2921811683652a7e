import { PartKind } from '@geoinsights/geometry/layer';
import type { Layer } from '@geoinsights/geometry';
import { enlarged, Int32List, Uint8List } from '@geoinsights/geometry/arrays';
import { GeometryType } from '../../features/feature-batch.ts';
import { readBlobHeader } from '../blob.ts';
import { DEEPEST, MalformedGeometry, memberType, readHeader, strideOf, WkbType } from '../wkb.ts';
import type { WkbHeader } from '../wkb.ts';

const HOST_IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
/** The minimum size of a geometry: byte order, type and a count. */
const SMALLEST_MEMBER = 9;
const POINT_HEADER = 5;

/**
 * Collects the geometries of one batch after another straight from the blobs: no object is created per vertex, and the arrays
 * stay as large as the largest batch. Every count is checked against the available bytes before it is used. Unclosed polygon
 * rings are closed; rings and members without vertices are left out.
 */
export class BatchGeometry {
  #xy = new Float64Array(1 << 16);
  #xyBytes = new Uint8Array(this.#xy.buffer);
  #z: Float64Array<ArrayBuffer> | null = null;
  #m: Float64Array<ArrayBuffer> | null = null;
  readonly #rings = fromZero();
  readonly #parts = fromZero();
  readonly #kinds = new Uint8List(1 << 10);
  readonly #features = fromZero();
  readonly #types = new Uint8List(1 << 10);
  #vertexCount = 0;

  #view: DataView = new DataView(new ArrayBuffer(0));
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;

  get vertices(): number {
    return this.#vertexCount;
  }

  get features(): number {
    return this.#types.length;
  }

  /**
   * Appends the feature in a blob; null is one without geometry. If it cannot be read, the batch stays unchanged.
   * @throws MalformedGeometry, UnsupportedGeometry
   */
  append(blob: Uint8Array | null): void {
    if (blob === null || blob.length === 0) {
      this.#endFeature(GeometryType.None);
      return;
    }
    const vertices = this.#vertexCount;
    const rings = this.#rings.length;
    const parts = this.#parts.length;
    this.#bytes = blob;
    this.#view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
    try {
      this.#at = readBlobHeader(this.#view).wkbStart;
      this.#endFeature(this.#readGeometry(null, 0));
    } catch (error) {
      this.#vertexCount = vertices;
      this.#rings.length = rings;
      this.#parts.length = parts;
      this.#kinds.length = parts - 1;
      throw error;
    }
  }

  /** Returns the batch in arrays of its own and starts the next one. */
  take(): { geometry: Layer; types: Uint8Array } {
    const geometry = {
      xy: this.#xy.slice(0, this.#vertexCount * 2),
      z: this.#z?.slice(0, this.#vertexCount) ?? null,
      m: this.#m?.slice(0, this.#vertexCount) ?? null,
      ringOffsets: this.#rings.toArray(),
      partOffsets: this.#parts.toArray(),
      featureOffsets: this.#features.toArray(),
      partKinds: this.#kinds.toArray(),
    };
    const types = this.#types.toArray();
    this.#z = null;
    this.#m = null;
    this.#vertexCount = this.#kinds.length = this.#types.length = 0;
    this.#rings.length = this.#parts.length = this.#features.length = 1;
    return { geometry, types };
  }

  #readGeometry(expected: WkbType | null, depth: number): WkbType {
    if (depth > DEEPEST) throw new MalformedGeometry(`collections are nested more than ${DEEPEST} levels deep`);
    const header = readHeader(this.#view, this.#at);
    const { type } = header;
    if (expected !== null && type !== expected) throw new MalformedGeometry(`a geometry of type ${expected + 3} contains one of type ${type}`);
    this.#at = header.bodyStart;
    switch (type) {
      case WkbType.Point:
        if (this.#readPoint(header)) this.#endRingAndPart(PartKind.Point);
        break;
      case WkbType.LineString:
        if (this.#readRun(header) > 0) this.#endRingAndPart(PartKind.Line);
        break;
      case WkbType.Polygon:
        this.#readPolygon(header);
        break;
      case WkbType.MultiPoint:
        this.#readPoints(header);
        break;
      case WkbType.MultiLineString:
      case WkbType.MultiPolygon:
      case WkbType.GeometryCollection:
        for (let count = this.#readCount(header, 'members', SMALLEST_MEMBER); count > 0; count--) this.#readGeometry(memberType(type), depth + 1);
        break;
    }
    return type;
  }

  #readPolygon(header: WkbHeader): void {
    const before = this.#rings.length;
    for (let count = this.#readCount(header, 'rings', 4); count > 0; count--) {
      const length = this.#readRun(header);
      if (length === 0) continue;
      this.#closeRing(this.#vertexCount - length);
      this.#endRing();
    }
    if (this.#rings.length > before) this.#endPart(PartKind.Polygon);
  }

  #readPoints(header: WkbHeader): void {
    const before = this.#vertexCount;
    let member = header;
    let order = -1;
    let code = -1;
    for (let count = this.#readCount(header, 'points', POINT_HEADER + 16); count > 0; count--) {
      this.#need(POINT_HEADER);
      const memberOrder = this.#view.getUint8(this.#at);
      const memberCode = this.#view.getUint32(this.#at + 1);
      if (memberOrder !== order || memberCode !== code || member.srid !== null) {
        member = readHeader(this.#view, this.#at);
        if (member.type !== WkbType.Point) throw new MalformedGeometry(`a MultiPoint contains a geometry of type ${member.type}`);
        order = memberOrder;
        code = memberCode;
      }
      this.#at += POINT_HEADER + (member.srid === null ? 0 : 4);
      this.#readPoint(member);
    }
    if (this.#vertexCount > before) this.#endRingAndPart(PartKind.Point);
  }

  #readCount({ littleEndian }: WkbHeader, what: string, smallest: number): number {
    this.#need(4);
    const count = this.#view.getUint32(this.#at, littleEndian);
    this.#at += 4;
    const left = this.#view.byteLength - this.#at;
    if (count * smallest > left) throw new MalformedGeometry(`it claims ${count} ${what} but only ${left} bytes follow`);
    return count;
  }

  /** @returns whether there is a point: an empty one is written as NaN NaN */
  #readPoint(header: WkbHeader): boolean {
    this.#need(strideOf(header));
    const x = this.#view.getFloat64(this.#at, header.littleEndian);
    const y = this.#view.getFloat64(this.#at + 8, header.littleEndian);
    if (Number.isNaN(x) && Number.isNaN(y)) this.#at += strideOf(header);
    else this.#readVertices(header, 1);
    return !(Number.isNaN(x) && Number.isNaN(y));
  }

  /** @returns the number of vertices */
  #readRun(header: WkbHeader): number {
    const count = this.#readCount(header, 'vertices', strideOf(header));
    this.#readVertices(header, count);
    return count;
  }

  #readVertices(header: WkbHeader, count: number): void {
    const { hasZ, hasM, littleEndian } = header;
    this.#reserve(count);
    const first = this.#vertexCount;
    const stride = strideOf(header);
    const end = this.#at + count * stride;
    if (stride === 16 && littleEndian && HOST_IS_LITTLE_ENDIAN) {
      this.#xyBytes.set(this.#bytes.subarray(this.#at, end), first * 16);
    } else {
      for (let vertex = first, at = this.#at; at < end; vertex++, at += stride) {
        this.#xy[vertex * 2] = this.#view.getFloat64(at, littleEndian);
        this.#xy[vertex * 2 + 1] = this.#view.getFloat64(at + 8, littleEndian);
      }
    }
    if (hasZ) this.#z ??= this.#withoutValues();
    if (hasM) this.#m ??= this.#withoutValues();
    if (this.#z !== null) this.#readOrdinate(this.#z, hasZ ? this.#at + 16 : null, count, header);
    if (this.#m !== null) this.#readOrdinate(this.#m, hasM ? this.#at + (hasZ ? 24 : 16) : null, count, header);
    this.#vertexCount += count;
    this.#at = end;
  }

  /** @param offset of the first value in the blob; null if the geometry has none */
  #readOrdinate(values: Float64Array, offset: number | null, count: number, header: WkbHeader): void {
    const first = this.#vertexCount;
    if (offset === null) {
      values.fill(NaN, first, first + count);
      return;
    }
    const stride = strideOf(header);
    for (let index = 0; index < count; index++) values[first + index] = this.#view.getFloat64(offset + index * stride, header.littleEndian);
  }

  /** Repeats the first vertex of a ring unless the ring ends with it. */
  #closeRing(first: number): void {
    const last = this.#vertexCount - 1;
    if (same(this.#xy[first * 2], this.#xy[last * 2]) && same(this.#xy[first * 2 + 1], this.#xy[last * 2 + 1])) return;
    this.#reserve(1);
    const added = this.#vertexCount++;
    this.#xy[added * 2] = this.#xy[first * 2];
    this.#xy[added * 2 + 1] = this.#xy[first * 2 + 1];
    if (this.#z !== null) this.#z[added] = this.#z[first];
    if (this.#m !== null) this.#m[added] = this.#m[first];
  }

  #endRingAndPart(kind: PartKind): void {
    this.#endRing();
    this.#endPart(kind);
  }

  #endRing(): void {
    this.#rings.push(this.#vertexCount);
  }

  #endPart(kind: PartKind): void {
    this.#kinds.push(kind);
    this.#parts.push(this.#rings.length - 1);
  }

  #endFeature(type: GeometryType): void {
    this.#types.push(type);
    this.#features.push(this.#kinds.length);
  }

  #withoutValues(): Float64Array<ArrayBuffer> {
    return new Float64Array(this.#xy.length / 2).fill(NaN);
  }

  #reserve(count: number): void {
    const needed = (this.#vertexCount + count) * 2;
    if (needed <= this.#xy.length) return;
    const length = Math.max(needed, this.#xy.length * 2);
    this.#xy = enlarged(this.#xy, length);
    this.#xyBytes = new Uint8Array(this.#xy.buffer);
    if (this.#z !== null) this.#z = enlarged(this.#z, length / 2);
    if (this.#m !== null) this.#m = enlarged(this.#m, length / 2);
  }

  #need(bytes: number): void {
    if (this.#at + bytes > this.#view.byteLength) throw new MalformedGeometry('it ends too early');
  }
}

function same(a: number, b: number): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

/** For offsets; the first one is 0. */
function fromZero(): Int32List {
  const offsets = new Int32List(1 << 10);
  offsets.push(0);
  return offsets;
}
