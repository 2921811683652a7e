import { PartKind } from '@geoinsights/geometry/layer';
import type { Patch } from '@geoinsights/geometry';
import { ByteBuffer } from './byte-buffer.ts';
import type { FeatureText } from './feature-text.ts';
import { GEOMETRY_TYPES, LINE_STRING, MULTI_LINE_STRING, MULTI_POINT, MULTI_POLYGON, POINT, POLYGON } from './names.ts';
import { elementRanges, numberText } from './position-text.ts';
import type { ObjectNode, Range } from './object-node.ts';

const COMMA = new Uint8Array([0x2c]);
const OPEN = new Uint8Array([0x5b]);
const CLOSE = new Uint8Array([0x5d]);

/** Where the feature begins in the layer's arrays, to convert the patch's indices into the feature's own. */
export interface LayerStart {
  readonly part: number;
  readonly ring: number;
  readonly vertex: number;
}

/** The new text of one geometry's coordinates, and its type if that had to change. */
interface WrittenCoordinates {
  readonly text: Uint8Array;
  readonly type: string | null;
}

/**
 * Writes the coordinates of a changed feature from the bytes of the old ones. Brackets, white space between elements and
 * every unchanged position are copied; only new positions are written, in the style of their surroundings.
 */
export class CoordinateWriter {
  readonly #feature: FeatureText;
  readonly #patch: Patch;
  readonly #start: LayerStart;
  #out = new ByteBuffer();

  constructor(feature: FeatureText, patch: Patch, start: LayerStart) {
    this.#feature = feature;
    this.#patch = patch;
    this.#start = start;
  }

  /**
   * @param leaf a geometry with coordinates that had parts.
   * @param parts the parts of the patch that it now holds, at least one.
   */
  write(leaf: ObjectNode, parts: readonly number[]): WrittenCoordinates {
    if (leaf.coordinates === null) throw new Error('a geometry with parts has no coordinates');
    this.#out = new ByteBuffer(leaf.coordinates.end - leaf.coordinates.start + 256);
    const type = this.#writeType(leaf, leaf.coordinates, parts);
    return { text: this.#out.bytes, type: type === leaf.type ? null : GEOMETRY_TYPES[type] };
  }

  /** @returns the new type of the geometry. */
  #writeType(leaf: ObjectNode, coordinates: Range, parts: readonly number[]): number {
    const firstRing = this.#feature.firstRing(leaf.firstPart);
    switch (leaf.type) {
      case POINT:
      case MULTI_POINT:
      case LINE_STRING: {
        if (parts.length > 1) throw new Error('a patch adds points or lines');
        const [from, to] = this.#vertexRange(this.#ringRange(parts[0])[0]);
        if (leaf.type === POINT && to - from === 1) {
          this.#position(from);
          return POINT;
        }
        this.#ring(this.#ringRange(parts[0])[0], firstRing);
        return leaf.type === POINT ? MULTI_POINT : leaf.type;
      }
      case MULTI_LINE_STRING:
        this.#rings(parts.map((part) => this.#ringRange(part)[0]), coordinates, firstRing, this.#feature.endRing(leaf.endPart - 1));
        return MULTI_LINE_STRING;
      case POLYGON:
        if (parts.length === 1) {
          this.#part(parts[0], leaf.firstPart);
          return POLYGON;
        }
        this.#partsOfPolygon(parts, leaf);
        return MULTI_POLYGON;
      default:
        this.#parts(parts, leaf, coordinates);
        return MULTI_POLYGON;
    }
  }

