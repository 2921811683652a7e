import { PartKind } from '@geoinsights/geometry/layer';
import type { Layer } from '@geoinsights/geometry';
import { GeometryType } from '../features/feature-batch.ts';
import type { JsonOutput } from './json-output.ts';

/** Longer rings are written in pieces. */
const LONGEST_PIECE = 1 << 12;

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const COMMA = 0x2c;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const END_OBJECT = 0x7d;
const NAMES = ['', 'Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'];
/** The text before the coordinates, by `GeometryType`. */
const BEGINNINGS = [...NAMES.map((name) => bytesOf(name === '' ? 'null' : `{"type":"${name}","coordinates":`)), bytesOf('{"type":"GeometryCollection","geometries":')];
const EMPTY_LIST = bytesOf('[]');
const EMPTY: Layer = {
  xy: new Float64Array(0), z: null, m: null, ringOffsets: new Int32Array(1), partOffsets: new Int32Array(1), featureOffsets: new Int32Array(1), partKinds: new Uint8Array(0),
};

const Shape = { Line: 0, Shell: 1, Hole: 2 } as const;
type Shape = (typeof Shape)[keyof typeof Shape];

/**
 * Writes the geometries of features, shells counter-clockwise and holes clockwise. `step` returns whenever the output may be
 * emptied, so that no geometry has to be held as a whole text.
 */
export class GeometryText {
  /** The number of positions left out because they are not finite. */
  leftOut = 0;
  readonly #output: JsonOutput;
  #layer: Layer = EMPTY;
  #type: number = GeometryType.None;
  /** The part and ring to write next, and how many positions of the ring have been written. */
  #part = 0;
  #firstPart = 0;
  #endPart = 0;
  #ring = 0;
  #written = 0;
  #isReversed = false;

  constructor(output: JsonOutput) {
    this.#output = output;
  }

