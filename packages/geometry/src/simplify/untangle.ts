import { Int32List } from '../arrays/growable.ts';
import { EdgeGrid } from '../edges/grid.ts';
import { forEachIntersection } from '../edges/intersections.ts';
import { FreshEdges } from '../noding/fresh-edges.ts';
import { livingEdges } from '../noding/noding.ts';
import { CrossedEdges } from './crossed-edges.ts';
import { restoreDoubledBorders } from './doubled-borders.ts';
import type { KeptPlaces } from './kept-places.ts';
import { SimplifiedEdges } from './simplified-edges.ts';
import { SweptPlaces } from './swept-places.ts';

/**
 * Restores places until what is left of the chains neither crosses nor changes sides. Each step restores a place, so this
 * terminates. Crossings in the layer itself stay.
 */
export function untangle(kept: KeptPlaces): void {
  const simplified = new SimplifiedEdges(kept);
  const separation = new Separation(simplified);
  const swept = new SweptPlaces(simplified);
  separation.separate();
  for (;;) {
    const before = kept.restored;
    for (let edge = 0, end = simplified.edges.count; edge < end; edge++) swept.test(edge);
    separation.separate();
    restoreDoubledBorders(simplified);
    separation.separate();
    // A restored place may lie where an edge passed that was tested earlier.
    if (kept.restored === before) return;
  }
}

/** Tests edges against each other; new edges are tested against all. */
class Separation {
  private readonly simplified: SimplifiedEdges;
  private readonly crossed: CrossedEdges;
  private freshEdges: FreshEdges | null = null;
  /** Number of edges that may still be added before the grid is rebuilt. */
  private room = 0;
  private firstFresh = 0;

  constructor(simplified: SimplifiedEdges) {
    this.simplified = simplified;
    this.crossed = new CrossedEdges(simplified);
  }

  /** Restores places until no two edges intersect that did not before. */
  separate(): void {
    const { edges } = this.simplified;
    while (this.firstFresh < edges.count) {
      const [first, end] = [this.firstFresh, edges.count];
      this.firstFresh = end;
      this.room -= end - first;
      if (this.freshEdges === null || this.room < 0) this.testAll();
      else {
        const fresh = new Int32List();
        for (let edge = first; edge < end; edge++) if (!edges.isDead(edge)) fresh.push(edge);
        this.freshEdges.addAndTest(fresh, first);
      }
    }
  }

  private testAll(): void {
    const { simplified: { edges, kept: { paths: { places } } }, crossed } = this;
    const members = livingEdges(edges);
    const grid = new EdgeGrid(places, edges, members);
    this.freshEdges = new FreshEdges(places, edges, grid, crossed);
    this.room = members.length;
    forEachIntersection(places, edges, grid, crossed.testPair);
  }
}
