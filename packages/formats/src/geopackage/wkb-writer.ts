import type { Layer, PatchedFeature } from '@geoinsights/geometry';
import type { Bounds } from './blob.ts';
import { ByteWriter } from './byte-writer.ts';
import { partKindOf, partsOf } from './parts.ts';
import { strideOf, WkbType } from './wkb.ts';
import type { WkbGeometry, WkbRun } from './wkb.ts';

/** One changed feature: the original blob, and its part of the patch. */
export interface ChangedFeature extends PatchedFeature {
  readonly view: DataView;
  readonly original: WkbGeometry;
  /** The layer as opened, and the feature's index in it. */
  readonly layer: Layer;
  readonly feature: number;
}

export interface WrittenGeometry {
  readonly wkb: Uint8Array;
  readonly type: WkbType;
  readonly empty: boolean;
  readonly bounds: Bounds;
}

/** Byte order, dimensions and SRID of a geometry: those of the one it replaces. */
type Style = Pick<WkbGeometry, 'littleEndian' | 'dimensionCode' | 'hasZ' | 'hasM' | 'srid'>;

/**
 * Writes a changed feature in the style of its blob: same byte order, type codes, Z and M. Unchanged rings are copied as
 * bytes. A Polygon or LineString that now has several parts becomes its Multi type; a Multi type stays one. In a collection
 * each part stays in its member, and new parts follow the part they come after.
 */
export function writeChanged(change: ChangedFeature): WrittenGeometry {
  const writer = new FeatureWriter(change);
  const type = writer.write();
  return { wkb: writer.out.finish(), type, empty: writer.partCount === 0, bounds: boundsOf(change) };
}

class FeatureWriter {
  readonly out = new ByteWriter();
  readonly #change: ChangedFeature;
  /** Original parts by their index in the layer, relative to the feature's first. */
  readonly #parts: readonly WkbGeometry[];
  readonly #firstPart: number;
  readonly #firstNew: number;
  readonly partCount: number;

  constructor(change: ChangedFeature) {
    this.#change = change;
    this.#parts = [...partsOf(change.original)];
    this.#firstPart = change.layer.featureOffsets[change.feature];
    this.#firstNew = change.patch.geometry.featureOffsets[change.entry];
    this.partCount = change.patch.geometry.featureOffsets[change.entry + 1] - this.#firstNew;
  }

  write(): WkbType {
    const { original } = this.#change;
    const parts = Array.from({ length: this.partCount }, (_, index) => this.#firstNew + index);
    switch (original.type) {
      case WkbType.Point:
      case WkbType.LineString:
      case WkbType.Polygon: {
        if (parts.length > 1) {
          const multi = multiTypeOf(original.type);
          this.#multi(multi, original, parts, { ...original, srid: null });
          return multi;
        }
        this.#single(original.type, original, parts[0]);
        return original.type;
      }
      case WkbType.MultiPoint:
      case WkbType.MultiLineString:
      case WkbType.MultiPolygon:
        this.#multi(original.type, original, parts, { ...original, srid: null });
        return original.type;
      case WkbType.GeometryCollection:
        this.#collection(original, this.#slots(parts));
        return original.type;
    }
  }

  /** A geometry of one part, or of none. */
  #single(type: WkbType, style: Style, part: number | undefined): void {
    this.#header(type, style);
    if (part === undefined) {
      if (type === WkbType.Point) for (let left = strideOf(style); left > 0; left -= 8) this.out.float64(NaN, style.littleEndian);
      else this.out.uint32(0, style.littleEndian);
      return;
    }
    this.#assertKind(part, type);
    const { ringOffsets, partOffsets } = this.#change.patch.geometry;
    const firstRing = partOffsets[part];
    const lastRing = partOffsets[part + 1];
    if (type === WkbType.Polygon) this.out.uint32(lastRing - firstRing, style.littleEndian);
    for (let ring = firstRing; ring < lastRing; ring++) {
      if (type !== WkbType.Point) this.out.uint32(ringOffsets[ring + 1] - ringOffsets[ring], style.littleEndian);
      this.#vertices(ring, style);
    }
  }