  begin(layer: Layer, feature: number, type: number): void {
    this.#layer = layer;
    this.#type = type;
    this.#firstPart = layer.featureOffsets[feature];
    this.#part = this.#firstPart;
    this.#endPart = layer.featureOffsets[feature + 1];
    this.#ring = layer.partOffsets[this.#part];
    this.#written = 0;
    if (type === GeometryType.None) this.#part = this.#endPart;
    this.#output.raw(BEGINNINGS[type]);
    // A geometry without parts has an empty list of positions.
    if (type !== GeometryType.None && this.#part === this.#endPart && type !== GeometryType.GeometryCollection) this.#output.raw(EMPTY_LIST);
    else if (isListOfParts(type)) this.#output.byte(OPEN);
  }

  /** @returns whether the geometry is complete */
  step(): boolean {
    const output = this.#output;
    const type = this.#type;
    const { partOffsets, partKinds } = this.#layer;
    const isCollection = type === GeometryType.GeometryCollection;
    for (; this.#part < this.#endPart; this.#part++) {
      const part = this.#part;
      const isPolygon = partKinds[part] === PartKind.Polygon;
      const firstRing = partOffsets[part];
      const endRing = partOffsets[part + 1];
      if (this.#ring === firstRing && this.#written === 0) {
        if (part > this.#firstPart) output.byte(COMMA);
        if (isCollection) output.raw(BEGINNINGS[this.#typeOf(part)]);
        if (isPolygon) output.byte(OPEN);
      }
      for (; this.#ring < endRing; this.#ring++) {
        if (this.#ring > firstRing && this.#written === 0) output.byte(COMMA);
        const isWhole = isPolygon ? this.#polygonRing(this.#ring === firstRing ? Shape.Shell : Shape.Hole) : this.#line((isCollection ? this.#typeOf(part) : type) === GeometryType.Point);
        if (!isWhole) return false;
        this.#written = 0;
      }
      if (isPolygon) output.byte(CLOSE);
      if (isCollection) output.byte(END_OBJECT);
    }
    if (this.#firstPart < this.#endPart || isCollection) if (isListOfParts(type)) output.byte(CLOSE);
    if (type !== GeometryType.None) output.byte(END_OBJECT);
    return true;
  }

  /** The type of a part as a member of a collection. */
  #typeOf(part: number): number {
    const { partKinds, partOffsets, ringOffsets } = this.#layer;
    if (partKinds[part] === PartKind.Polygon) return GeometryType.Polygon;
    if (partKinds[part] === PartKind.Line) return GeometryType.LineString;
    const ring = partOffsets[part];
    return ringOffsets[ring + 1] - ringOffsets[ring] === 1 ? GeometryType.Point : GeometryType.MultiPoint;
  }

  /** @returns whether the ring is complete; if not, the next call continues it */
  #polygonRing(shape: Shape): boolean {
    const { xy, ringOffsets } = this.#layer;
    const from = ringOffsets[this.#ring];
    const to = ringOffsets[this.#ring + 1];
    if (this.#written === 0) {
      const area = signedArea(xy, from, to);
      // The sum is not finite if a position is not, or is very large.
      if (area - area !== 0) return this.#odd(from, to, shape);
      this.#isReversed = isTurned(shape, area);
    }
    return this.#plain(from, to, this.#isReversed);
  }

  /** A line, or points. */
  #line(isPoint: boolean): boolean {
    const { xy, z, ringOffsets } = this.#layer;
    const from = ringOffsets[this.#ring];
    const to = ringOffsets[this.#ring + 1];
    if (this.#written === 0 && !areFinite(xy, from, to)) return this.#odd(from, to, Shape.Line);
    if (!isPoint) return this.#plain(from, to, false);
    this.#output.morePositions(xy, z, from, from + 1, false);
    return true;
  }

  #plain(from: number, to: number, isReversed: boolean): boolean {
    const output = this.#output;
    const { xy, z } = this.#layer;
    if (to - from <= LONGEST_PIECE) {
      output.positions(xy, z, from, to, isReversed);
      return true;
    }
    const count = Math.min(LONGEST_PIECE, to - from - this.#written);
    const start = isReversed ? to - this.#written - count : from + this.#written;
    output.byte(this.#written === 0 ? OPEN : COMMA);
    output.morePositions(xy, z, start, start + count, isReversed);
    this.#written += count;
    if (this.#written < to - from) return false;
    output.byte(CLOSE);
    return true;
  }

  /** Writes a ring or line without its non-finite positions; a ring is closed again. */
  #odd(from: number, to: number, shape: Shape): true {
    const { xy, z } = this.#layer;
    const vertices = new Int32Array(to - from + 1);
    let count = 0;
    for (let vertex = from; vertex < to; vertex++) if (isFinitePosition(xy, vertex)) vertices[count++] = vertex;
    this.leftOut += to - from - count;
    const [first] = vertices;
    const last = vertices[Math.max(0, count - 1)];
    if (shape !== Shape.Line && count > 0 && (xy[2 * first] !== xy[2 * last] || xy[2 * first + 1] !== xy[2 * last + 1])) vertices[count++] = first;
    const kept = new Float64Array(2 * count);
    for (let place = 0; place < count; place++) {
      kept[2 * place] = xy[2 * vertices[place]];
      kept[2 * place + 1] = xy[2 * vertices[place] + 1];
    }
    const keptZ = z === null ? null : Float64Array.from(vertices.subarray(0, count), (vertex) => z[vertex]);
    this.#output.positions(kept, keptZ, 0, count, isTurned(shape, signedArea(kept, 0, count)));
    return true;
  }
}

function isTurned(shape: Shape, area: number): boolean {
  return shape === Shape.Shell ? area < 0 : shape === Shape.Hole && area > 0;
}

/** Whether the parts are enclosed in a list. */
function isListOfParts(type: number): boolean {
  return type === GeometryType.MultiPolygon || type === GeometryType.MultiLineString || type === GeometryType.GeometryCollection;
}

/** Twice the area, positive if the ring is counter-clockwise; not finite if a position is not. */
function signedArea(xy: Float64Array, from: number, to: number): number {
  const originX = xy[2 * from];
  const originY = xy[2 * from + 1];
  let area = originX - originX + (originY - originY);
  let beforeX = 0;
  let beforeY = 0;
  for (let at = 2 * from + 2; at < 2 * to; at += 2) {
    const x = xy[at] - originX;
    const y = xy[at + 1] - originY;
    area += beforeX * y - x * beforeY;
    beforeX = x;
    beforeY = y;
  }
  return area;
}

function isFinitePosition(xy: Float64Array, vertex: number): boolean {
  return Number.isFinite(xy[2 * vertex]) && Number.isFinite(xy[2 * vertex + 1]);
}

function areFinite(xy: Float64Array, from: number, to: number): boolean {
  let sum = 0;
  for (let at = 2 * from; at < 2 * to; at++) sum += xy[at] - xy[at];
  return sum === 0;
}