  /** A polygon becomes several: its brackets are repeated. */
  #partsOfPolygon(parts: readonly number[], leaf: ObjectNode): void {
    const { places } = this.#feature;
    const part = leaf.firstPart;
    const start = places.partStart[part];
    const end = places.partEnd[part];
    const firstRing = this.#feature.firstRing(part);
    const lastRing = this.#feature.endRing(part) - 1;
    this.#out.append(this.#feature.plainBracket(start, places.ringStart[firstRing], 0x5b) ?? OPEN);
    parts.forEach((written, index) => {
      if (index > 0) this.#out.append(this.#feature.ringGap);
      this.#part(written, part);
    });
    this.#out.append(this.#feature.plainBracket(places.ringEnd[lastRing], end, 0x5d) ?? CLOSE);
  }

  #parts(parts: readonly number[], leaf: ObjectNode, coordinates: Range): void {
    const { places } = this.#feature;
    this.#copy(coordinates.start, places.partStart[leaf.firstPart]);
    parts.forEach((part, index) => {
      const source = this.#sourcePart(part);
      const base = source >= leaf.firstPart && source < leaf.endPart ? source : leaf.firstPart;
      if (index > 0) {
        if (source === base && source > leaf.firstPart) this.#copy(places.partEnd[source - 1], places.partStart[source]);
        else this.#out.append(this.#partGap(leaf));
      }
      this.#part(part, base);
    });
    this.#copy(places.partEnd[leaf.endPart - 1], coordinates.end);
  }

  #partGap(leaf: ObjectNode): Uint8Array {
    const { places, ringGap } = this.#feature;
    const second = leaf.firstPart + 1;
    return (second < leaf.endPart ? this.#feature.plainGap(places.partEnd[second - 1], places.partStart[second]) : null) ?? ringGap;
  }

  /** @param base the feature's part whose brackets are reused. */
  #part(part: number, base: number): void {
    const [from, to] = this.#ringRange(part);
    const rings = Array.from({ length: to - from }, (_, index) => from + index);
    const { places } = this.#feature;
    this.#rings(rings, { start: places.partStart[base], end: places.partEnd[base] }, this.#feature.firstRing(base), this.#feature.endRing(base));
  }

  /** @param array the array whose brackets are reused; [firstRing, endRing) are the feature's rings in it, at least one. */
  #rings(rings: readonly number[], array: Range, firstRing: number, endRing: number): void {
    const { places } = this.#feature;
    this.#copy(array.start, places.ringStart[firstRing]);
    rings.forEach((ring, index) => {
      const source = this.#nearestRing(ring);
      if (index > 0) {
        if (source > firstRing && source < endRing) this.#copy(places.ringEnd[source - 1], places.ringStart[source]);
        else this.#out.append(this.#feature.ringGap);
      }
      if (this.#sourceRing(ring) >= 0) this.#copy(places.ringStart[source], places.ringEnd[source]);
      else this.#ring(ring, source >= 0 ? source : firstRing);
    });
    this.#copy(places.ringEnd[endRing - 1], array.end);
  }

  /** @param base the feature's ring whose brackets are reused. */
  #ring(ring: number, base: number): void {
    const { places } = this.#feature;
    const [from, to] = this.#vertexRange(ring);
    const first = this.#feature.firstVertex(base);
    const end = this.#feature.endVertex(base);
    // The ring of a Point is the position itself.
    const hasBrackets = places.ringStart[base] < places.vertexStart[first] && first < end;
    if (hasBrackets) this.#copy(places.ringStart[base], places.vertexStart[first]);
    else this.#out.append(OPEN);
    for (let vertex = from; vertex < to; ) {
      const source = this.#sourceVertex(vertex);
      if (vertex > from) this.#gapBefore(source);
      if (source < 0 || !this.#stays(vertex, source)) {
        this.#position(vertex);
        vertex++;
        continue;
      }
      // Copy a run of consecutive positions at once.
      const endOfRing = this.#feature.endVertex(this.#feature.ringOf(source));
      let run = 1;
      while (vertex + run < to && source + run < endOfRing && this.#sourceVertex(vertex + run) === source + run && this.#stays(vertex + run, source + run)) run++;
      this.#copy(places.vertexStart[source], places.vertexEnd[source + run - 1]);
      vertex += run;
    }
    if (hasBrackets) this.#copy(places.vertexEnd[end - 1], places.ringEnd[base]);
    else this.#out.append(CLOSE);
  }

  #gapBefore(source: number): void {
    const { places } = this.#feature;
    if (source > 0 && source > this.#feature.firstVertex(this.#feature.ringOf(source))) this.#copy(places.vertexEnd[source - 1], places.vertexStart[source]);
    else this.#out.append(this.#feature.vertexGap);
  }

  #position(vertex: number): void {
    const { places, bytes, base } = this.#feature;
    const source = this.#sourceVertex(vertex);
    if (source < 0) {
      this.#newPosition(vertex);
      return;
    }
    const start = places.vertexStart[source];
    const end = places.vertexEnd[source];
    if (this.#stays(vertex, source)) {
      // Copy it as it is: a position without two numbers cannot be written in any other way.
      this.#copy(start, end);
      return;
    }
    const ordinates = elementRanges(bytes, start - base, end - base);
    if (ordinates.length < 2) {
      this.#newPosition(vertex);
      return;
    }
    let at = start;
    for (const dimension of [0, 1]) {
      const value = this.#patch.geometry.xy[2 * vertex + dimension];
      if (same(value, this.#feature.vertices.xy[2 * source + dimension])) continue;
      const ordinate = ordinates[dimension];
      this.#copy(at, base + ordinate.start);
      this.#out.appendAscii(numberText(value));
      at = base + ordinate.end;
    }
    this.#copy(at, end);
  }

  #newPosition(vertex: number): void {
    const { xy, z, m } = this.#patch.geometry;
    const values = [xy[2 * vertex], xy[2 * vertex + 1]];
    if (z !== null && Number.isFinite(z[vertex])) {
      values.push(z[vertex]);
      if (m !== null && Number.isFinite(m[vertex])) values.push(m[vertex]);
    }
    const { open, gap, close } = this.#positionStyle();
    this.#out.append(open);
    values.forEach((value, index) => {
      if (index > 0) this.#out.append(gap);
      this.#out.appendAscii(numberText(value));
    });
    this.#out.append(close);
  }

  #style: { open: Uint8Array; gap: Uint8Array; close: Uint8Array } | null = null;

  /** The style of the feature's first position. */
  #positionStyle(): { open: Uint8Array; gap: Uint8Array; close: Uint8Array } {
    if (this.#style !== null) return this.#style;
    const feature = this.#feature;
    const { places, bytes, base } = feature;
    const start = places.vertexStart[0];
    const end = places.vertexEnd[0];
    const ordinates = elementRanges(bytes, start - base, end - base);
    const plain = ordinates.length > 1;
    this.#style = {
      open: (plain ? feature.plainBracket(start, base + ordinates[0].start, 0x5b) : null) ?? OPEN,
      gap: (plain ? feature.plainGap(base + ordinates[0].end, base + ordinates[1].start) : null) ?? COMMA,
      close: (plain ? feature.plainBracket(base + ordinates[ordinates.length - 1].end, end, 0x5d) : null) ?? CLOSE,
    };
    return this.#style;
  }

  #copy(start: number, end: number): void {
    const { bytes, base } = this.#feature;
    this.#out.append(bytes, start - base, end - base);
  }

  #stays(vertex: number, source: number): boolean {
    const { xy } = this.#patch.geometry;
    const before = this.#feature.vertices.xy;
    return same(xy[2 * vertex], before[2 * source]) && same(xy[2 * vertex + 1], before[2 * source + 1]);
  }

  #ringRange(part: number): [number, number] {
    const { partOffsets } = this.#patch.geometry;
    return [partOffsets[part], partOffsets[part + 1]];
  }

  #vertexRange(ring: number): [number, number] {
    const { ringOffsets } = this.#patch.geometry;
    return [ringOffsets[ring], ringOffsets[ring + 1]];
  }

  #sourcePart(part: number): number {
    return within(this.#patch.sourcePart[part] - this.#start.part, this.#feature.partCount);
  }

  #sourceRing(ring: number): number {
    return within(this.#patch.sourceRing[ring] - this.#start.ring, this.#feature.ringCount);
  }

  /** A vertex from another feature counts as new here. */
  #sourceVertex(vertex: number): number {
    return within(this.#patch.sourceVertex[vertex] - this.#start.vertex, this.#feature.vertexCount);
  }

  /** The feature's ring that this ring equals or was made from; -1 if it is entirely new. */
  #nearestRing(ring: number): number {
    const source = this.#sourceRing(ring);
    if (source >= 0) return source;
    const [from, to] = this.#vertexRange(ring);
    for (let vertex = from; vertex < to; vertex++) {
      const sourceVertex = this.#sourceVertex(vertex);
      if (sourceVertex >= 0) return this.#feature.ringOf(sourceVertex);
    }
    return -1;
  }
}

function within(index: number, count: number): number {
  return index >= 0 && index < count ? index : -1;
}

function same(one: number, other: number): boolean {
  return one === other || (Number.isNaN(one) && Number.isNaN(other));
}

/** The kind of parts that a geometry of this type holds. */
export function partKindOf(type: number): PartKind {
  if (type === POINT || type === MULTI_POINT) return PartKind.Point;
  return type === LINE_STRING || type === MULTI_LINE_STRING ? PartKind.Line : PartKind.Polygon;
}
