import { arrange, forEachHalfEdge } from '../faces/arrangement.ts';
import type { Arrangement } from '../faces/arrangement.ts';
import { labelFaces } from '../faces/labels.ts';
import type { FaceLabels } from '../faces/labels.ts';
import { EdgeTable } from '../edges/edges.ts';
import { EdgeGrid } from '../edges/grid.ts';
import { forEachIntersection } from '../edges/intersections.ts';
import { VertexTable } from '../edges/vertices.ts';
import { Int32List } from '../arrays/growable.ts';
import type { Ground } from '../ground.ts';
import { livingEdges, nodeEdges } from '../noding/noding.ts';
import type { BorderSegments } from './border-segments.ts';
import { markNearBorders } from './near-borders.ts';
import type { OnNear } from './near-borders.ts';
import type { SettledPlaces } from './settled-places.ts';

/**
 * Only crowds have this many intersections. Finding all of them for a hundred thousand features on top of each other would
 * take an hour.
 */
const INTERSECTIONS_BETWEEN_CHECKS = 1_000_000;
/** Thrown to leave the intersection search early. */
const ENOUGH = new Error('enough features are marked');
/** The label for the land of all trusted features together, which is expected to be covered once. */
const TRUSTED = 0;

/**
 * A face of the border network. Every point in it has the same owners, except for what is divided by borders
 * shared by two features.
 */
export interface BorderFace {
  /** minX, minY, maxX, maxY. */
  readonly extent: readonly [number, number, number, number];
  /** A point on its border. */
  readonly point: readonly [number, number];
}

/**
 * An arrangement of the borders of a layer that are not shared by exactly two features. A shared border is walked once in each
 * direction and so does not change how often a point is wound around. The other borders alone therefore give the winding number
 * of every point.
 */
export class BorderNetwork {
  private readonly vertices: VertexTable;
  private readonly edges: EdgeTable;
  private readonly ground: Ground;
  private readonly feature: Int32Array;
  private readonly labelOfSegment: Int32Array;
  private faces: { readonly arrangement: Arrangement; readonly labels: FaceLabels } | null = null;

  /**
   * @param borders each segment once.
   * @param isTrusted for each feature whether it winds around no point twice and around none backwards.
   */
  constructor(borders: readonly BorderSegments[], isTrusted: (feature: number) => boolean, ground: Ground) {
    const count = borders.reduce((sum, { feature }) => sum + feature.length, 0);
    const ends = new Float64Array(4 * count);
    this.feature = new Int32Array(count);
    let segment = 0;
    for (const part of borders) {
      ends.set(part.ends, 4 * segment);
      this.feature.set(part.feature, segment);
      segment += part.feature.length;
    }
    this.ground = ground;
    this.vertices = new VertexTable(count, ends);
    this.edges = new EdgeTable(count);
    this.labelOfSegment = new Int32Array(count);
    const labelOf = new Map<number, number>();
    for (let i = 0; i < count; i++) {
      const from = this.vertices.intern(ends[4 * i], ends[4 * i + 1]);
      this.edges.addSegment(from, this.vertices.intern(ends[4 * i + 2], ends[4 * i + 3]), i);
      if (isTrusted(this.feature[i])) continue;
      const label = labelOf.get(this.feature[i]) ?? labelOf.size + 1;
      labelOf.set(this.feature[i], label);
      this.labelOfSegment[i] = label;
    }
  }

  /**
   * Marks features with an unshared border that comes closer to another feature's than the snap distance, other than where they meet.
   *
   * @param settled where this was looked at before; null for nowhere.
   */
  markNear(snapDistance: number, isMarked: Uint8Array, isEnough: () => boolean, onNear?: OnNear, settled: SettledPlaces | null = null): void {
    const open = new Int32List();
    for (let edge = 0; edge < this.edges.count; edge++) if (this.edges.useNext[this.edges.firstUse[edge]] < 0) open.push(edge);
    const featureOf = (edge: number): number => this.feature[this.edges.useCode[this.edges.firstUse[edge]] >> 1];
    markNearBorders({ vertices: this.vertices, edges: this.edges, ground: this.ground, members: open.takeArray(), featureOf, settled }, snapDistance, isMarked, isEnough, onNear);
  }

  /**
   * Splits the borders where they intersect, and marks the features of all borders that intersect anywhere other than in common
   * ends. Call once, before asking for faces.
   *
   * @returns whether faces are available; false if the search stopped because enough features are marked or a bound was
   * reached.
   */
  node(isMarked: Uint8Array, isEnough: () => boolean): boolean {
    const { vertices, edges } = this;
    let grid = new EdgeGrid(vertices, edges, livingEdges(edges));
    let intersections = 0;
    try {
      forEachIntersection(vertices, edges, grid, (edge, other) => {
        this.markFeaturesOf(edge, isMarked);
        this.markFeaturesOf(other, isMarked);
        if (++intersections % INTERSECTIONS_BETWEEN_CHECKS === 0 && isEnough()) throw ENOUGH;
      });
    } catch (error) {
      if (error !== ENOUGH) throw error;
      return false;
    }
    if (isEnough()) return false;
    if (intersections > 0) {
      const noding = nodeEdges(vertices, edges, new Int32List(), { grid });
      if (noding.unresolved.length > 0) return false;
      grid = noding.grid;
      // Also mark edges that were only routed through a nearby node, which the exact intersections
      // do not include.
      for (let edge = 0; edge < edges.count; edge++) {
        if (!edges.isDead(edge) && (noding.isInserted[edges.a[edge]] === 1 || noding.isInserted[edges.b[edge]] === 1)) this.markFeaturesOf(edge, isMarked);
      }
    }
    const arrangement = arrange(vertices, edges, grid, this.ground);
    this.faces = { arrangement, labels: labelFaces({ ringOfVertex: this.labelOfSegment }, edges, arrangement) };
    return true;
  }

