import { PartKind } from '@geoinsights/geometry/layer';
import type { Layer, Patch } from '@geoinsights/geometry';
import { emptyRange, widen } from './header.ts';
import type { Range } from './header.ts';
import { groupRings, signedArea } from './ring-groups.ts';
import { contentLayout, contentLength, NO_MEASURE, NO_MEASURE_BELOW, shapeKindOf } from './shape-types.ts';
import type { ContentLayout, ShapeKind } from './shape-types.ts';

/** A record before the patch: its content, and the position of its rings in the layer. */
export interface OriginalRecord {
  readonly content: DataView;
  readonly layout: ContentLayout;
  readonly ringCount: number;
  /** First ring of the feature in the layer. */
  readonly firstRing: number;
  /** For each ring of the layer its position in its record; null if they are in order. */
  readonly ringInRecord: Int32Array | null;
}

/** Bytes of an emptied record: the code of the null shape. */
const NULL_SHAPE_BYTES = 4;

/** Content length in bytes of a changed feature, known before it is written. */
export function patchedContentLength(code: number, hasM: boolean, patch: Patch, position: number): number {
  const kind = shapeKindOf(code);
  const { rings, vertices } = extentOfFeature(patch.geometry, position);
  if (kind === null || vertices.count === 0) return NULL_SHAPE_BYTES;
  return contentLength(kind, rings.count, vertices.count, hasM);
}

/**
 * The content of a changed feature. Ordinates of unchanged vertices are copied from the original bytes; a new vertex without Z
 * gets 0 and one without a measure gets "no data". If the directions of the rings would make them a different polygon, shells
 * become clockwise and holes counter-clockwise; else rings keep their directions.
 */
export function patchedContent(code: number, hasM: boolean, layer: Layer, patch: Patch, position: number, original: OriginalRecord): Uint8Array {
  const kind = shapeKindOf(code);
  const { geometry } = patch;
  const { rings, vertices } = extentOfFeature(geometry, position);
  if (kind === null || vertices.count === 0) return new Uint8Array(NULL_SHAPE_BYTES);
  const layout = contentLayout(kind, rings.count, vertices.count, hasM);
  const bytes = new Uint8Array(layout.end);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, code, true);

  const sources = vertexOrder(kind, geometry, position);
  const x = emptyRange();
  const y = emptyRange();
  sources.forEach((vertex, at) => {
    view.setFloat64(layout.xy + 16 * at, geometry.xy[2 * vertex], true);
    view.setFloat64(layout.xy + 16 * at + 8, geometry.xy[2 * vertex + 1], true);
    widen(x, geometry.xy[2 * vertex]);
    widen(y, geometry.xy[2 * vertex + 1]);
  });
  const places = kind.hasZ || hasM ? placesInRecord(layer, patch, sources, original) : sources;
  const { content, layout: before } = original;
  if (kind.hasZ) {
    const heights = newOrdinates(geometry.z, sources, 0);
    writeOrdinates({ content: view, values: layout.z, range: layout.zRange }, heights, places, { content, values: before.z, range: before.zRange });
  }
  if (hasM) {
    const measures = newOrdinates(geometry.m, sources, NO_MEASURE);
    writeOrdinates({ content: view, values: layout.m, range: layout.mRange }, measures, places, { content, values: before.m, range: before.mRange });
  }
  if (kind.family === 'point') return bytes;

  [x.min, y.min, x.max, y.max].forEach((value, at) => view.setFloat64(4 + 8 * at, value, true));
  if (kind.family === 'multipoint') {
    view.setInt32(36, vertices.count, true);
    return bytes;
  }
  view.setInt32(36, rings.count, true);
  view.setInt32(40, vertices.count, true);
  for (let ring = 0; ring < rings.count; ring++) {
    view.setInt32(layout.rings + 4 * ring, geometry.ringOffsets[rings.first + ring] - vertices.first, true);
  }
  return bytes;
}

interface Span {
  readonly first: number;
  readonly count: number;
}

function extentOfFeature({ featureOffsets, partOffsets, ringOffsets }: Layer, feature: number): { rings: Span; vertices: Span } {
  const first = partOffsets[featureOffsets[feature]];
  const end = partOffsets[featureOffsets[feature + 1]];
  return {
    rings: { first, count: end - first },
    vertices: { first: ringOffsets[first], count: ringOffsets[end] - ringOffsets[first] },
  };
}

/** The feature's vertices in output order: unchanged, except for rings that must be reversed. */
function vertexOrder(kind: ShapeKind, geometry: Layer, feature: number): Int32Array {
  const { vertices } = extentOfFeature(geometry, feature);
  const order = Int32Array.from({ length: vertices.count }, (_, at) => vertices.first + at);
  if (kind.family !== 'polygon' || readsAsMeant(geometry, feature)) return order;
  const { featureOffsets, partOffsets, ringOffsets, xy } = geometry;
  for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
    for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
      const clockwise = signedArea(xy, ringOffsets[ring], ringOffsets[ring + 1]) < 0;
      const isShell = ring === partOffsets[part];
      if (clockwise !== isShell) order.subarray(ringOffsets[ring] - vertices.first, ringOffsets[ring + 1] - vertices.first).reverse();
    }
  }
  return order;
}

