import type { EdgeTable } from '../edges/edges.ts';
import { originOf } from '../edges/half-edges.ts';

/** The widths of a void, measured along its half-edges. */
export class VoidWidths {
  /** The widths at the places that face the other side of the void … */
  readonly widths: number[] = [];
  /** … and the length of border that each place stands for. */
  readonly lengths: number[] = [];
  private readonly edges: EdgeTable;
  /** The half-edges with places that face nothing: those across an end of the void, or next to it. */
  private readonly ends: number[] = [];
  /** For each vertex, the half-edge that starts there, and the one that ends there. */
  private readonly leaving = new Map<number, number>();
  private readonly arriving = new Map<number, number>();
  /** For each half-edge, the first and the last width measured on it. */
  private readonly outer = new Map<number, readonly [number, number]>();

  constructor(edges: EdgeTable) {
    this.edges = edges;
  }

  /** @param widths at equal steps along a half-edge, Infinity where it faces nothing. @param length of border that each width stands for. */
  add(half: number, widths: readonly number[], length: number): void {
    for (const width of widths) {
      if (width === Infinity) continue;
      this.widths.push(width);
      this.lengths.push(length);
    }
    if (widths.includes(Infinity)) this.ends.push(half);
    this.outer.set(half, [widths[0], widths[widths.length - 1]]);
    putOnce(this.leaving, originOf(this.edges, half), half);
    putOnce(this.arriving, originOf(this.edges, half ^ 1), half);
  }

  get hasEnds(): boolean {
    return this.ends.length > 0;
  }

  /** For each end with a border across it, the width of the void there. It is measured from both sides; if these differ, the smaller one counts. */
  endWidths(): number[] {
    const isEnd = new Set(this.ends);
    const found: number[] = [];
    for (const first of this.ends) {
      const before = this.arriving.get(originOf(this.edges, first)) ?? SEVERAL;
      if (before === SEVERAL || isEnd.has(before)) continue;
      let after: number = first;
      while (isEnd.has(after)) after = this.leaving.get(originOf(this.edges, after ^ 1)) ?? SEVERAL;
      if (after !== SEVERAL) found.push(Math.min(this.outer.get(before)?.[1] ?? 0, this.outer.get(after)?.[0] ?? 0));
    }
    return found;
  }
}

/** Stands for the half-edge at a vertex that the border of a void passes more than once: there is no telling which of them continues it. */
const SEVERAL = -1;

function putOnce(of: Map<number, number>, vertex: number, half: number): void {
  of.set(vertex, of.has(vertex) ? SEVERAL : half);
}