  /** @param newStyle the style of members that replace no original part */
  #multi(type: WkbType, style: Style, parts: readonly number[], newStyle: Style): void {
    this.#header(type, style);
    if (type === WkbType.MultiPoint) {
      this.#points(style, parts, newStyle);
      return;
    }
    this.out.uint32(parts.length, style.littleEndian);
    const member = type === WkbType.MultiPolygon ? WkbType.Polygon : WkbType.LineString;
    for (const part of parts) this.#single(member, this.#styleOf(part, newStyle), part);
  }

  #points(style: Style, parts: readonly number[], newStyle: Style): void {
    const { ringOffsets, partOffsets } = this.#change.patch.geometry;
    const ranges = parts.map((part) => {
      this.#assertKind(part, WkbType.MultiPoint);
      return [ringOffsets[partOffsets[part]], ringOffsets[partOffsets[part + 1]]] as const;
    });
    this.out.uint32(ranges.reduce((sum, [start, end]) => sum + end - start, 0), style.littleEndian);
    for (const [start, end] of ranges) {
      for (let vertex = start; vertex < end; vertex++) {
        this.#header(WkbType.Point, newStyle);
        this.#vertex(vertex, newStyle);
      }
    }
  }

  /** Original part → the new parts that replace or follow it. */
  #slots(parts: readonly number[]): Map<WkbGeometry, number[]> {
    const { patch } = this.#change;
    const slots = new Map<WkbGeometry, number[]>();
    let current: WkbGeometry | undefined;
    const waiting: number[] = [];
    const early = new Map<WkbGeometry, number[]>();
    for (const part of parts) {
      const named = this.#source(part);
      const kind = patch.geometry.partKinds[part];
      if (named !== undefined) current = named;
      // A new part may only follow one of its own kind, since it must fit into that one's member.
      const slot = current !== undefined && partKindOf(current.type) === kind ? current : named;
      if (slot === undefined) {
        waiting.push(part);
        continue;
      }
      const list = slots.get(slot);
      if (list === undefined) slots.set(slot, [part]);
      else list.push(part);
    }
    for (const part of waiting) {
      const slot = this.#parts.find(({ type }) => partKindOf(type) === patch.geometry.partKinds[part]);
      if (slot === undefined) throw new Error('a patch gives a collection a kind of part that it did not have');
      const list = early.get(slot);
      if (list === undefined) early.set(slot, [part]);
      else list.push(part);
    }
    for (const [slot, list] of early) slots.set(slot, list.concat(slots.get(slot) ?? []));
    return slots;
  }

  #collection(geometry: WkbGeometry, slots: ReadonlyMap<WkbGeometry, readonly number[]>): void {
    const partsIn = (member: WkbGeometry): number[] => [...partsOf(member)].flatMap((part) => slots.get(part) ?? []);
    const wasEmpty = (member: WkbGeometry): boolean => partsOf(member).next().done === true;
    let count = 0;
    for (const member of geometry.members) {
      if (wasEmpty(member)) count++;
      else if (isSingle(member.type)) count += partsIn(member).length;
      else if (partsIn(member).length > 0) count++;
    }
    this.#header(geometry.type, geometry);
    this.out.uint32(this.partCount === 0 ? 0 : count, geometry.littleEndian);
    if (this.partCount === 0) return;
    for (const member of geometry.members) {
      const parts = partsIn(member);
      if (wasEmpty(member)) this.out.bytes(this.#bytes(member.start, member.end));
      else if (isSingle(member.type)) for (const part of parts) this.#single(member.type, this.#styleOf(part, member), part);
      else if (parts.length === 0) continue;
      else if (member.type === WkbType.GeometryCollection) this.#collection(member, slots);
      else this.#multi(member.type, member, parts, { ...member, srid: null });
    }
  }

  #header(type: WkbType, { littleEndian, dimensionCode, srid }: Style): void {
    this.out.uint8(littleEndian ? 1 : 0);
    this.out.uint32(dimensionCode + type + (srid === null ? 0 : 0x20000000), littleEndian);
    if (srid !== null) this.out.uint32(srid, littleEndian);
  }

  #vertices(ring: number, style: Style): void {
    const { patch } = this.#change;
    const source = this.#run(patch.sourceRing[ring], style);
    if (source !== null) {
      this.out.bytes(this.#bytes(source.offset, source.offset + source.count * strideOf(style)));
      return;
    }
    const end = patch.geometry.ringOffsets[ring + 1];
    for (let vertex = patch.geometry.ringOffsets[ring]; vertex < end; vertex++) this.#vertex(vertex, style);
  }

  #vertex(vertex: number, { littleEndian, hasZ, hasM }: Style): void {
    const { xy, z, m } = this.#change.patch.geometry;
    this.out.float64(xy[vertex * 2], littleEndian);
    this.out.float64(xy[vertex * 2 + 1], littleEndian);
    if (hasZ) this.out.float64(z === null ? NaN : z[vertex], littleEndian);
    if (hasM) this.out.float64(m === null ? NaN : m[vertex], littleEndian);
  }

  /** Where an unchanged ring of this feature lies in the blob, if its bytes fit the style; null if it must be written. */
  #run(ring: number, style: Style): WkbRun | null {
    if (ring < 0) return null;
    const { partOffsets } = this.#change.layer;
    let low = this.#firstPart;
    let high = this.#firstPart + this.#parts.length;
    if (ring < partOffsets[low] || ring >= partOffsets[high]) return null;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (partOffsets[middle] <= ring) low = middle;
      else high = middle;
    }
    const part = this.#parts.at(low - this.#firstPart);
    if (part === undefined || part.type === WkbType.MultiPoint) return null;
    const run = part.runs.at(ring - partOffsets[low]);
    const fits = part.littleEndian === style.littleEndian && part.hasZ === style.hasZ && part.hasM === style.hasM;
    return run !== undefined && fits ? run : null;
  }

  #source(part: number): WkbGeometry | undefined {
    const source = this.#change.patch.sourcePart[part];
    return source < 0 ? undefined : this.#parts[source - this.#firstPart];
  }

  #styleOf(part: number, otherwise: Style): Style {
    const source = this.#source(part);
    if (source === undefined) return otherwise;
    return source === this.#change.original ? { ...source, srid: null } : source;
  }

  #assertKind(part: number, type: WkbType): void {
    if (this.#change.patch.geometry.partKinds[part] !== partKindOf(type)) throw new Error('a patch changes the kind of a part');
  }

  #bytes(start: number, end: number): Uint8Array {
    const { view } = this.#change;
    return new Uint8Array(view.buffer, view.byteOffset + start, end - start);
  }
}

