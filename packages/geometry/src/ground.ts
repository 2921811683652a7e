import type { CoordinateUnits } from './options.ts';

/**
 * Metres per degree of latitude, and of longitude at the equator, on a sphere with the semi-major axis of WGS 84 as its radius.
 */
const METRES_PER_DEGREE = (Math.PI / 180) * 6378137;
/**
 * Beyond 89.4°, the scale of longitude stays constant. At the poles it would become zero, and with it every distance between
 * vertices with different coordinates. Lengths come out too long there, so nothing is snapped that is not near.
 */
const SMALLEST_COSINE = 0.01;

/**
 * Lengths and areas on the ground. For geographic units, degrees are scaled at the latitude where they lie. This assumes
 * a sphere: tolerances are a few metres, and its error against the ellipsoid is below 0.7 %. For planar units the scale
 * is one.
 */
export class Ground {
  readonly units: CoordinateUnits;
  readonly geographic: boolean;
  readonly scaleY: number;

  constructor(units: CoordinateUnits) {
    this.units = units;
    this.geographic = units.kind === 'geographic';
    this.scaleY = this.geographic ? METRES_PER_DEGREE : 1;
  }

  /** Ground units per coordinate unit of x at height y. */
  scaleX(y: number): number {
    if (!this.geographic) return 1;
    const cosine = Math.cos((y * Math.PI) / 180);
    return METRES_PER_DEGREE * (cosine > SMALLEST_COSINE ? cosine : SMALLEST_COSINE);
  }

  /** A lower bound for the scale of x between two heights. */
  smallestScaleX(low: number, high: number): number {
    const furthest = Math.max(Math.abs(low), Math.abs(high));
    return this.geographic && furthest >= 90 ? METRES_PER_DEGREE * SMALLEST_COSINE : this.scaleX(furthest);
  }

  length(ax: number, ay: number, bx: number, by: number): number {
    const dx = (bx - ax) * this.scaleX((ay + by) / 2);
    const dy = (by - ay) * this.scaleY;
    return Math.sqrt(dx * dx + dy * dy);
  }

  /** What the edge a → b contributes to the area to its left, with x measured from `originX`. */
  areaUnder(originX: number, ax: number, ay: number, bx: number, by: number): number {
    return ((ax - originX + (bx - originX)) / 2) * this.scaleX((ay + by) / 2) * (by - ay) * this.scaleY;
  }
}
