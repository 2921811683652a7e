import { hashPlace } from '../arrays/hash-place.ts';
import { Float64List, Int32List } from '../arrays/growable.ts';
import { EdgeTable } from '../edges/edges.ts';
import { VertexTable } from '../edges/vertices.ts';
import { putExtent } from '../layer/extent.ts';
import { isPlace, PartKind } from '../layer/layer.ts';
import type { Layer } from '../layer/layer.ts';
import { knownPartExtents } from '../layer/part-extents.ts';
import { isSamePlace } from '../layer/same-place.ts';
import { forEachRing } from '../layer/placed-features.ts';
import type { PlacedFeatures, RingPlace } from '../layer/placed-features.ts';
import { twiceSignedArea } from '../rings.ts';

/** A layer with no more vertices is examined whole, a larger one through windows. */
const MOST_VERTICES = 60_000;
const WINDOWS = 14;
/** The number of vertices in a window if all were spread evenly. */
const VERTICES_IN_WINDOW = 3000;
/** Most windows along one side of the extent. A layer may consist of a few clusters that are far apart. */
const MOST_ALONG = 4096;

const NO_EXTENT = [Infinity, Infinity, -Infinity, -Infinity];

/** The extents of polygon parts. */
export interface PartExtents {
  /** minX, minY, maxX, maxY of each part; minX > maxX if it is not a polygon or has no coordinates. */
  readonly extents: Float64Array;
  /** The index of the first part of each feature; then the count of all parts. */
  readonly firstPart: Int32Array;
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

export function partExtents(features: PlacedFeatures): PartExtents {
  const extents = new Float64List();
  const firstPart = new Int32Array(features.featureCount + 1);
  const extent = new Float64Array(4);
  let left = Infinity;
  let low = Infinity;
  let right = -Infinity;
  let high = -Infinity;
  let last: Layer | null = null;
  let known: Float64Array | null = null;
  for (let feature = 0; feature < features.featureCount; feature++) {
    const { layer, at } = features.placed(feature);
    const { xy, ringOffsets, partOffsets, featureOffsets, partKinds } = layer;
    if (layer !== last) known = knownPartExtents(layer);
    last = layer;
    for (let part = featureOffsets[at]; part < featureOffsets[at + 1]; part++) {
      if (partKinds[part] !== PartKind.Polygon) extent.set(NO_EXTENT);
      else if (known === null) putExtent(xy, ringOffsets[partOffsets[part]], ringOffsets[partOffsets[part + 1]], extent, 0);
      else for (let side = 0; side < 4; side++) extent[side] = known[4 * part + side];
      extents.pushAll(extent);
      if (extent[0] < left) left = extent[0];
      if (extent[1] < low) low = extent[1];
      if (extent[2] > right) right = extent[2];
      if (extent[3] > high) high = extent[3];
    }
    firstPart[feature + 1] = extents.length / 4;
  }
  return { extents: extents.takeArray(), firstPart, minX: left, minY: low, maxX: right, maxY: high };
}

/** The borders of a layer, or of what lies in some windows of it. */
export interface BorderSample {
  readonly vertices: VertexTable;
  /** The segment of each use is an index into `chain`. */
  readonly edges: EdgeTable;
  /** The edges in the order in which rings run over them, ring after ring. */
  readonly chain: Int32Array;
  /** Whether the ring runs over the edge from its `a` to its `b`. */
  readonly isForward: Uint8Array;
  readonly feature: Int32Array;
  /** Where each ring, or each piece of a ring cut out by windows, begins in `chain`; then the length of `chain`. */
  readonly starts: Int32Array;
  /** Whether measurements may be taken at a point: everything near it is in the sample. */
  readonly isWithin: (x: number, y: number) => boolean;
  /** Whether that holds for all points of an edge, as far as its ends show. */
  readonly isWithinWhole: (ax: number, ay: number, bx: number, by: number) => boolean;
}

/**
 * Selects the borders to measure. Windows are chosen by their location and content, so neither the order of the features nor
 * the start of their rings changes the sample.
 *
 * @param reachX @param reachY how far around a point of the sample everything must be included.
 */
export function sampleBorders(features: PlacedFeatures, parts: PartExtents, reachX: number, reachY: number): BorderSample {
  const windows = features.vertexCount > MOST_VERTICES ? new Windows(features.vertexCount, parts, reachX, reachY) : null;
  const ends = new Float64List();
  const feature = new Int32List();
  const starts = new Int32List();
  const { extents, firstPart } = parts;
  const isPartIn = (part: number): boolean => windows === null || windows.touches(extents, part);
  const isIn = (of: number): boolean => {
    let part = firstPart[of];
    while (part < firstPart[of + 1] && !isPartIn(part)) part++;
    return part < firstPart[of + 1];
  };
  forEachRing(features, (ring) => {
    if (ring.kind === PartKind.Polygon && isPartIn(firstPart[ring.feature] + ring.part)) takeRing(ring);
  }, isIn);
  starts.push(feature.length);

  const places = ends.takeArray();
  const vertices = new VertexTable(feature.length, places);
  const edges = new EdgeTable(feature.length);
  const chain = new Int32Array(feature.length);
  const isForward = new Uint8Array(feature.length);
  for (let i = 0; i < chain.length; i++) {
    const from = vertices.intern(places[4 * i], places[4 * i + 1]);
    const to = vertices.intern(places[4 * i + 2], places[4 * i + 3]);
    chain[i] = edges.intern(from, to);
    edges.addUse(chain[i], 2 * i);
    isForward[i] = from < to ? 1 : 0;
  }
  return {
    vertices,
    edges,
    chain,
    isForward,
    feature: feature.takeArray(),
    starts: starts.takeArray(),
    isWithin: (x, y) => windows === null || windows.holds(x, y),
    isWithinWhole: (ax, ay, bx, by) => windows === null || windows.holdsInOne(ax, ay, bx, by),
  };

  /** Takes a ring with the land on its left, whatever its direction in the file, so that what it faces is on its right. */
  function takeRing({ layer: { xy }, first, end, feature: of, isShell }: RingPlace): void {
    const isReversed = isShell === twiceSignedArea(xy, first, end) < 0;
    const count = end - first;
    const vertex = (k: number): number => (isReversed ? end - 1 - (k % count) : first + (k % count));
    const isLeftOut = (i: number, j: number): boolean =>
      !isPlace(xy[2 * i], xy[2 * i + 1]) || !isPlace(xy[2 * j], xy[2 * j + 1]) || windows?.isAround(xy[2 * i], xy[2 * i + 1], xy[2 * j], xy[2 * j + 1]) === false;
    // The start of the ring in the file must not cut a border in two, so the ring is read from an edge that is not in the sample.
    let begin = 0;
    while (begin < count && !isLeftOut(vertex(begin), vertex(begin + 1))) begin++;
    let isCut = true;
    for (let k = begin; k < begin + count; k++) {
      const i = vertex(k);
      const j = vertex(k + 1);
      if (isSamePlace(xy, i, j)) continue;
      if (isLeftOut(i, j)) {
        isCut = true;
        continue;
      }
      if (isCut) starts.push(feature.length);
      isCut = false;
      ends.push(xy[2 * i]);
      ends.push(xy[2 * i + 1]);
      ends.push(xy[2 * j]);
      ends.push(xy[2 * j + 1]);
      feature.push(of);
    }
  }
}

/** Cells of a grid over the extent of a layer, some of which are chosen. */
class Windows {
  private readonly minX: number;
  private readonly minY: number;
  private readonly columns: number;
  private readonly rows: number;
  private readonly width: number;
  private readonly height: number;
  private readonly reachX: number;
  private readonly reachY: number;
  private readonly isChosen: Uint8Array;

