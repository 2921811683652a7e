import type { Layer, Patch } from './layer.ts';
import type { Spool } from './spool.ts';

/** One feature of a patch on its own: a layer with one feature, and the source of everything in it. */
export interface FeatureRecord {
  readonly geometry: Layer;
  readonly sourcePart: Int32Array;
  readonly sourceRing: Int32Array;
  readonly sourceVertex: Int32Array;
}

/** Where a record is stored. */
export interface RecordSpan {
  readonly position: number;
  readonly length: number;
}

/** The size of a record. */
export interface Counts {
  readonly parts: number;
  readonly rings: number;
  readonly vertices: number;
}

/** The counts of parts, rings and vertices, and one word of padding so that the doubles start at a multiple of eight. */
const HEADER = 4;

/** Features of patches, each stored on its own. */
export class FeatureRecords {
  private readonly hasZ: boolean;
  private readonly hasM: boolean;
  private readonly spool: Spool;

  constructor({ z, m }: Layer, spool: Spool) {
    this.hasZ = z !== null;
    this.hasM = m !== null;
    this.spool = spool;
  }

  /** @param at index among the features of the patch */
  put({ geometry, sourcePart, sourceRing, sourceVertex }: Patch, at: number): RecordSpan & { readonly counts: Counts } {
    const { xy, z, m, ringOffsets, partOffsets, featureOffsets, partKinds } = geometry;
    const [part, endPart] = [featureOffsets[at], featureOffsets[at + 1]];
    const [ring, endRing] = [partOffsets[part], partOffsets[endPart]];
    const [vertex, endVertex] = [ringOffsets[ring], ringOffsets[endRing]];
    const counts = { parts: endPart - part, rings: endRing - ring, vertices: endVertex - vertex };
    const bytes = new Uint8Array(this.sizeOf(counts));
    const record = this.layOut(bytes, counts);
    new Int32Array(bytes.buffer, 0, HEADER).set([counts.parts, counts.rings, counts.vertices]);
    record.geometry.xy.set(xy.subarray(2 * vertex, 2 * endVertex));
    if (z !== null) record.geometry.z?.set(z.subarray(vertex, endVertex));
    if (m !== null) record.geometry.m?.set(m.subarray(vertex, endVertex));
    for (let i = 0; i <= counts.rings; i++) record.geometry.ringOffsets[i] = ringOffsets[ring + i] - vertex;
    for (let i = 0; i <= counts.parts; i++) record.geometry.partOffsets[i] = partOffsets[part + i] - ring;
    record.geometry.partKinds.set(partKinds.subarray(part, endPart));
    record.sourcePart.set(sourcePart.subarray(part, endPart));
    record.sourceRing.set(sourceRing.subarray(ring, endRing));
    record.sourceVertex.set(sourceVertex.subarray(vertex, endVertex));
    return { position: this.spool.append(bytes), length: bytes.length, counts };
  }

  read({ position, length }: RecordSpan): FeatureRecord {
    const bytes = this.spool.read(position, length);
    const [parts, rings, vertices] = new Int32Array(bytes.buffer, bytes.byteOffset, HEADER);
    return this.layOut(bytes, { parts, rings, vertices });
  }

  private sizeOf({ parts, rings, vertices }: Counts): number {
    const doubles = (2 + (this.hasZ ? 1 : 0) + (this.hasM ? 1 : 0)) * vertices;
    const integers = HEADER + (parts + 1) + (rings + 1) + parts + rings + vertices;
    return 8 * Math.ceil((8 * doubles + 4 * integers + parts) / 8);
  }

  private layOut({ buffer, byteOffset }: Uint8Array<ArrayBuffer>, { parts, rings, vertices }: Counts): FeatureRecord {
    let at = byteOffset + 4 * HEADER;
    const doubles = (count: number): Float64Array => new Float64Array(buffer, (at += 8 * count) - 8 * count, count);
    const integers = (count: number): Int32Array => new Int32Array(buffer, (at += 4 * count) - 4 * count, count);
    const xy = doubles(2 * vertices);
    const z = this.hasZ ? doubles(vertices) : null;
    const m = this.hasM ? doubles(vertices) : null;
    const [partOffsets, ringOffsets] = [integers(parts + 1), integers(rings + 1)];
    const [sourcePart, sourceRing, sourceVertex] = [integers(parts), integers(rings), integers(vertices)];
    const partKinds = new Uint8Array(buffer, at, parts);
    return { geometry: { xy, z, m, ringOffsets, partOffsets, featureOffsets: Int32Array.of(0, parts), partKinds }, sourcePart, sourceRing, sourceVertex };
  }
}
