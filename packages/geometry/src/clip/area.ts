import Flatbush from 'flatbush';
import { orient2d } from '../edges/predicates.ts';
import { facesOfLayer } from '../faces/claimed-faces.ts';
import type { ClaimedTopology } from '../faces/regions.ts';
import { halfEdgeToTheLeft } from '../edges/ray.ts';
import { isPlace } from '../layer/layer.ts';
import type { Layer } from '../layer/layer.ts';
import { livingEdges } from '../noding/noding.ts';
import type { CoordinateUnits } from '../options.ts';
import { BorderRaster } from './border-raster.ts';
import { polygonLayer } from './polygon-layer.ts';

const [UNKNOWN, INSIDE, OUTSIDE] = [0, 1, 2];
const NO_FEATURES = new Int32Array(0);

/** All polygons of a layer as one area that can be queried for points. Its border belongs to it. */
export class Area {
  /** x0, y0, x1, y1 of each segment of its border. Edges between its own polygons are not part of the border. */
  readonly segments: Float64Array;
  readonly isEmpty: boolean;
  private readonly faces: ClaimedTopology;
  private readonly raster: BorderRaster;
  private readonly index: Flatbush | null;
  /** For the cells of the raster that no border passes through. */
  private readonly statusOfCell = new Uint8Array(BorderRaster.cellCount);

  constructor(layer: Layer, units: CoordinateUnits) {
    this.faces = facesOfLayer(polygonLayer(layer, layer, NO_FEATURES).layer, units);
    const { vertices: { x, y }, edges } = this.faces;
    const members = livingEdges(edges).filter((edge) => this.hasFace(2 * edge) !== this.hasFace(2 * edge + 1));
    this.segments = new Float64Array(4 * members.length);
    this.isEmpty = members.length === 0;
    this.index = this.isEmpty ? null : new Flatbush(members.length);
    members.forEach((edge, i) => {
      const [ax, ay, bx, by] = [x[edges.a[edge]], y[edges.a[edge]], x[edges.b[edge]], y[edges.b[edge]]];
      this.segments.set([ax, ay, bx, by], 4 * i);
      this.index?.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by));
    });
    this.index?.finish();
    this.raster = new BorderRaster(this.segments);
  }

  /** Whether no border of the area enters an extent, so that all of it is inside or all outside. False may be wrong. */
  isClearOfBorder(minX: number, minY: number, maxX: number, maxY: number): boolean {
    return this.isEmpty || this.raster.isFree(minX, minY, maxX, maxY);
  }

  /** Whether a point lies in the area or on its border. */
  contains(x: number, y: number): boolean {
    const { raster } = this;
    if (this.isEmpty || !isPlace(x, y) || x < raster.minX || x > raster.maxX || y < raster.minY || y > raster.maxY) return false;
    if (!raster.isFree(x, y, x, y)) return this.segmentsNear(x, y, x, y).some((segment) => this.isOn(segment, x, y)) || this.isInside(x, y);
    const cell = raster.cellAt(x, y);
    if (this.statusOfCell[cell] === UNKNOWN) this.statusOfCell[cell] = this.isInside(x, y) ? INSIDE : OUTSIDE;
    return this.statusOfCell[cell] === INSIDE;
  }

  /** The segments of its border whose extents intersect an extent. */
  segmentsNear(minX: number, minY: number, maxX: number, maxY: number): number[] {
    return this.index?.search(minX, minY, maxX, maxY) ?? [];
  }

  private isOn(segment: number, x: number, y: number): boolean {
    const [ax, ay, bx, by] = this.segments.subarray(4 * segment, 4 * segment + 4);
    return orient2d(ax, ay, bx, by, x, y) === 0;
  }

  /** Whether a point that is on no border lies in the area. */
  private isInside(x: number, y: number): boolean {
    const { vertices, edges, noding: { grid } } = this.faces;
    const half = halfEdgeToTheLeft(vertices, edges, grid, vertices.intern(x, y));
    return half >= 0 && this.hasFace(half);
  }

  private hasFace(half: number): boolean {
    const { arrangement, regions } = this.faces;
    return regions.featureSets.sizeOf(regions.featureSetOfFace[arrangement.faceOfHalfEdge[half]]) > 0;
  }
}
