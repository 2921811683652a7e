import { PartKind, type Layer } from '@geoinsights/geometry/layer';
import { GeometryType } from '../../features/feature-batch.ts';
import type { TextBytes } from './text-bytes.ts';

/** The number of positions written before the buffer is checked again. */
const STRETCH = 1 << 13;
const ENCODER = new TextEncoder();
const POINT = element('Point');
const LINE = element('LineString');
const OUTER = { open: ENCODER.encode('<outerBoundaryIs><LinearRing><coordinates>'), close: ENCODER.encode('</coordinates></LinearRing></outerBoundaryIs>') };
const INNER = { open: ENCODER.encode('<innerBoundaryIs><LinearRing><coordinates>'), close: ENCODER.encode('</coordinates></LinearRing></innerBoundaryIs>') };

interface Markup {
  readonly open: Uint8Array;
  readonly close: Uint8Array;
}

function element(name: string): Markup {
  return { open: ENCODER.encode(`<${name}><coordinates>`), close: ENCODER.encode(`</coordinates></${name}>`) };
}

/**
 * Writes geometries. Altitudes are in the tuples without an `altitudeMode`, as other programs write them: we do not know what
 * they are measured from, and the default mode clamps the geometry to the ground, where it is visible.
 */
export class GeometryText {
  readonly #bytes: TextBytes;
  readonly #decimals: number | null;
  /** The number of positions left out because they are not finite; never reset. */
  unreadable = 0;

  constructor(bytes: TextBytes, decimals: number | null) {
    this.#bytes = bytes;
    this.#decimals = decimals;
  }

  /**
   * Writes the geometry of a feature that has parts. It yields now and then so that the caller can flush the output: a feature
   * may be as large as memory.
   */
  *write(layer: Layer, type: number, feature: number): Generator<void, void, undefined> {
    const { featureOffsets, partKinds } = layer;
    const first = featureOffsets[feature];
    const end = featureOffsets[feature + 1];
    const isMultiple = type >= GeometryType.MultiPoint || end - first > 1;
    if (isMultiple) this.#bytes.ascii('<MultiGeometry>');
    for (let part = first; part < end; part++) {
      if (partKinds[part] === PartKind.Polygon) yield* this.#polygon(layer, part);
      else if (partKinds[part] === PartKind.Line) yield* this.#line(layer, part);
      else yield* this.#points(layer, part);
    }
    if (isMultiple) this.#bytes.ascii('</MultiGeometry>');
  }

  *#points({ xy, z, ringOffsets, partOffsets }: Layer, part: number): Generator<void, void, undefined> {
    const end = ringOffsets[partOffsets[part + 1]];
    for (let vertex = ringOffsets[partOffsets[part]]; vertex < end; vertex++) {
      if (isUnreadable(xy, vertex)) {
        this.unreadable++;
        continue;
      }
      this.#bytes.raw(POINT.open);
      this.#positions(xy, z, vertex, vertex + 1, 1);
      this.#bytes.dropLast();
      this.#bytes.raw(POINT.close);
      if ((vertex & (STRETCH - 1)) === 0) yield;
    }
  }

  *#line({ xy, z, ringOffsets, partOffsets }: Layer, part: number): Generator<void, void, undefined> {
    for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) yield* this.#chain(LINE, xy, z, ringOffsets[ring], ringOffsets[ring + 1], 1);
  }

  /** Shells are written counter-clockwise, as KML requires, and holes clockwise. */
  *#polygon({ xy, z, ringOffsets, partOffsets }: Layer, part: number): Generator<void, void, undefined> {
    const shell = partOffsets[part];
    this.#bytes.ascii('<Polygon>');
    for (let ring = shell; ring < partOffsets[part + 1]; ring++) {
      const from = ringOffsets[ring];
      const to = ringOffsets[ring + 1];
      const area = doubleArea(xy, from, to);
      const isTurned = ring === shell ? area < 0 : area > 0;
      yield* this.#chain(ring === shell ? OUTER : INNER, xy, z, from, to, isTurned ? -1 : 1);
    }
    this.#bytes.ascii('</Polygon>');
  }

  *#chain({ open, close }: Markup, xy: Float64Array, z: Float64Array | null, from: number, to: number, step: 1 | -1): Generator<void, void, undefined> {
    const bytes = this.#bytes;
    bytes.raw(open);
    let endsInBlank = false;
    for (let at = from; at < to; at += STRETCH) {
      const end = Math.min(to, at + STRETCH);
      // The blank after the last position of the stretch before may already have been handed on.
      endsInBlank = (step === 1 ? this.#positions(xy, z, at, end, 1) : this.#positions(xy, z, from + to - end, from + to - at, -1)) > 0;
      if (end < to) yield;
    }
    if (endsInBlank) bytes.dropLast();
    bytes.raw(close);
  }

  /** Vertices [from, to), in reverse for a step of -1, each followed by a blank. @returns how many were written */
  #positions(xy: Float64Array, z: Float64Array | null, from: number, to: number, step: 1 | -1): number {
    let count = 0;
    for (let i = 0, vertex = step === 1 ? from : to - 1; i < to - from; i++, vertex += step) {
      if (isUnreadable(xy, vertex)) continue;
      this.#bytes.tuple(xy[2 * vertex], xy[2 * vertex + 1], z === null ? NaN : z[vertex], this.#decimals);
      count++;
    }
    this.unreadable += to - from - count;
    return count;
  }
}

/** NaN or infinite. */
function isUnreadable(xy: Float64Array, vertex: number): boolean {
  const x = xy[2 * vertex];
  const y = xy[2 * vertex + 1];
  return x - x !== 0 || y - y !== 0;
}

/** Twice the area of a ring, positive if counter-clockwise. */
function doubleArea(xy: Float64Array, from: number, to: number): number {
  const x0 = xy[2 * from];
  const y0 = xy[2 * from + 1];
  let area = 0;
  for (let i = from + 1; i + 1 < to; i++) {
    area += (xy[2 * i] - x0) * (xy[2 * i + 3] - y0) - (xy[2 * i + 2] - x0) * (xy[2 * i + 1] - y0);
  }
  return area;
}
