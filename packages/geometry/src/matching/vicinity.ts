import type { VertexTable } from '../edges/vertices.ts';

/** The points within reach of a segment. The reaches along x and y are the same length on the ground. */
export class Vicinity {
  private fromX = 0;
  private fromY = 0;
  private perX = 0;
  private perY = 0;
  /** The segment from its first end, in units of the reach. */
  private alongX = 0;
  private alongY = 0;

  /** @param a @param b the ends of the segment. */
  surround({ x, y }: VertexTable, a: number, b: number, reachX: number, reachY: number): void {
    this.fromX = x[a];
    this.fromY = y[a];
    this.perX = 1 / reachX;
    this.perY = 1 / reachY;
    this.alongX = (x[b] - x[a]) * this.perX;
    this.alongY = (y[b] - y[a]) * this.perY;
  }

  /**
   * Whether a vertex is within reach. Millions are asked for, so they are named rather than given by coordinates: V8 makes an object of each double that it hands to
   * a function, unless it puts the function in place of the call, which it does in some runs and not in others.
   * For that reason this repeats `isWithinOne`.
   */
  holds({ x, y }: VertexTable, vertex: number): boolean {
    const { alongX: dx, alongY: dy } = this;
    const px = (x[vertex] - this.fromX) * this.perX;
    const py = (y[vertex] - this.fromY) * this.perY;
    const along = px * dx + py * dy;
    if (along <= 0) return px * px + py * py <= 1;
    const squared = dx * dx + dy * dy;
    if (along >= squared) return (px - dx) * (px - dx) + (py - dy) * (py - dy) <= 1;
    const across = px * dy - py * dx;
    return across * across <= squared;
  }
}

/** Whether a point is within a distance of one from the segment from the origin to (dx, dy). */
export function isWithinOne(px: number, py: number, dx: number, dy: number): boolean {
  const along = px * dx + py * dy;
  if (along <= 0) return px * px + py * py <= 1;
  const squared = dx * dx + dy * dy;
  if (along >= squared) return (px - dx) * (px - dx) + (py - dy) * (py - dy) <= 1;
  const across = px * dy - py * dx;
  return across * across <= squared;
}
