/**
 * The strip between two segments, as far as it lies in a circle. In a long, narrow area this is what most circles hold, and how wide it can be in one is known at once.
 */
export class Strip {
  /** This far from both segments lies a point of the strip inside the circle; 0 if that is not known. */
  least = 0;
  /** No point of the strip inside the circle is further from both. */
  most = 0;
  private readonly one = new Line();
  private readonly other = new Line();

  /**
   * @param outline x and y of both ends of each segment. @param one, other two of them.
   * @param x, y, radius the circle; nothing else may come as near to its middle as the further of these segments.
   * @returns false if one of them is too short, or if they meet in the circle; then nothing else here is of use.
   */
  takes(outline: Float64Array, one: number, other: number, x: number, y: number, radius: number): boolean {
    const { one: p, other: q } = this;
    if (!p.passes(outline, one, x, y, radius) || !q.passes(outline, other, x, y, radius)) return false;
    const [apartX, apartY] = [q.footX - p.footX, q.footY - p.footY];
    const ofQ = p.normalX * apartX + p.normalY * apartY;
    const ofP = -(q.normalX * apartX + q.normalY * apartY);
    // How much nearer each comes to the other within the circle.
    const nearing = Math.abs(p.normalX * q.normalY - p.normalY * q.normalX) * radius;
    const [isPIn, isQIn] = [Math.abs(p.distance) <= radius, Math.abs(q.distance) <= radius];
    const areBothIn = isPIn && isQIn;
    if (areBothIn && (Math.abs(ofQ) <= nearing || Math.abs(ofP) <= nearing)) return false;
    // Where a segment runs through the circle, the strip is on the side of the other one; else all of the circle is on one side of it.
    const towardsQ = Math.sign(isPIn ? ofQ : p.distance);
    const towardsP = Math.sign(isQIn ? ofP : q.distance);
    const sumX = towardsQ * p.normalX + towardsP * q.normalX;
    const sumY = towardsQ * p.normalY + towardsP * q.normalY;
    // Half the sum of both distances, which is at least the smaller one, is a linear function of the place.
    this.most = (towardsQ * p.distance + towardsP * q.distance + Math.hypot(sumX, sumY) * radius) / 2;
    this.least = areBothIn ? Math.min(Math.abs(ofQ), Math.abs(ofP)) / 2 : 0;
    return true;
  }
}

/** The line of a segment that passes a circle, or runs through it. */
class Line {
  normalX = 0;
  normalY = 0;
  /** The signed distance of the middle of the circle, positive where the normal points to. */
  distance = 0;
  /** The point nearest to that. */
  footX = 0;
  footY = 0;

  /** Whether it is so long that no point in the circle is nearest to one of its ends. */
  passes(outline: Float64Array, segment: number, x: number, y: number, radius: number): boolean {
    const ax = outline[4 * segment];
    const ay = outline[4 * segment + 1];
    const dx = outline[4 * segment + 2] - ax;
    const dy = outline[4 * segment + 3] - ay;
    const length = Math.hypot(dx, dy);
    const along = (dx * (x - ax) + dy * (y - ay)) / length;
    if (!(along >= radius && length - along >= radius)) return false;
    this.normalX = -dy / length;
    this.normalY = dx / length;
    this.distance = this.normalX * (x - ax) + this.normalY * (y - ay);
    this.footX = x - this.distance * this.normalX;
    this.footY = y - this.distance * this.normalY;
    return true;
  }
}