function isSingle(type: WkbType): boolean {
  return type === WkbType.Point || type === WkbType.LineString || type === WkbType.Polygon;
}

function multiTypeOf(type: typeof WkbType.Point | typeof WkbType.LineString | typeof WkbType.Polygon): WkbType {
  switch (type) {
    case WkbType.Point:
      return WkbType.MultiPoint;
    case WkbType.LineString:
      return WkbType.MultiLineString;
    case WkbType.Polygon:
      return WkbType.MultiPolygon;
  }
}

/** Bounds of a changed feature, from the patch. NaN ordinates are ignored. */
function boundsOf({ patch, entry }: ChangedFeature): Bounds {
  const { xy, z, m, ringOffsets, partOffsets, featureOffsets } = patch.geometry;
  const start = ringOffsets[partOffsets[featureOffsets[entry]]];
  const end = ringOffsets[partOffsets[featureOffsets[entry + 1]]];
  return {
    x: rangeOf(xy, start, end, 2, 0),
    y: rangeOf(xy, start, end, 2, 1),
    z: z === null ? [NaN, NaN] : rangeOf(z, start, end, 1, 0),
    m: m === null ? [NaN, NaN] : rangeOf(m, start, end, 1, 0),
  };
}

function rangeOf(values: Float64Array, start: number, end: number, step: number, offset: number): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (let vertex = start; vertex < end; vertex++) {
    const value = values[vertex * step + offset];
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low > high ? [NaN, NaN] : [low, high];
}
