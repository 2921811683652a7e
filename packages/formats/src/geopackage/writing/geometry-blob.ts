import { PartKind } from '@geoinsights/geometry/layer';
import { GeometryType } from '../../features/feature-batch.ts';
import type { FeatureBatch } from '../../features/feature-batch.ts';

const HEADER_BYTES = 8;
const ENVELOPE_BYTES = 32;
const MEMBER_HEADER = 9;
const LITTLE_ENDIAN = 1;
const WITH_ENVELOPE = 0x02;
const EMPTY = 0x10;
const HOST_IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/**
 * Builds the blobs of geometry cells (OGC 12-128, clause 2.1.3): header, envelope of x and y unless the geometry itself says as
 * much, and ISO well-known binary in little endian. After each blob it exposes facts about what it wrote.
 */
export class GeometryBlob {
  readonly #srsId: number;
  readonly #dimensionsWhenEmpty: { readonly hasZ: boolean; readonly hasM: boolean };
  #bytes = new Uint8Array(1 << 16);
  #view = new DataView(this.#bytes.buffer);
  #at = 0;
  #batch: FeatureBatch | null = null;
  #xy: Float64Array = new Float64Array(0);
  #xyBytes: Uint8Array = new Uint8Array(0);
  #z: Float64Array | null = null;
  #m: Float64Array | null = null;
  #dimensionCode = 0;

  minX = Infinity;
  minY = Infinity;
  maxX = -Infinity;
  maxY = -Infinity;
  hasZ = false;
  /** Whether some vertices of the last geometry had no height although others had one. */
  lacksHeights = false;
  hasM = false;
  /** Whether the last geometry had no vertex. */
  isEmpty = false;

  /** @param whenEmpty the dimensions of an empty geometry, which has no coordinates to show them */
  constructor(srsId: number, whenEmpty: { readonly hasZ: boolean; readonly hasM: boolean }) {
    this.#srsId = srsId;
    this.#dimensionsWhenEmpty = whenEmpty;
  }

  /** Whether the last geometry has bounds in x and y. */
  get hasBounds(): boolean {
    return this.minX <= this.maxX && this.minY <= this.maxY;
  }

  /** @returns the blob, valid until the next call; null for a feature without geometry */
  write(batch: FeatureBatch, feature: number): Uint8Array | null {
    const type = batch.types[feature];
    if (type === GeometryType.None) return null;
    if (batch !== this.#batch) this.#enter(batch);
    const { featureOffsets, partOffsets, ringOffsets } = batch.geometry;
    const firstPart = featureOffsets[feature];
    const endPart = featureOffsets[feature + 1];
    const firstVertex = ringOffsets[partOffsets[firstPart]];
    const endVertex = ringOffsets[partOffsets[endPart]];
    const isEmpty = firstVertex === endVertex;
    this.isEmpty = isEmpty;
    this.hasZ = isEmpty ? this.#dimensionsWhenEmpty.hasZ : hasValues(batch.geometry.z, firstVertex, endVertex);
    this.hasM = isEmpty ? this.#dimensionsWhenEmpty.hasM : hasValues(batch.geometry.m, firstVertex, endVertex);
    this.lacksHeights = false;
    this.#z = this.hasZ ? batch.geometry.z : null;
    this.#m = this.hasM ? batch.geometry.m : null;
    this.#dimensionCode = (this.hasZ ? 1000 : 0) + (this.hasM ? 2000 : 0);
    this.#measure(firstVertex, endVertex);
    // A point costs its coordinates, and a header if it is a member of its own; the rest is counts.
    const counts = (endPart - firstPart + 1) * MEMBER_HEADER + (partOffsets[endPart] - partOffsets[firstPart]) * 4;
    this.#reserve(HEADER_BYTES + ENVELOPE_BYTES + 2 * MEMBER_HEADER + counts + (endVertex - firstVertex + 1) * (16 + 16 + MEMBER_HEADER));
    this.#writeHeader(isEmpty, type);
    this.#writeGeometry(type, firstPart, endPart);
    return this.#bytes.subarray(0, this.#at);
  }

  #enter(batch: FeatureBatch): void {
    this.#batch = batch;
    const { xy } = batch.geometry;
    this.#xy = xy;
    this.#xyBytes = new Uint8Array(xy.buffer, xy.byteOffset, xy.byteLength);
  }

