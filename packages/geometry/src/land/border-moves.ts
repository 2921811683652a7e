import { Marks } from '../arrays/marks.ts';
import { farthestFrom } from '../directed-hausdorff.ts';
import { forEachHalfEdge } from '../faces/arrangement.ts';
import { SegmentIndex } from '../segment-index.ts';
import type { Frame } from '../segment-index.ts';
import { once } from '../settling/once.ts';
import type { BatchBorders } from './batch-borders.ts';
import type { BatchFaces } from './batch-faces.ts';
import { regionOutline, segmentsOfRings } from './region-outline.ts';
import { isWiderThan, lengthOf } from './region-pieces.ts';

/** Land that reaches more than this many times as far as it is wide is a needle. */
const NEEDLE = 100;

/** The edges of a border that is there before or after a repair only. */
interface ChangedEdges {
  readonly gone: ArrayLike<number>;
  readonly come: ArrayLike<number>;
}

/** A point of one border that is far from the other. */
interface Far {
  readonly distance: number;
  /** The edge that it is on; -1 if there is none. */
  readonly edge: number;
}

/** Connected land that a feature lost, or gained. */
interface ChangedLand {
  /** x0, y0, x1, y1 of each segment, in metres. */
  readonly outline: Float64Array;
  /** Square metres. */
  readonly area: number;
}

/** How far the borders of the features of a batch moved. */
export class BorderMoves {
  readonly #faces: BatchFaces;
  readonly #borders: BatchBorders;
  /** Half-edges whose ring is known. */
  readonly #walked: Marks;

  constructor(faces: BatchFaces, borders: BatchBorders) {
    this.#faces = faces;
    this.#borders = borders;
    this.#walked = new Marks(2 * faces.edges.count);
  }

  /**
   * The largest distance that the border of a feature moved, in metres: how far a point of the old border lies from the new one, or vice
   * versa. Zero if the feature had no land before or has none now.
   *
   * A needle that was cut off moves a border by its mean width, however long it is and however far from the rest of its feature it lies.
   */
  of(member: number): number {
    const [before, after] = [this.#borders.before(member), this.#borders.after(member)];
    const changed = { gone: this.#borders.gone(member), come: this.#borders.come(member) };
    if (before.length === 0 || after.length === 0 || changed.gone.length + changed.come.length === 0) return 0;
    const frame = this.#borders.frameAt(changed.gone.length > 0 ? changed.gone[0] : changed.come[0]);
    const newBorder = once(() => new SegmentIndex(this.#borders.segmentsOf(after, frame)));
    const oldBorder = once(() => new SegmentIndex(this.#borders.segmentsOf(before, frame)));
    const farthest = ({ gone, come }: ChangedEdges, atLeast: number): Far => this.#farther(come, oldBorder, frame, this.#farther(gone, newBorder, frame, { distance: atLeast, edge: -1 }));
    const lands = new ChangedLands(this.#faces, member, frame, this.#walked);
    const far = farthest(changed, 0);
    if (far.edge < 0 || !isNeedle(lands.along(far.edge), far.distance)) return far.distance;
    let most = 0;
    for (const [land, edges] of lands.edgesOf(changed)) {
      const { edge, distance } = farthest(edges, most);
      if (edge >= 0) most = isNeedle(land, distance) ? Math.max(most, meanWidth(land)) : distance;
    }
    return most;
  }

  #farther(edges: ArrayLike<number>, border: () => SegmentIndex, frame: Frame, known: Far): Far {
    if (edges.length === 0) return known;
    const { distance, segment } = farthestFrom(this.#borders.segmentsOf(edges, frame), border(), known.distance);
    return segment < 0 ? known : { distance, edge: edges[segment] };
  }
}

/** The land that a feature lost or gained, in connected pieces. */
class ChangedLands {
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

  /** The piece beside an edge that is in one of the borders only: on its other side, nothing changed. */
  along(edge: number): ChangedLand {
    const { faceOfHalfEdge } = this.#faces.arrangement;
    const [left, right] = [faceOfHalfEdge[2 * edge], faceOfHalfEdge[2 * edge + 1]];
    return this.#at(this.#had(left) === this.#has(left) ? right : left);
  }

  #at(start: number): ChangedLand {
    const known = this.#ofFace.get(start);
    if (known !== undefined) return known;
    const [had, has] = [this.#had(start), this.#has(start)];
    const isIn = (face: number): boolean => this.#had(face) === had && this.#has(face) === has;
    const region = this.#regionAround(start, isIn);
    const area = region.reduce((sum, face) => sum + this.#faces.areaOfFace[face], 0);
    const land = { outline: segmentsOfRings(this.#faces.vertices, regionOutline(this.#faces, region, isIn, this.#walked), this.#frame), area };
    for (const face of region) this.#ofFace.set(face, land);
    return land;
  }

  #regionAround(start: number, isIn: (face: number) => boolean): number[] {
    const { arrangement } = this.#faces;
    const reached = new Set([start]);
    for (const face of reached) {
      forEachHalfEdge(arrangement, face, (half) => {
        const beyond = arrangement.faceOfHalfEdge[half ^ 1];
        if (isIn(beyond)) reached.add(beyond);
      });
    }
    return Array.from(reached);
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

function isNeedle({ outline, area }: ChangedLand, reach: number): boolean {
  return !isWiderThan(outline, area, reach / NEEDLE);
}

function meanWidth({ outline, area }: ChangedLand): number {
  return outline.length === 0 ? 0 : (2 * area) / lengthOf(outline);
}
