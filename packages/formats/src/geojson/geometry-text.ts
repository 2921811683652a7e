import { PartKind } from '@geoinsights/geometry';
import type { Layer } from '@geoinsights/geometry';
import { GeometryType } from '../features/feature-batch.ts';
import type { JsonOutput } from './json-output.ts';

/** Of longer rings a piece is written at a time. */
const LONGEST_PIECE = 1 << 12;

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const NULL = bytesOf('null');
const COMMA = 0x2c;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const END_OBJECT = 0x7d;
const NAMES = ['', 'Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'];
/** What stands before the coordinates, by `GeometryType`. */
const BEGINNINGS = NAMES.map((name) => bytesOf(`{"type":"${name}","coordinates":`));
const BEGIN_COLLECTION = bytesOf('{"type":"GeometryCollection","geometries":[');

const Shape = { Line: 0, Shell: 1, Hole: 2 } as const;
type Shape = (typeof Shape)[keyof typeof Shape];

/**
 * Writes the geometries of features, shells counter-clockwise and holes clockwise. Writing is a generator that stops where the
 * output may be emptied, so that no geometry has to be held as a text.
 */
export class GeometryText {
  /** Positions that were left out as they are not finite. */
  leftOut = 0;
  readonly #output: JsonOutput;

  constructor(output: JsonOutput) {
    this.#output = output;
  }

  *write(layer: Layer, feature: number, type: number): Generator<void, void, undefined> {
    const first = layer.featureOffsets[feature];
    const end = layer.featureOffsets[feature + 1];
    const output = this.#output;
    if (type === GeometryType.None) {
      output.raw(NULL);
    } else if (type === GeometryType.GeometryCollection) {
      output.raw(BEGIN_COLLECTION);
      for (let part = first; part < end; part++) {
        if (part > first) output.byte(COMMA);
        yield* this.#single(layer, part);
        if (output.isFull) yield;
      }
      output.byte(CLOSE);
      output.byte(END_OBJECT);
    } else if (first === end) {
      output.raw(BEGINNINGS[type]);
      output.byte(OPEN);
      output.byte(CLOSE);
      output.byte(END_OBJECT);
    } else {
      yield* this.#plain(layer, first, end, type);
    }
  }

  *#single(layer: Layer, part: number): Generator<void, void, undefined> {
    const kind = layer.partKinds[part];
    const ring = layer.partOffsets[part];
    const isOne = layer.ringOffsets[ring + 1] - layer.ringOffsets[ring] === 1;
    const type = kind === PartKind.Polygon ? GeometryType.Polygon : kind === PartKind.Line ? GeometryType.LineString : isOne ? GeometryType.Point : GeometryType.MultiPoint;
    yield* this.#plain(layer, part, part + 1, type);
  }

  /** Parts of one kind. */
  *#plain(layer: Layer, first: number, end: number, type: number): Generator<void, void, undefined> {
    const output = this.#output;
    const isMulti = type === GeometryType.MultiPolygon || type === GeometryType.MultiLineString;
    output.raw(BEGINNINGS[type]);
    if (isMulti) output.byte(OPEN);
    for (let part = first; part < end; part++) {
      if (part > first) output.byte(COMMA);
      const ring = layer.partOffsets[part];
      const from = layer.ringOffsets[ring];
      const to = layer.ringOffsets[ring + 1];
      if (type === GeometryType.Point) this.#point(layer, from);
      else if (layer.partKinds[part] === PartKind.Polygon) yield* this.#polygon(layer, part);
      else yield* this.#line(layer.xy, layer.z, from, to);
      if (output.isFull) yield;
    }
    if (isMulti) output.byte(CLOSE);
    output.byte(END_OBJECT);
  }

  #point({ xy, z }: Layer, vertex: number): void {
    const output = this.#output;
    if (isFinitePosition(xy, vertex)) {
      output.morePositions(xy, z, vertex, vertex + 1, false);
    } else {
      this.leftOut++;
      output.byte(OPEN);
      output.byte(CLOSE);
    }
  }

  *#polygon(layer: Layer, part: number): Generator<void, void, undefined> {
    const { xy, z, partOffsets, ringOffsets } = layer;
    const output = this.#output;
    const shell = partOffsets[part];
    output.byte(OPEN);
    for (let ring = shell; ring < partOffsets[part + 1]; ring++) {
      if (ring > shell) output.byte(COMMA);
      const from = ringOffsets[ring];
      const to = ringOffsets[ring + 1];
      const area = signedArea(xy, from, to);
      const shape = ring === shell ? Shape.Shell : Shape.Hole;
      const isReversed = isTurned(shape, area);
      // A sum that is no number has met a position that is none, or a very large one.
      if (area - area !== 0) this.#odd(xy, z, from, to, shape);
      else if (to - from > LONGEST_PIECE) yield* this.#long(xy, z, from, to, isReversed);
      else output.positions(xy, z, from, to, isReversed);
      if (output.isFull) yield;
    }
    output.byte(CLOSE);
  }

  /** A line, or points. */
  *#line(xy: Float64Array, z: Float64Array | null, from: number, to: number): Generator<void, void, undefined> {
    if (!areFinite(xy, from, to)) this.#odd(xy, z, from, to, Shape.Line);
    else if (to - from > LONGEST_PIECE) yield* this.#long(xy, z, from, to, false);
    else this.#output.positions(xy, z, from, to, false);
  }

  *#long(xy: Float64Array, z: Float64Array | null, from: number, to: number, isReversed: boolean): Generator<void, void, undefined> {
    const output = this.#output;
    output.byte(OPEN);
    for (let written = 0; written < to - from; written += LONGEST_PIECE) {
      const count = Math.min(LONGEST_PIECE, to - from - written);
      const start = isReversed ? to - written - count : from + written;
      if (written > 0) output.byte(COMMA);
      output.morePositions(xy, z, start, start + count, isReversed);
      if (output.isFull) yield;
    }
    output.byte(CLOSE);
  }

  /** What has positions that are none: without them; a ring is closed again. */
  #odd(xy: Float64Array, z: Float64Array | null, from: number, to: number, shape: Shape): void {
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
  }
}

function isTurned(shape: Shape, area: number): boolean {
  return shape === Shape.Shell ? area < 0 : shape === Shape.Hole && area > 0;
}

/** Twice the area, above zero when the ring goes counter-clockwise; no finite number when a position is none. */
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