  constructor(vertexCount: number, { extents, minX, minY, maxX, maxY }: PartExtents, reachX: number, reachY: number) {
    this.minX = minX;
    this.minY = minY;
    const cells = vertexCount / VERTICES_IN_WINDOW;
    const sizeX = maxX - minX || 1;
    const sizeY = maxY - minY || 1;
    const along = (size: number, other: number): number => Math.max(1, Math.min(MOST_ALONG, Math.round(Math.sqrt((cells * size) / other))));
    this.columns = along(sizeX, sizeY);
    this.rows = along(sizeY, sizeX);
    this.reachX = reachX;
    this.reachY = reachY;
    this.width = sizeX / this.columns;
    this.height = sizeY / this.rows;
    this.isChosen = new Uint8Array(this.columns * this.rows);
    this.choose(extents);
  }

  /** Chooses the cells of a few parts, by hashes of their extents. */
  private choose(extents: Float64Array): void {
    /** The parts with the smallest hashes, in ascending order. */
    let chosen: { readonly lot: number; readonly part: number }[] = [];
    for (let part = 0; part < extents.length / 4; part++) {
      if (!(extents[4 * part] <= extents[4 * part + 2])) continue;
      const lot = hashPlace(extents[4 * part] + extents[4 * part + 2], extents[4 * part + 1] + extents[4 * part + 3]) >>> 0;
      // Parts with equal hashes lie in the same place and choose the same window.
      if (chosen.length === WINDOWS && lot >= chosen[WINDOWS - 1].lot) continue;
      chosen = [...chosen, { lot, part }].sort((p, q) => p.lot - q.lot).slice(0, WINDOWS);
    }
    for (const { lot, part } of chosen) {
      // A different side for each part, because there are no borders in the middle of a large feature.
      const side = lot % 4;
      const x = side === 0 ? extents[4 * part] : side === 1 ? extents[4 * part + 2] : (extents[4 * part] + extents[4 * part + 2]) / 2;
      const y = side === 2 ? extents[4 * part + 1] : side === 3 ? extents[4 * part + 3] : (extents[4 * part + 1] + extents[4 * part + 3]) / 2;
      this.isChosen[this.row(y) * this.columns + this.column(x)] = 1;
    }
  }

