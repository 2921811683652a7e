import type { CoordinateUnits } from './options.ts';

const RADIAN = Math.PI / 180;
/** Of the sphere: the semi-major axis of WGS 84. */
const RADIUS = 6378137;
/** Metres per degree of latitude, and of longitude at the equator. */
const METRES_PER_DEGREE = RADIAN * RADIUS;
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

  /**
   * What the edge a → b contributes to the area to its left, with x measured from `originX`. A vertex more on an edge changes nothing: in
   * degrees, an edge is straight in longitude and latitude, and the integral along it is exact but for terms of the sixth power of its rise.
   * The middle of an edge of a few kilometres alone misjudges a sliver along it by many square metres.
   */
  areaUnder(originX: number, ax: number, ay: number, bx: number, by: number): number {
    const middleX = (ax - originX + (bx - originX)) / 2;
    const rise = by - ay;
    const scaleX = this.scaleX((ay + by) / 2);
    const atMiddle = middleX * scaleX * rise * this.scaleY;
    if (!this.geographic || scaleX <= METRES_PER_DEGREE * SMALLEST_COSINE) return atMiddle;
    // With t from the middle of the edge, the integral of (middleX + t · slope) · cos(middleY + t).
    const squaredRise = (rise * RADIAN) ** 2;
    const cosine = scaleX / METRES_PER_DEGREE;
    const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine)) * (ay + by < 0 ? -1 : 1);
    const tilted = ((bx - ax) * RADIAN * sine * squaredRise * (1 - squaredRise / 40)) / 12;
    return atMiddle * (1 - (squaredRise / 24) * (1 - squaredRise / 80)) - tilted * RADIUS * RADIUS;
  }
}
