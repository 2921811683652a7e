import { Marks } from '../arrays/marks.ts';
import { forEachHalfEdge } from '../faces/arrangement.ts';
import type { VertexTable } from '../edges/vertices.ts';
import { fitsCircle } from '../widths/inscribed-circle.ts';
import type { BatchFaces } from './batch-faces.ts';
import type { LandMeasure } from './land-measure.ts';
import type { LandPieces } from './land-pieces.ts';
import { regionOutline, segmentsOfRings } from './region-outline.ts';
import type { VertexRing } from './region-outline.ts';
import { SegmentIndex } from '../segment-index.ts';
import type { Frame } from '../segment-index.ts';

/** A feature with this share of a piece of land counts as having it, because nearby borders that moved cut slivers off it. */
const NEARLY_ALL = 0.99;

/** A connected piece of land. */
export interface RegionPiece {
  /** Square metres. */
  readonly area: number;
  /** The member that has it after the repair; -1: nobody, or several. */
  readonly receivedBy: number;
  /** Whether a circle as wide as the snap distance fits inside. */
  readonly isWide: boolean;
  /** Index among the pieces that were kept; -1 if there was no room. */
  readonly piece: number;
  /** In coordinate units: the least x and y, the greatest x and y. */
  readonly extent: readonly [number, number, number, number];
  /** Where and on what scale distances from it are measured. */
  readonly frame: Frame;
  /** The distance of a point from its border, in metres. */
  distanceTo(x: number, y: number): number;
}

/** Extracts land from the faces of a batch. */
export class RegionPieces {
  readonly #faces: BatchFaces;
  readonly #measure: LandMeasure;
  readonly #snapDistance: number;
  readonly #pieces: LandPieces;
  /** The number of the search that last reached each face. */
  readonly #reached: Int32Array;
  #searches = 0;
  /** The sets whose land is searched. */
  readonly #wanted: Marks;
  /** Half-edges whose ring is known. */
  readonly #walked: Marks;

  /** @param snapDistance in metres. */
  constructor(faces: BatchFaces, measure: LandMeasure, snapDistance: number, pieces: LandPieces) {
    this.#faces = faces;
    this.#measure = measure;
    this.#snapDistance = snapDistance;
    this.#pieces = pieces;
    this.#reached = new Int32Array(faces.arrangement.faceCount);
    this.#wanted = new Marks(faces.regions.featureSets.count);
    this.#walked = new Marks(2 * faces.edges.count);
  }

  /** The faces of some sets as connected pieces. @param leavesOutOpen omits those that reach the unbounded face */
  of(sets: readonly number[], leavesOutOpen = false): RegionPiece[] {
    const { facesOfSet, regions: { featureSetOfFace } } = this.#faces;
    const wanted = this.#wanted;
    wanted.removeAll();
    for (const set of sets) wanted.add(set);
    const isWanted = (face: number): boolean => wanted.has(featureSetOfFace[face]);
    this.#searches++;
    const found: RegionPiece[] = [];
    for (const set of sets) {
      for (let i = facesOfSet.offsets[set]; i < facesOfSet.offsets[set + 1]; i++) {
        const start = facesOfSet.items[i];
        if (start === 0 || this.#reached[start] === this.#searches) continue;
        // Each piece finds out for itself whether it reaches the unbounded face.
        this.#reached[0] = 0;
        const region = this.#regionAround(start, isWanted);
        const isOpen = this.#reached[0] === this.#searches;
        if (!isOpen || !leavesOutOpen) found.push(this.#pieceOf(region, isWanted));
      }
    }
    return found;
  }

  /** The wanted faces connected with one. The unbounded face is not among them, but marked if it is reached. */
  #regionAround(start: number, isWanted: (face: number) => boolean): number[] {
    const { arrangement } = this.#faces;
    const region = [start];
    this.#reached[start] = this.#searches;
    for (const face of region) {
      forEachHalfEdge(arrangement, face, (half) => {
        const beyond = arrangement.faceOfHalfEdge[half ^ 1];
        if (!isWanted(beyond) || this.#reached[beyond] === this.#searches) return;
        this.#reached[beyond] = this.#searches;
        if (beyond !== 0) region.push(beyond);
      });
    }
    return region;
  }

  #pieceOf(region: readonly number[], isIn: (face: number) => boolean): RegionPiece {
    const { vertices, areaOfFace } = this.#faces;
    const rings = regionOutline(this.#faces, region, isIn, this.#walked);
        const area = region.reduce((sum, face) => sum + areaOfFace[face], 0);
    let index: SegmentIndex | null = null;
    const frame = this.#frameOf(rings);
    const outline = segmentsOfRings(vertices, rings, frame);
    return {
      area,
      extent: extentOf(vertices, rings),
      frame,
      receivedBy: this.#receiverOf(region, area),
      isWide: isWiderThan(outline, area, this.#snapDistance),
      piece: rings.length === 0 ? -1 : this.#pieces.add('polygon', vertices, rings),
      distanceTo(x, y) {
        index ??= new SegmentIndex(outline);
        return index.nearest((x - frame.originX) * frame.scaleX, (y - frame.originY) * frame.scaleY).distance;
      },
    };
  }

  #receiverOf(region: readonly number[], area: number): number {
    const { regions: { featureSetOfFace }, areaOfFace, holdersOf: { offsets, items } } = this.#faces;
    const shares = new Map<number, number>();
    for (const face of region) {
      const set = featureSetOfFace[face];
      for (let i = offsets[set]; i < offsets[set + 1]; i++) shares.set(items[i], (shares.get(items[i]) ?? 0) + areaOfFace[face]);
    }
    const receivers = Array.from(shares.keys()).filter((member) => (shares.get(member) ?? 0) >= NEARLY_ALL * area);
    return receivers.length === 1 ? receivers[0] : -1;
  }

  #frameOf(rings: readonly VertexRing[]): Frame {
    const { x, y } = this.#faces.vertices;
    const [originX, originY] = rings.length === 0 ? [0, 0] : [x[rings[0][0]], y[rings[0][0]]];
    return { originX, originY, scaleX: this.#measure.scaleX(originY), scaleY: this.#measure.scaleY(originY) };
  }
}

function extentOf({ x, y }: VertexTable, rings: readonly VertexRing[]): [number, number, number, number] {
  const extent: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings) {
    for (const vertex of ring) {
      extent[0] = Math.min(extent[0], x[vertex]);
      extent[1] = Math.min(extent[1], y[vertex]);
      extent[2] = Math.max(extent[2], x[vertex]);
      extent[3] = Math.max(extent[3], y[vertex]);
    }
  }
  return extent;
}

/**
 * Whether a circle of this diameter fits into an outline. Twice the area over the perimeter never exceeds the diameter of the
 * largest circle, and is cheaper to compute. @param outline x0, y0, x1, y1 of each of its segments
 */
export function isWiderThan(outline: Float64Array, area: number, diameter: number): boolean {
  // No circle that fits is larger than the whole area.
  if (outline.length === 0 || Math.PI * (diameter / 2) ** 2 > area) return false;
  return (2 * area) / lengthOf(outline) > diameter || fitsCircle(outline, diameter);
}

/** The length of all segments of an outline. */
export function lengthOf(outline: Float64Array): number {
  let length = 0;
  for (let i = 0; i < outline.length; i += 4) length += Math.hypot(outline[i + 2] - outline[i], outline[i + 3] - outline[i + 1]);
  return length;
}