  holds(x: number, y: number): boolean {
    return this.isChosen[this.row(y) * this.columns + this.column(x)] === 1;
  }

  /** Whether both ends of a segment, and so all of it, lie in the same chosen cell. */
  holdsInOne(ax: number, ay: number, bx: number, by: number): boolean {
    return this.holds(ax, ay) && this.row(ay) === this.row(by) && this.column(ax) === this.column(bx);
  }

  /** Whether a segment may come within reach of a chosen cell. */
  isAround(ax: number, ay: number, bx: number, by: number): boolean {
    return this.hasChosen(ax < bx ? ax : bx, ay < by ? ay : by, ax < bx ? bx : ax, ay < by ? by : ay);
  }

  touches(extents: Float64Array, part: number): boolean {
    return extents[4 * part] <= extents[4 * part + 2] && this.hasChosen(extents[4 * part], extents[4 * part + 1], extents[4 * part + 2], extents[4 * part + 3]);
  }

  private hasChosen(minX: number, minY: number, maxX: number, maxY: number): boolean {
    const column0 = this.column(minX - this.reachX);
    const column1 = this.column(maxX + this.reachX);
    const row1 = this.row(maxY + this.reachY);
    for (let row = this.row(minY - this.reachY); row <= row1; row++) {
      for (let column = column0; column <= column1; column++) if (this.isChosen[row * this.columns + column] === 1) return true;
    }
    return false;
  }

  private column(x: number): number {
    return within(Math.floor((x - this.minX) / this.width), this.columns);
  }

  private row(y: number): number {
    return within(Math.floor((y - this.minY) / this.height), this.rows);
  }
}

/** A cell of so many, the first or last one for places beyond them. All vertices of a large layer are asked for, and `Math.min` would be called as a function by V8's middle compiler. */
function within(cell: number, count: number): number {
  return cell < 0 ? 0 : cell >= count ? count - 1 : cell;
}
