import { Int32List } from '../arrays/growable.ts';
import { grouped } from '../arrays/groups.ts';
import type { BatchFaces } from './batch-faces.ts';
import type { LandMeasure } from './land-measure.ts';
import { segmentsOfEdges } from '../segment-index.ts';
import type { Frame } from '../segment-index.ts';

/** The borders of the features of a batch, before and after a repair, as edges of its arrangement. */
export class BatchBorders {
  readonly #faces: BatchFaces;
  readonly #measure: LandMeasure;
  readonly #offsets: Int32Array;
  readonly #edges: Int32Array;
  readonly #stamp: Int32Array;
  #stamped = 0;

  constructor(faces: BatchFaces, measure: LandMeasure) {
    this.#faces = faces;
    this.#measure = measure;
    const { edges, arrangement: { faceOfHalfEdge }, regions: { featureSets, featureSetOfFace }, memberOf } = faces;
    const numbers = new Int32List();
    const members = new Int32List();
    for (let edge = 0; edge < edges.count; edge++) {
      if (faceOfHalfEdge[2 * edge] < 0) continue;
      const [left, right] = [featureSetOfFace[faceOfHalfEdge[2 * edge]], featureSetOfFace[faceOfHalfEdge[2 * edge + 1]]];
      if (left === right) continue;
      for (const [set, other] of [[left, right], [right, left]]) {
        for (let i = featureSets.offsets.data[set]; i < featureSets.offsets.data[set + 1]; i++) {
          const number = featureSets.items.data[i];
          if (featureSets.hasInAscending(other, number)) continue;
          numbers.push(number);
          members.push(edge);
        }
      }
    }
    const { offsets, items } = grouped(numbers.data, numbers.length, memberOf.length);
    this.#offsets = offsets;
    this.#edges = items.map((i) => members.data[i]);
    this.#stamp = new Int32Array(edges.count);
  }

  /** The edges of the original border of a feature. */
  before(member: number): Int32Array {
    return this.#borderOf(member);
  }

  after(member: number): Int32Array {
    return this.#borderOf(this.#faces.afterOf[member]);
  }

  /** The edges of the old border that are not in the new one. */
  gone(member: number): Int32Array {
    return this.#without(this.before(member), this.after(member));
  }

  /** The edges of the new border that are not in the old one. */
  come(member: number): Int32Array {
    return this.#without(this.after(member), this.before(member));
  }

  /** Metres per unit around the first of some edges. */
  frameAt(edge: number): Frame {
    const { edges, vertices: { x, y } } = this.#faces;
    const [originX, originY] = [x[edges.a[edge]], y[edges.a[edge]]];
    return { originX, originY, scaleX: this.#measure.scaleX(originY), scaleY: this.#measure.scaleY(originY) };
  }

  segmentsOf(edges: ArrayLike<number>, frame: Frame): Float64Array {
    return segmentsOfEdges(this.#faces.vertices, this.#faces.edges, edges, frame);
  }

  #borderOf(number: number): Int32Array {
    return this.#edges.subarray(this.#offsets[number], this.#offsets[number + 1]);
  }

  #without(edges: Int32Array, others: Int32Array): Int32Array {
    this.#stamped++;
    for (const edge of others) this.#stamp[edge] = this.#stamped;
    return edges.filter((edge) => this.#stamp[edge] !== this.#stamped);
  }
}
