import { Int32List } from '../arrays/growable.ts';
import { prepare } from '../edges/prepare.ts';
import type { PreparedLayer } from '../edges/prepare.ts';
import { FindingList } from '../layer/finding-list.ts';
import { LayerBuilder } from '../layer/layer-builder.ts';
import { isPlace, PartKind } from '../layer/layer.ts';
import type { Layer } from '../layer/layer.ts';
import { landLeft } from './collapsed-feature.ts';
import { GridRounding } from './grid-rounding.ts';

/** Beyond this, halves of a unit are no longer exact. */
const LARGEST_WHOLE = 2 ** 51;
const MOST_DECIMALS = 15;

export interface RoundedLayer {
  /** The same number of features as before, in the same order. */
  readonly layer: Layer;
  /** Features with nothing left, ascending: they were smaller than the grid. */
  readonly vanished: Int32Array;
}

/**
 * Rounds coordinates to decimal places so that nothing crosses that did not cross before: valid polygons stay valid, features without overlaps
 * have none afterwards, and shared borders stay shared. Each coordinate of the result is exactly the double of its decimal text. Land narrower
 * than the grid vanishes; edges get vertices where other vertices are within a grid step of them. Polygons get
 * closed rings without repeated or broken vertices. Lines and points are rounded vertex by vertex; a line that becomes a point is dropped.
 * Z and M stay, and are interpolated at new vertices. Rings that crossed are cut there; other faults stay. A second run may still route an
 * edge through a vertex that the first one moved to within a pixel of it.
 *
 * @param decimals digits after the decimal point, 0 to `decimalsThatFit`.
 * @throws RangeError if coordinates with this many decimals cannot be distinguished.
 * @throws TooTangledError if borders of a feature cross each other millions of times.
 */
export function roundCoordinates(layer: Layer, decimals: number): RoundedLayer {
  const fitting = decimalsThatFit(layer);
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > fitting) throw new RangeError(`coordinates are rounded to 0 to ${fitting} decimals, not ${decimals}`);
  const scale = 10 ** decimals;
  const prepared = prepare({ ...layer, xy: layer.xy.map((value) => value * scale) }, new FindingList());
  return new FeatureRounding(layer, prepared, scale).run();
}

/**
 * The most decimals that `roundCoordinates` accepts for a layer. In a layer with large coordinates, more decimals are below their precision
 * and change nothing.
 */
export function decimalsThatFit({ xy }: Layer): number {
  let most = 0;
  for (let i = 0; i < xy.length; i += 2) if (isPlace(xy[i], xy[i + 1])) most = Math.max(most, Math.abs(xy[i]), Math.abs(xy[i + 1]));
  let decimals = MOST_DECIMALS;
  while (decimals > 0 && most * 10 ** decimals > LARGEST_WHOLE) decimals--;
  return decimals;
}

class FeatureRounding {
  private readonly layer: Layer;
  /** In units of the grid. */
  private readonly prepared: PreparedLayer;
  private readonly scale: number;
  private readonly rounding: GridRounding;
  private readonly builder: LayerBuilder;
  /** For each pixel centre, the last feature that was there, plus one. */
  private readonly visitedBy: Int32Array;
  private readonly middles = new Int32List();
  private readonly corners = new Int32List();

  constructor(layer: Layer, prepared: PreparedLayer, scale: number) {
    this.layer = layer;
    this.prepared = prepared;
    this.scale = scale;
    this.rounding = new GridRounding(prepared);
    this.visitedBy = new Int32Array(this.rounding.middles.count);
    this.builder = new LayerBuilder(layer.z !== null, layer.m !== null);
  }

  run(): RoundedLayer {
    const { layer: { featureOffsets, partKinds }, builder } = this;
    const vanished: number[] = [];
    for (let feature = 0; feature + 1 < featureOffsets.length; feature++) {
      const [first, end, before] = [featureOffsets[feature], featureOffsets[feature + 1], builder.partCount];
      this.writePolygons(feature);
      for (let part = first; part < end; part++) if (partKinds[part] !== PartKind.Polygon) this.writeLinesOrPoints(part);
      builder.endFeature();
      if (builder.partCount === before && end > first) vanished.push(feature);
    }
    return { layer: builder.finish(), vanished: Int32Array.from(vanished) };
  }