  /**
   * Calls back with every face that may be an overlap, and marks all features on its border. A face is none if nothing covers it, or trusted features
   * exactly once.
   *
   * @param isCareful whether a face that only one other feature covers, exactly once, is called back with as well.
   */
  forEachOverlap(isMarked: Uint8Array, isCareful: boolean, visit: (face: BorderFace) => void): void {
    if (this.faces === null) return;
    const { arrangement, labels: { setOfFace, sets } } = this.faces;
    for (let face = 1; face < arrangement.faceCount; face++) {
      const start = sets.offsets.data[setOfFace[face]];
      const size = sets.offsets.data[setOfFace[face] + 1] - start;
      const isCoveredOnce = size === 2 && sets.items.data[start + 1] === 1 && (!isCareful || sets.items.data[start] === TRUSTED);
      if (size === 0 || isCoveredOnce) continue;
      this.markBorderOf(face, isMarked);
      visit(this.faceOf(face));
    }
  }

  /**
   * Marks the features around every enclosed void that may be narrower than the gap width: twice its area is less than the gap width times
   * its perimeter.
   *
   * @param settled where voids were left open before; null for nowhere.
   */
  markGaps(maxGapWidth: number, isMarked: Uint8Array, settled: SettledPlaces | null = null): void {
    this.forEachVoid((face, area, perimeter) => {
      if ((2 * area) / perimeter >= maxGapWidth * (1 + 1e-9)) return;
      if (settled === null || !settled.isSettledIn(...this.faceOf(face).extent)) this.markBorderOf(face, isMarked);
    });
  }

  /** Calls back with every void that two features or more enclose, and its area and perimeter on the ground. */
  forEachVoid(visit: (face: number, area: number, perimeter: number) => void): void {
    if (this.faces === null) return;
    const { vertices: { x, y }, edges, ground } = this;
    const { arrangement: { faceArea, faceCount }, labels: { setOfFace, sets } } = this.faces;
    for (let face = 1; face < faceCount; face++) {
      if (sets.sizeOf(setOfFace[face]) !== 0) continue;
      let perimeter = 0;
      const owners = { first: -1, last: -1 };
      this.walk(face, (edge) => {
        perimeter += ground.length(x[edges.a[edge]], y[edges.a[edge]], x[edges.b[edge]], y[edges.b[edge]]);
        const feature = this.feature[edges.useCode[edges.firstUse[edge]] >> 1];
        if (owners.first < 0) owners.first = feature;
        if (feature !== owners.first) owners.last = feature;
      });
      if (owners.last >= 0) visit(face, faceArea[face], perimeter);
    }
  }

  /** Every edge on the border of a face: x and y of both ends, and the feature that it belongs to. */
  bordersOf(face: number): BorderSegments {
    const { vertices: { x, y }, edges } = this;
    const ends: number[] = [];
    const features: number[] = [];
    this.walk(face, (edge) => {
      ends.push(x[edges.a[edge]], y[edges.a[edge]], x[edges.b[edge]], y[edges.b[edge]]);
      features.push(this.feature[edges.useCode[edges.firstUse[edge]] >> 1]);
    });
    return { ends: Float64Array.from(ends), feature: Int32Array.from(features) };
  }

  private markFeaturesOf(edge: number, isMarked: Uint8Array): void {
    for (let use = this.edges.firstUse[edge]; use >= 0; use = this.edges.useNext[use]) isMarked[this.feature[this.edges.useCode[use] >> 1]] = 1;
  }

  private markBorderOf(face: number, isMarked: Uint8Array): void {
    this.walk(face, (edge) => {
      this.markFeaturesOf(edge, isMarked);
    });
  }

  private faceOf(face: number): BorderFace {
    const { vertices: { x, y }, edges } = this;
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    let last = 0;
    this.walk(face, (edge) => {
      for (const vertex of [edges.a[edge], edges.b[edge]]) {
        minX = Math.min(minX, x[vertex]);
        minY = Math.min(minY, y[vertex]);
        maxX = Math.max(maxX, x[vertex]);
        maxY = Math.max(maxY, y[vertex]);
        last = vertex;
      }
    });
    return { extent: [minX, minY, maxX, maxY], point: [x[last], y[last]] };
  }

  /** Calls back with every edge on the border of a face, once for each of its sides that lies in the face. */
  private walk(face: number, visit: (edge: number) => void): void {
    if (this.faces === null) return;
    forEachHalfEdge(this.faces.arrangement, face, (half) => visit(half >> 1));
  }
}
