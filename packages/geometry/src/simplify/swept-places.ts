import Flatbush from 'flatbush';
import { enlarged, markedIndices } from '../arrays/growable.ts';
import { orient2d } from '../edges/predicates.ts';
import type { KeptPlaces } from './kept-places.ts';
import type { SimplifiedEdges } from './simplified-edges.ts';

/** Beyond this many steps, a stretch is halved instead of being examined. */
const MOST_STEPS = 50_000_000;

/**
 * Finds what would end up on the other side of a chain. A stretch that becomes an edge must not pass over a junction, nor over the
 * last place of another chain. Then each stretch can be deformed into its edge without passing over any of these places (they are
 * homotopic), and edges that do not cross lie relative to each other as the chains did. Without this check, an island may end up
 * beyond the shore without having crossed it.
 */
export class SweptPlaces {
  private readonly simplified: SimplifiedEdges;
  private readonly places: Int32Array;
  private readonly index: Flatbush | null;
  /** The stretch being examined. */
  private stretch = new Int32Array(64);
  private length = 0;
  private readonly extent = new Float64Array(4);

  constructor(simplified: SimplifiedEdges) {
    this.simplified = simplified;
    const { kept, kept: { paths: { places: { x, y } } } } = simplified;
    this.places = standingPlaces(kept);
    this.index = this.places.length === 0 ? null : new Flatbush(this.places.length);
    for (const place of this.places) this.index?.add(x[place], y[place], x[place], y[place]);
    this.index?.finish();
  }

  /** If a stretch of an edge has passed over a place that stays, restores the place that was removed last from the edge. */
  test(edge: number): void {
    const { simplified, simplified: { edges } } = this;
    if (edges.isDead(edge)) return;
    for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) {
      if (simplified.isWhole(edge, use) || !this.sweeps(edge, use)) continue;
      simplified.restore(edge, simplified.lastGone(edge));
      return;
    }
  }

  private sweeps(edge: number, use: number): boolean {
    const { simplified: { edges, kept }, index, places, extent } = this;
    const { x, y } = kept.paths.places;
    if (index === null) return false;
    this.take(edge, use);
    const [a, b] = [edges.a[edge], edges.b[edge]];
    const found = index.search(extent[0], extent[1], extent[2], extent[3], (item) => places[item] !== a && places[item] !== b && kept.has(places[item]));
    if (found.length * this.length > MOST_STEPS) return true;
    return found.some((item) => this.windingAround(x[places[item]], y[places[item]]) !== 0);
  }

  /** Reads a stretch and its extent. */
  private take(edge: number, use: number): void {
    const { extent } = this;
    const { x, y } = this.simplified.kept.paths.places;
    extent[0] = extent[1] = Infinity;
    extent[2] = extent[3] = -Infinity;
    this.length = 0;
    this.simplified.forEachVertex(edge, use, (_, place) => {
      if (this.length === this.stretch.length) this.stretch = enlarged(this.stretch, 2 * this.length);
      this.stretch[this.length++] = place;
      if (x[place] < extent[0]) extent[0] = x[place];
      if (y[place] < extent[1]) extent[1] = y[place];
      if (x[place] > extent[2]) extent[2] = x[place];
      if (y[place] > extent[3]) extent[3] = y[place];
    });
  }

  /** How often the stretch, closed by the edge, winds around a place that is on neither. */
  private windingAround(px: number, py: number): number {
    const { x, y } = this.simplified.kept.paths.places;
    const { stretch, length } = this;
    let winding = 0;
    let before = stretch[length - 1];
    for (let i = 0; i < length; i++) {
      const place = stretch[i];
      if (y[before] <= py !== y[place] <= py) {
        const side = orient2d(x[before], y[before], x[place], y[place], px, py);
        if (y[place] > py ? side > 0 : side < 0) winding += y[place] > py ? 1 : -1;
      }
      before = place;
    }
    return winding;
  }
}

/** The junctions of everything that is left, and the place of each chain that is removed last. */
function standingPlaces(kept: KeptPlaces): Int32Array {
  const { paths: { placeOf, isJunction, firstOf, layer }, lastToGo } = kept;
  const isStanding = new Uint8Array(isJunction.length);
  for (let ring = 0; ring < firstOf.length; ring++) {
    if (firstOf[ring] < 0 || kept.isCollapsed(ring)) continue;
    for (let i = firstOf[ring]; i < layer.ringOffsets[ring + 1]; i++) if (placeOf[i] >= 0 && isJunction[placeOf[i]] === 1) isStanding[placeOf[i]] = 1;
  }
  for (const place of lastToGo) isStanding[place] = 1;
  return markedIndices(isStanding);
}
