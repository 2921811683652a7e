/** The points within reach of a segment. The reaches along x and y are the same length on the ground. */
export class Vicinity {
  private fromX = 0;
  private fromY = 0;
  private perX = 0;
  private perY = 0;
  /** The segment from its first end, in units of the reach. */
  private alongX = 0;
  private alongY = 0;

  surround(ax: number, ay: number, bx: number, by: number, reachX: number, reachY: number): void {
    this.fromX = ax;
    this.fromY = ay;
    this.perX = 1 / reachX;
    this.perY = 1 / reachY;
    this.alongX = (bx - ax) * this.perX;
    this.alongY = (by - ay) * this.perY;
  }

  holds(x: number, y: number): boolean {
    return isWithinOne((x - this.fromX) * this.perX, (y - this.fromY) * this.perY, this.alongX, this.alongY);
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