/** True if a reader of the record finds the same shells with the same holes. */
function readsAsMeant(geometry: Layer, feature: number): boolean {
  const { featureOffsets, partOffsets, ringOffsets, partKinds } = geometry;
  const { rings } = extentOfFeature(geometry, feature);
  if (partKinds[featureOffsets[feature]] !== PartKind.Polygon) return true;
  const { order, beginsPart, turned } = groupRings(geometry.xy, ringOffsets.slice(rings.first, rings.first + rings.count + 1));
  if (order !== null || turned.length > 0) return false;
  let part = featureOffsets[feature];
  for (let ring = 0; ring < rings.count; ring++) {
    const begins = partOffsets[part] === rings.first + ring;
    if (begins) part++;
    if (begins !== (beginsPart[ring] === 1)) return false;
  }
  return true;
}

/** For each vertex its index in the original record, or -1 for a new one. */
function placesInRecord(layer: Layer, patch: Patch, vertices: Int32Array, original: OriginalRecord): Int32Array {
  const { firstRing, ringCount, ringInRecord, layout, content } = original;
  const { ringOffsets } = layer;
  const end = ringOffsets[firstRing + ringCount];
  return vertices.map((vertex) => {
    const source = patch.sourceVertex[vertex];
    if (source < ringOffsets[firstRing] || source >= end) return -1;
    if (layout.rings === layout.xy) return source - ringOffsets[firstRing];
    let ring = firstRing;
    for (let step = highestPowerOfTwo(ringCount); step >= 1; step /= 2) {
      if (ring + step < firstRing + ringCount && ringOffsets[ring + step] <= source) ring += step;
    }
    const position = ringInRecord === null ? ring - firstRing : ringInRecord[ring];
    return content.getInt32(layout.rings + 4 * position, true) + source - ringOffsets[ring];
  });
}

function highestPowerOfTwo(limit: number): number {
  return 2 ** Math.floor(Math.log2(Math.max(1, limit)));
}

/** The Z or the M of a record: where its values and their range begin. */
interface OrdinateBlock {
  readonly content: DataView;
  readonly values: number;
  /** 0 if there is none, as for a point. */
  readonly range: number;
}

/** The Z or the M of vertices as the patch has them. */
function newOrdinates(values: Float64Array | null, vertices: Int32Array, missing: number): Float64Array {
  return Float64Array.from(vertices, (vertex) => {
    const value = values === null ? NaN : values[vertex];
    return Number.isNaN(value) ? missing : value;
  });
}

/**
 * Writes a block of Z or M and its range; a range without any value keeps its bytes.
 * @param places of the vertices in the block before the patch, whose ordinates are copied; those at -1 get the new ones
 */
function writeOrdinates(block: OrdinateBlock, ordinates: Float64Array, places: Int32Array, before: OrdinateBlock): void {
  const range: Range = emptyRange();
  for (let index = 0; index < ordinates.length; index++) {
    const value = places[index] >= 0 ? before.content.getFloat64(before.values + 8 * places[index], true) : ordinates[index];
    block.content.setFloat64(block.values + 8 * index, value, true);
    if (value >= NO_MEASURE_BELOW) widen(range, value);
  }
  if (block.range === 0) return;
  const isEmpty = range.min > range.max;
  block.content.setFloat64(block.range, isEmpty ? before.content.getFloat64(before.range, true) : range.min, true);
  block.content.setFloat64(block.range + 8, isEmpty ? before.content.getFloat64(before.range + 8, true) : range.max, true);
}

/** The content of a record with some rings reversed, each vertex with its Z and M. @param turned positions of rings in the record. */
export function turnedContent(content: Uint8Array, { rings, xy, z, m }: ContentLayout, ringCount: number, vertexCount: number, turned: readonly number[]): Uint8Array {
  const bytes = content.slice();
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const blocks = [{ at: xy, width: 16 }, { at: z, width: 8 }, { at: m, width: 8 }].filter(({ at }) => at > 0);
  for (const ring of turned) {
    const start = view.getInt32(rings + 4 * ring, true);
    const end = ring + 1 < ringCount ? view.getInt32(rings + 4 * (ring + 1), true) : vertexCount;
    for (const { at, width } of blocks) {
      for (let vertex = start; vertex < end; vertex++) {
        const source = at + width * vertex;
        bytes.set(content.subarray(source, source + width), at + width * (start + end - 1 - vertex));
      }
    }
  }
  return bytes;
}

/** True if a changed record kept its bounding box. */
export function sameBox(before: Uint8Array, after: Uint8Array, code: number): boolean {
  if (after.length === NULL_SHAPE_BYTES) return false;
  const end = shapeKindOf(code)?.family === 'point' ? 20 : 36;
  for (let at = 4; at < end; at++) if (before[at] !== after[at]) return false;
  return true;
}
