import { Float64List } from '../arrays/growable.ts';
import { comparePoints, orient2d } from '../edges/predicates.ts';
import type { VertexTable } from '../edges/vertices.ts';
import { largestCoordinate } from './beside.ts';

/** The coordinates of crossings. */
export class CrossingPlaces {
  private readonly xy = new Float64List();
  /** The largest coordinate of the edges that cross at each point. */
  private readonly reach = new Float64List();

  get count(): number {
    return this.xy.length >> 1;
  }

  x(index: number): number {
    return this.xy.data[2 * index];
  }

  y(index: number): number {
    return this.xy.data[2 * index + 1];
  }

  /**
   * Adds the point where a–b and c–d cross. It is computed in an order that depends on geometry alone, and lies inside the
   * boxes of both.
   */
  add({ x, y }: VertexTable, a: number, b: number, c: number, d: number): void {
    if (comparePoints(x[a], y[a], x[b], y[b]) > 0) [a, b] = [b, a];
    if (comparePoints(x[c], y[c], x[d], y[d]) > 0) [c, d] = [d, c];
    if ((comparePoints(x[a], y[a], x[c], y[c]) || comparePoints(x[b], y[b], x[d], y[d])) > 0) [a, b, c, d] = [c, d, a, b];
    this.reach.push(largestCoordinate(x, y, [a, b, c, d]));
    const sideC = Math.abs(orient2d(x[a], y[a], x[b], y[b], x[c], y[c]));
    const sideD = Math.abs(orient2d(x[a], y[a], x[b], y[b], x[d], y[d]));
    const fromC = sideC <= sideD;
    const share = fromC ? sideC / (sideC + sideD) : sideD / (sideC + sideD);
    const [from, to] = fromC ? [c, d] : [d, c];
    const px = x[from] + share * (x[to] - x[from]);
    const py = y[from] + share * (y[to] - y[from]);
    this.xy.push(clampBetween(px, Math.max(Math.min(x[a], x[b]), Math.min(x[c], x[d])), Math.min(Math.max(x[a], x[b]), Math.max(x[c], x[d]))));
    this.xy.push(clampBetween(py, Math.max(Math.min(y[a], y[b]), Math.min(y[c], y[d])), Math.min(Math.max(y[a], y[b]), Math.max(y[c], y[d]))));
  }

  /** Whether any two points are within `beside` of each other in x. Most layers have none and skip the sorting. */
  private hasNearInX(beside: number): boolean {
    const columns = new Float64Array(this.count);
    let most = 0;
    for (let i = 0; i < columns.length; i++) {
      columns[i] = this.x(i);
      most = Math.max(most, this.reach.data[i]);
    }
    columns.sort();
    for (let i = 1; i < columns.length; i++) if (columns[i] - columns[i - 1] <= beside * most) return true;
    return false;
  }

  /**
   * For each point the one that represents it: itself, or one that is at most `beside` away on either axis (as a share of the
   * largest coordinate of the edges that cross there). The choice depends on the points alone, not on their order.
   */
  standIns(beside: number): Int32Array {
    const { data } = this.xy;
    const standIn = new Int32Array(this.count);
    for (let i = 0; i < standIn.length; i++) standIn[i] = i;
    if (!this.hasNearInX(beside)) return standIn;
    const byX = standIn.slice().sort((i, k) => data[2 * i] - data[2 * k] || data[2 * i + 1] - data[2 * k + 1]);
    const reach = (i: number): number => beside * this.reach.data[i];
    for (let start = 0, end = 1; start < byX.length; start = end++) {
      while (end < byX.length && data[2 * byX[end]] - data[2 * byX[end - 1]] <= Math.max(reach(byX[end]), reach(byX[end - 1]))) end++;
      if (end - start > 1) joinColumn(byX.subarray(start, end));
    }
    return standIn;

    /** Assigns representatives within a run of points, each of which is near the next in x. */
    function joinColumn(crossings: Int32Array): void {
      crossings.sort((i, k) => data[2 * i + 1] - data[2 * k + 1] || data[2 * i] - data[2 * k]);
      // Points that represent themselves are kept at the front. Rarely are two of them within reach of a
      // third.
      let kept = 0;
      for (const crossing of crossings) {
        let k = kept - 1;
        while (k >= 0 && data[2 * crossing + 1] - data[2 * crossings[k] + 1] <= reach(crossing) && Math.abs(data[2 * crossing] - data[2 * crossings[k]]) > reach(crossing)) k--;
        if (k >= 0 && data[2 * crossing + 1] - data[2 * crossings[k] + 1] <= reach(crossing)) standIn[crossing] = crossings[k];
        else crossings[kept++] = crossing;
      }
    }
  }
}

function clampBetween(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}
