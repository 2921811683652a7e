import { Marks } from '../arrays/marks.ts';
import { farthestFrom } from '../directed-hausdorff.ts';
import { SegmentIndex } from '../segment-index.ts';
import type { Frame } from '../segment-index.ts';
import { once } from '../settling/once.ts';
import type { BatchBorders } from './batch-borders.ts';
import type { BatchFaces } from './batch-faces.ts';
import { ChangedLands } from './changed-land.ts';
import type { ChangedEdges, ChangedLand } from './changed-land.ts';
import { isWiderThan, lengthOf } from './region-pieces.ts';

/** Land that reaches more than this many times as far as it is wide is a needle. */
const NEEDLE = 100;

/** A point of one border that is far from the other. */
interface Far {
  readonly distance: number;
  /** The edge that it is on; -1 if there is none. */
  readonly edge: number;
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
    if (far.edge < 0 || lands.hasWideFace(far.edge, far.distance / NEEDLE) || !isNeedle(lands.along(far.edge), far.distance)) return far.distance;
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

function isNeedle({ outline, area }: ChangedLand, reach: number): boolean {
  return !isWiderThan(outline, area, reach / NEEDLE);
}

function meanWidth({ outline, area }: ChangedLand): number {
  return outline.length === 0 ? 0 : (2 * area) / lengthOf(outline);
}