  #measure(firstVertex: number, endVertex: number): void {
    const xy = this.#xy;
    let minX = Infinity;
    let minY = Infinity;
    let maxX = -Infinity;
    let maxY = -Infinity;
    for (let at = firstVertex * 2; at < endVertex * 2; at += 2) {
      const x = xy[at];
      const y = xy[at + 1];
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
    }
    this.minX = minX;
    this.minY = minY;
    this.maxX = maxX;
    this.maxY = maxY;
  }

  #writeHeader(isEmpty: boolean, type: number): void {
    const withEnvelope = this.hasBounds && type !== GeometryType.Point;
    this.#view.setUint32(0, 0x47500000);
    this.#view.setUint8(3, LITTLE_ENDIAN | (withEnvelope ? WITH_ENVELOPE : 0) | (isEmpty ? EMPTY : 0));
    this.#view.setInt32(4, this.#srsId, true);
    this.#at = HEADER_BYTES;
    if (!withEnvelope) return;
    for (const bound of [this.minX, this.maxX, this.minY, this.maxY]) this.#float64(bound);
  }

  #writeGeometry(type: number, firstPart: number, endPart: number): void {
    switch (type) {
      case GeometryType.Point:
      case GeometryType.LineString:
      case GeometryType.Polygon:
        if (endPart - firstPart > 1) throw new Error(`a geometry of type ${type} has ${endPart - firstPart} parts`);
        this.#writeSimple(type, firstPart, firstPart === endPart ? null : firstPart);
        break;
      case GeometryType.MultiPoint:
        this.#writePoints(firstPart, endPart);
        break;
      case GeometryType.MultiLineString:
      case GeometryType.MultiPolygon:
      case GeometryType.GeometryCollection:
        this.#writeCode(type);
        this.#uint32(endPart - firstPart);
        for (let part = firstPart; part < endPart; part++) this.#writeMember(part);
        break;
      default:
        throw new Error(`there is no geometry type ${type}`);
    }
  }

  /** Writes a part as a geometry of its own; several points become a MultiPoint. */
  #writeMember(part: number): void {
    const { partKinds } = this.#geometry;
    if (partKinds[part] === PartKind.Polygon) this.#writeSimple(GeometryType.Polygon, part, part);
    else if (partKinds[part] === PartKind.Line) this.#writeSimple(GeometryType.LineString, part, part);
    else if (this.#verticesOf(part, part + 1) === 1) this.#writeSimple(GeometryType.Point, part, part);
    else this.#writePoints(part, part + 1);
  }

  /** @param part null for an empty geometry */
  #writeSimple(type: number, firstPart: number, part: number | null): void {
    const { partOffsets, ringOffsets } = this.#geometry;
    this.#writeCode(type);
    const firstRing = partOffsets[firstPart];
    const endRing = part === null ? firstRing : partOffsets[part + 1];
    if (type === GeometryType.Point) {
      if (part === null) this.#writeNoVertex();
      else this.#writeVertices(ringOffsets[firstRing], ringOffsets[firstRing] + 1);
      return;
    }
    if (type === GeometryType.LineString) {
      const first = ringOffsets[firstRing];
      const end = ringOffsets[endRing];
      this.#uint32(end - first);
      this.#writeVertices(first, end);
      return;
    }
    this.#uint32(endRing - firstRing);
    for (let ring = firstRing; ring < endRing; ring++) {
      this.#uint32(ringOffsets[ring + 1] - ringOffsets[ring]);
      this.#writeVertices(ringOffsets[ring], ringOffsets[ring + 1]);
    }
  }

  #writePoints(firstPart: number, endPart: number): void {
    const { partOffsets, ringOffsets } = this.#geometry;
    this.#writeCode(GeometryType.MultiPoint);
    this.#uint32(this.#verticesOf(firstPart, endPart));
    const end = ringOffsets[partOffsets[endPart]];
    for (let vertex = ringOffsets[partOffsets[firstPart]]; vertex < end; vertex++) {
      this.#writeCode(GeometryType.Point);
      this.#writeVertices(vertex, vertex + 1);
    }
  }

  #verticesOf(firstPart: number, endPart: number): number {
    const { partOffsets, ringOffsets } = this.#geometry;
    return ringOffsets[partOffsets[endPart]] - ringOffsets[partOffsets[firstPart]];
  }

  #writeVertices(first: number, end: number): void {
    if (this.#z === null && this.#m === null && HOST_IS_LITTLE_ENDIAN && end - first > 1) {
      this.#bytes.set(this.#xyBytes.subarray(first * 16, end * 16), this.#at);
      this.#at += (end - first) * 16;
      return;
    }
    for (let vertex = first; vertex < end; vertex++) {
      this.#float64(this.#xy[vertex * 2]);
      this.#float64(this.#xy[vertex * 2 + 1]);
      if (this.#z !== null) this.#float64(this.#heightOf(this.#z[vertex]));
      if (this.#m !== null) this.#float64(this.#m[vertex]);
    }
  }

  /** Programs take a geometry with a NaN for broken, so a vertex without a height beside others that have one gets 0. */
  #heightOf(z: number): number {
    if (!Number.isNaN(z)) return z;
    this.lacksHeights = true;
    return 0;
  }

  /** An empty point has NaN coordinates. */
  #writeNoVertex(): void {
    for (let ordinates = 2 + Number(this.hasZ) + Number(this.hasM); ordinates > 0; ordinates--) this.#float64(NaN);
  }

  #writeCode(type: number): void {
    this.#view.setUint8(this.#at, LITTLE_ENDIAN);
    this.#view.setUint32(this.#at + 1, type + this.#dimensionCode, true);
    this.#at += 5;
  }

  #uint32(value: number): void {
    this.#view.setUint32(this.#at, value, true);
    this.#at += 4;
  }

  #float64(value: number): void {
    this.#view.setFloat64(this.#at, value, true);
    this.#at += 8;
  }

  get #geometry(): FeatureBatch['geometry'] {
    if (this.#batch === null) throw new Error('no batch is being written');
    return this.#batch.geometry;
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#bytes.length) return;
    this.#bytes = new Uint8Array(Math.max(bytes, this.#bytes.length * 2));
    this.#view = new DataView(this.#bytes.buffer);
  }
}

function hasValues(values: Float64Array | null, first: number, end: number): boolean {
  if (values === null) return false;
  for (let vertex = first; vertex < end; vertex++) if (!Number.isNaN(values[vertex])) return true;
  return false;
}
