import { lengthOf, originOf } from '../edges/half-edges.ts';
import type { ArrangedTopology } from '../faces/arranged-topology.ts';
import { trianglesOf } from '../faces/triangulation.ts';
import { BorderTakers, NOBODY } from './border-takers.ts';
import type { ContestedLand, ContestedLayer } from './contested-land.ts';
import type { Point } from './more-features.ts';
import { keyOf, outlinesOf } from './share-outlines.ts';

/** Land with more points on its border is not divided. */
const MOST_VERTICES = 20_000;
/**
 * For the triangulation, edges of the border are divided into pieces no longer than the length of the border divided by this,
 * but into MOST_ON_EDGE pieces at most.
 */
const FEWEST_ON_BORDER = 48;
const MOST_ON_EDGE = 24;

/** A point on the border of contested land, and the feature that gets what lies nearest to it; NOBODY where two borders meet. */
interface Corner {
  readonly x: number;
  readonly y: number;
  readonly taker: number;
}

/** The share of divided land that one feature gets. */
export interface Half {
  readonly feature: number;
  /** Closed rings that touch each other, each a part. */
  readonly rings: readonly (readonly Point[])[];
}

/**
 * Divides contested land along its middle: the line through the midpoints of those edges of its triangulation that lead from one border to
 * another (the chordal axis: L. Prasad, Morphological analysis of shapes, 1997). Between two straight borders, that is the line
 * halfway between them. Of an overlap, each feature gets the half next to its own land; of a gap, the part along its own border.
 *
 * @returns null if there is no middle: one feature lies in the other, only one borders on the land, a third one claims some of it,
 * or something stands in it.
 */
export function halvesOf(contested: ContestedLayer, land: ContestedLand): Half[] | null {
  const { arranged, claimantsOf } = contested;
  const { cycleOffsets } = arranged.arrangement;
  if (land.cells.some((cell) => claimantsOf(cell).length > 2) || land.border.length > MOST_VERTICES) return null;
  const takers = new BorderTakers(contested, land);
  const faces = facesOfCells(arranged, land.cells);
  if (takers.all.size < 2 || faces.some((face) => cycleOffsets[face + 1] - cycleOffsets[face] !== 1)) return null;
  return new MiddleDivision(arranged, land, takers).divide(faces);
}

function facesOfCells({ cells: { cellOfFace } }: ArrangedTopology, cells: readonly number[]): number[] {
  const isMember = new Set(cells);
  const found: number[] = [];
  for (let face = 0; face < cellOfFace.length; face++) if (isMember.has(cellOfFace[face])) found.push(face);
  return found;
}

class MiddleDivision {
  private readonly arranged: ArrangedTopology;
  private readonly takers: BorderTakers;
  /** Edges of the border are divided into pieces of about this length on the ground. */
  private readonly longestPiece: number;
  /** The open rings that each feature gets, by feature. */
  private readonly rings: ReadonlyMap<number, Point[][]>;
  /** The vertices on the border of the land. */
  private readonly vertices = new Set<string>();
  /** The points of the middle, and how far they are from the corners on both sides. */
  private readonly widths = new Map<string, number>();

  constructor(arranged: ArrangedTopology, { border }: ContestedLand, takers: BorderTakers) {
    this.arranged = arranged;
    this.takers = takers;
    this.longestPiece = border.reduce((sum, half) => sum + lengthOf(arranged, half), 0) / FEWEST_ON_BORDER;
    this.rings = new Map([...takers.all].sort((p, q) => p - q).map((feature): [number, Point[][]] => [feature, []]));
  }

  /** @param faces each with one cycle around it. */
  divide(faces: readonly number[]): Half[] {
    const { ground, arrangement: { cycleOffsets, cycleStarts } } = this.arranged;
    for (const face of faces) {
      const corners = this.cornersAround(cycleStarts[cycleOffsets[face]]);
      const points = { x: Float64Array.from(corners, (corner) => corner.x), y: Float64Array.from(corners, (corner) => corner.y) };
      for (const [p, q, r] of trianglesOf(points, ground, corners.map((_, i) => i))) this.cut([corners[p], corners[q], corners[r]]);
    }
    const shares = outlinesOf(this.rings, (point) => this.vertices.has(keyOf(point)), (point) => this.widths.get(keyOf(point)) ?? 0) ?? this.rings;
    return Array.from(shares, ([feature, rings]) => ({ feature, rings: rings.map((ring) => [...ring, ring[0]]) }));
  }

  /** The border of a face, with points between its vertices, so that each edge has a point of its own. */
  private cornersAround(start: number): Corner[] {
    const { vertices: { x, y }, edges, arrangement: { next } } = this.arranged;
    const ring: Corner[] = [];
    let half = start;
    do {
      const [from, to] = [originOf(edges, half), originOf(edges, half ^ 1)];
      ring.push({ x: x[from], y: y[from], taker: this.takers.at(from) });
      this.vertices.add(keyOf([x[from], y[from]]));
      const taker = this.takers.along(half);
      const pieces = taker === NOBODY ? 1 : Math.min(MOST_ON_EDGE, Math.max(2, Math.ceil(lengthOf(this.arranged, half) / this.longestPiece)));
      for (let i = 1; i < pieces; i++) ring.push({ x: x[from] + (i / pieces) * (x[to] - x[from]), y: y[from] + (i / pieces) * (y[to] - y[from]), taker });
      half = next[half];
    } while (half !== start);
    return ring;
  }

  /** Gives each corner of a triangle to its taker, with the land that is nearer to it than to the corners of other takers. */
  private cut(triangle: readonly [Corner, Corner, Corner]): void {
    const takers = triangle.map(({ taker }) => taker);
    const known = new Set(takers.filter((taker) => taker !== NOBODY));
    const [first = [...this.takers.all][0]] = known;
    if (known.size < 2) {
      this.give(first, ...triangle.map(pointOf));
      return;
    }
    // Rotated so that the first corner is the single one, or the one that belongs to two.
    const shared = takers.indexOf(NOBODY);
    const single = shared >= 0 ? shared : takers.findIndex((taker) => takers.filter((other) => other === taker).length === 1);
    const [a, b, c] = [0, 1, 2].map((i) => (single + i) % 3);
    const [p, q, r] = [triangle[a], triangle[b], triangle[c]];
    if (shared >= 0) {
      this.give(takers[b], pointOf(p), pointOf(q), this.between(q, r));
      this.give(takers[c], pointOf(p), this.between(q, r), pointOf(r));
    } else if (known.size === 2) {
      this.give(takers[a], pointOf(p), this.between(p, q), this.between(r, p));
      this.give(takers[b], this.between(p, q), pointOf(q), pointOf(r), this.between(r, p));
    } else {
      const centre: Point = [(p.x + q.x + r.x) / 3, (p.y + q.y + r.y) / 3];
      this.give(takers[a], pointOf(p), this.between(p, q), centre, this.between(r, p));
      this.give(takers[b], pointOf(q), this.between(q, r), centre, this.between(p, q));
      this.give(takers[c], pointOf(r), this.between(r, p), centre, this.between(q, r));
    }
  }

  /** A point of the middle. */
  private between(p: Corner, q: Corner): Point {
    const point: Point = [(p.x + q.x) / 2, (p.y + q.y) / 2];
    this.widths.set(keyOf(point), Math.hypot(p.x - q.x, p.y - q.y) / 2);
    return point;
  }

  private give(feature: number, ...ring: Point[]): void {
    this.rings.get(feature)?.push(ring);
  }
}

function pointOf({ x, y }: Corner): Point {
  return [x, y];
}