  private writePolygons(feature: number): void {
    const { layer: { featureOffsets, partOffsets, partKinds, z, m }, builder, scale } = this;
    const rounded = new LayerBuilder(z !== null, m !== null);
    let isSimple = true;
    for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
      if (partKinds[part] !== PartKind.Polygon) continue;
      for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) isSimple = this.addRing(ring, feature, rounded) && isSimple;
      rounded.endPart(PartKind.Polygon);
    }
    if (rounded.partCount === 0) return;
    rounded.endFeature();
    const whole = rounded.finish();
    const left = isSimple ? whole : (landLeft(whole, this.hasDuplicateHole(feature) ? 'duplicate' : 'cut') ?? whole);
    for (let i = 0; i < left.xy.length; i++) left.xy[i] /= scale;
    for (let part = 0; part < left.partKinds.length; part++) builder.addPart(left, part);
  }

  /**
   * Whether a hole has the vertices of its shell before rounding. Then it is the shell written twice, and the land stays. If only rounding makes
   * a hole equal to its shell, nothing is left of the land: what lies in the hole belongs to others.
   */
  private hasDuplicateHole(feature: number): boolean {
    const { layer: { featureOffsets, partOffsets, partKinds }, prepared: { layer: { xy }, ringFirst, next } } = this;
    const verticesOf = (ring: number): Set<string> => {
      const found = new Set<string>();
      const first = ringFirst[ring];
      if (first < 0) return found;
      let vertex = first;
      do {
        found.add(`${xy[2 * vertex]} ${xy[2 * vertex + 1]}`);
        vertex = next[vertex];
      } while (vertex !== first);
      return found;
    };
    for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
      if (partKinds[part] !== PartKind.Polygon || partOffsets[part + 1] - partOffsets[part] < 2) continue;
      const shell = verticesOf(partOffsets[part]);
      for (let hole = partOffsets[part] + 1; hole < partOffsets[part + 1]; hole++) if (isSameSet(verticesOf(hole), shell)) return true;
    }
    return false;
  }

  /**
   * Adds a closed ring in units of the grid. @returns whether it is left and intersects neither itself nor an earlier ring of its feature.
   */
  private addRing(ring: number, feature: number, rounded: LayerBuilder): boolean {
    const { prepared: { ringFirst, next }, rounding, middles, corners, visitedBy } = this;
    const first = ringFirst[ring];
    corners.length = 0;
    let isSimple = true;
    if (first >= 0) {
      let [vertex, last] = [first, -1];
      do {
        rounding.middlesFrom(vertex, next[vertex], middles);
        for (let i = 0; i < middles.length; i++) {
          const middle = middles.data[i];
          if (middle === last) continue;
          last = middle;
          corners.push(middle);
          this.addCorner(middle, vertex, next[vertex], i > 0, rounded);
        }
        vertex = next[vertex];
      } while (vertex !== first);
    }
    for (let i = 0; i < corners.length; i++) {
      // If the ring closes within a pixel, the first corner occurs again at the end.
      if (i > 0 && i === corners.length - 1 && corners.data[i] === corners.data[0]) continue;
      if (visitedBy[corners.data[i]] === feature + 1) isSimple = false;
      visitedBy[corners.data[i]] = feature + 1;
    }
    const isClosed = corners.length > 1 && corners.data[0] === corners.data[corners.length - 1];
    if (corners.length > 0 && !isClosed) rounded.repeatFirstOfRing();
    rounded.endRing();
    return isSimple && corners.length - (isClosed ? 1 : 0) > 2;
  }

  private addCorner(middle: number, from: number, to: number, isNew: boolean, rounded: LayerBuilder): void {
    const { layer: { z, m }, rounding: { middles: { x, y } } } = this;
    const share = isNew ? this.shareAlong(from, to, x[middle], y[middle]) : 0;
    rounded.addVertex(x[middle], y[middle], between(z, from, to, share), between(m, from, to, share));
  }

  private shareAlong(from: number, to: number, px: number, py: number): number {
    const { xy } = this.prepared.layer;
    const [dx, dy] = [xy[2 * to] - xy[2 * from], xy[2 * to + 1] - xy[2 * from + 1]];
    const share = ((px - xy[2 * from]) * dx + (py - xy[2 * from + 1]) * dy) / (dx * dx + dy * dy);
    return Math.min(1, Math.max(0, share));
  }

  private writeLinesOrPoints(part: number): void {
    const { layer: { xy, z, m, partOffsets, ringOffsets, partKinds }, builder, scale } = this;
    const isLine = partKinds[part] === PartKind.Line;
    let rings = 0;
    for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
      const points: [number, number, number][] = [];
      for (let i = ringOffsets[ring]; i < ringOffsets[ring + 1]; i++) {
        if (isLine && !isPlace(xy[2 * i], xy[2 * i + 1])) continue;
        // Adding zero turns negative zero into zero.
        const [x, y] = [Math.round(xy[2 * i] * scale) / scale + 0, Math.round(xy[2 * i + 1] * scale) / scale + 0];
        const last = points.at(-1);
        if (!isLine || last === undefined || last[0] !== x || last[1] !== y) points.push([x, y, i]);
      }
      if (isLine && points.length < 2) continue;
      for (const [x, y, i] of points) builder.addVertex(x, y, z === null ? NaN : z[i], m === null ? NaN : m[i]);
      builder.endRing();
      rings++;
    }
    if (rings > 0) builder.endPart(partKinds[part]);
  }
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((value) => b.has(value));
}

function between(values: Float64Array | null, from: number, to: number, share: number): number {
  if (values === null) return NaN;
  return share === 0 ? values[from] : values[from] + share * (values[to] - values[from]);
}
