import type { Marks } from '../arrays/marks.ts';
import { forEachHalfEdge } from '../faces/arrangement.ts';
import type { Frame } from '../segment-index.ts';
import type { BatchFaces } from './batch-faces.ts';
import { regionOutline, segmentsOfRings } from './region-outline.ts';

/** The edges of a border that is there before or after a repair only. */
export interface ChangedEdges {
  readonly gone: ArrayLike<number>;
  readonly come: ArrayLike<number>;
}

/** Connected land that a feature lost, or gained. */
export interface ChangedLand {
  /** x0, y0, x1, y1 of each segment, in metres. */
  readonly outline: Float64Array;
  /** Square metres. */
  readonly area: number;
}

/** The land that a feature lost or gained, in connected pieces. */
export class ChangedLands {
  readonly #faces: BatchFaces;
  readonly #member: number;
  readonly #frame: Frame;
  readonly #walked: Marks;
  readonly #ofFace = new Map<number, ChangedLand>();

  constructor(faces: BatchFaces, member: number, frame: Frame, walked: Marks) {
    this.#faces = faces;
    this.#member = member;
    this.#frame = frame;
    this.#walked = walked;
  }

  /** Each piece, with the edges along it that are in one of the borders only. */
  edgesOf({ gone, come }: ChangedEdges): Map<ChangedLand, { readonly gone: number[]; readonly come: number[] }> {
    const found = new Map<ChangedLand, { readonly gone: number[]; readonly come: number[] }>();
    const put = (edge: number, which: 'gone' | 'come'): void => {
      const land = this.along(edge);
      const edges = found.get(land) ?? { gone: [], come: [] };
      edges[which].push(edge);
      found.set(land, edges);
    };
    for (const edge of Array.from(gone)) put(edge, 'gone');
    for (const edge of Array.from(come)) put(edge, 'come');
    return found;
  }

  /** The piece beside an edge that is in one of the borders only. */
  along(edge: number): ChangedLand {
    const start = this.#faceAlong(edge);
    const known = this.#ofFace.get(start);
    if (known !== undefined) return known;
    const isIn = this.#changedAs(start);
    const region = Array.from(this.#facesAround(start, isIn));
    const area = region.reduce((sum, face) => sum + this.#faces.areaOfFace[face], 0);
    const land = { outline: segmentsOfRings(this.#faces.vertices, regionOutline(this.#faces, region, isIn, this.#walked), this.#frame), area };
    for (const face of region) this.#ofFace.set(face, land);
    return land;
  }

  /** Whether one face of the piece beside an edge is certainly wider than this by itself. Usually the first is, whereas a piece may have thousands. */
  hasWideFace(edge: number, width: number): boolean {
    const start = this.#faceAlong(edge);
    for (const face of this.#facesAround(start, this.#changedAs(start))) if (2 * this.#faces.areaOfFace[face] > width * this.#perimeterOf(face)) return true;
    return false;
  }

  /** On the other side of the edge, nothing changed. */
  #faceAlong(edge: number): number {
    const { faceOfHalfEdge } = this.#faces.arrangement;
    const [left, right] = [faceOfHalfEdge[2 * edge], faceOfHalfEdge[2 * edge + 1]];
    return this.#had(left) === this.#has(left) ? right : left;
  }

  #changedAs(start: number): (face: number) => boolean {
    const [had, has] = [this.#had(start), this.#has(start)];
    return (face) => this.#had(face) === had && this.#has(face) === has;
  }

  /** A face, and those connected with it, one by one. */
  *#facesAround(start: number, isIn: (face: number) => boolean): Generator<number> {
    const { arrangement } = this.#faces;
    const reached = new Set([start]);
    for (const face of reached) {
      yield face;
      forEachHalfEdge(arrangement, face, (half) => {
        const beyond = arrangement.faceOfHalfEdge[half ^ 1];
        if (!reached.has(beyond) && isIn(beyond)) reached.add(beyond);
      });
    }
  }

  #perimeterOf(face: number): number {
    const { arrangement, edges: { a, b }, vertices: { x, y } } = this.#faces;
    const { scaleX, scaleY } = this.#frame;
    let length = 0;
    forEachHalfEdge(arrangement, face, (half) => {
      const [from, to] = [a[half >> 1], b[half >> 1]];
      length += Math.hypot((x[to] - x[from]) * scaleX, (y[to] - y[from]) * scaleY);
    });
    return length;
  }

  #had(face: number): boolean {
    return this.#isIn(this.#member, face);
  }

  #has(face: number): boolean {
    return this.#isIn(this.#faces.afterOf[this.#member], face);
  }

  #isIn(number: number, face: number): boolean {
    const { featureSets, featureSetOfFace } = this.#faces.regions;
    return featureSets.hasInAscending(featureSetOfFace[face], number);
  }
}
