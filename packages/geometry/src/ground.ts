import { EQUATORIAL_RADIUS, SQUARED_ECCENTRICITY } from './ellipsoid.ts';
import type { CoordinateUnits } from './options.ts';

const RADIAN = Math.PI / 180;
/** Metres per degree of latitude, and of longitude at the equator, on a sphere. */
const METRES_PER_DEGREE = RADIAN * EQUATORIAL_RADIUS;
/** The square of the polar radius. */
const POLAR_SQUARED = EQUATORIAL_RADIUS ** 2 * (1 - SQUARED_ECCENTRICITY);
/** Edges that rise by more degrees are measured in steps. */
const LONGEST_RISE = 1;
/**
 * Beyond 89.4°, the scale of longitude stays constant. At the poles it would become zero, and with it every distance between
 * vertices with different coordinates. Lengths come out too long there, so nothing is snapped that is not near.
 */
const SMALLEST_COSINE = 0.01;
/** The latitude of the poles. Files hold values beyond it as well: metres that are called degrees, or a value that stands for none, such as -1e38. */
const POLE = 90;

/**
 * Lengths and areas on the ground. For geographic units, degrees are scaled at the latitude where they lie. Lengths assume
 * a sphere: tolerances are a few metres, and its error against the ellipsoid is below 0.7 %. Areas, which are reported, are those
 * of the ellipsoid. For planar units the scale is one.
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
    if (y > POLE || y < -POLE) return METRES_PER_DEGREE * SMALLEST_COSINE;
    const cosine = Math.cos((y * Math.PI) / 180);
    return METRES_PER_DEGREE * (cosine > SMALLEST_COSINE ? cosine : SMALLEST_COSINE);
  }

  /** A lower bound for the scale of x between two heights. */
  smallestScaleX(low: number, high: number): number {
    // Not `Math.max`, which V8's middle compiler calls as a function: this is asked around each vertex of an open border.
    const below = Math.abs(low);
    const above = Math.abs(high);
    const furthest = below > above ? below : above;
    return this.geographic && furthest >= 90 ? METRES_PER_DEGREE * SMALLEST_COSINE : this.scaleX(furthest);
  }

  length(ax: number, ay: number, bx: number, by: number): number {
    const dx = (bx - ax) * this.scaleX((ay + by) / 2);
    const dy = (by - ay) * this.scaleY;
    return Math.sqrt(dx * dx + dy * dy);
  }

  /**
   * What the edge a → b contributes to the area to its left, with x measured from `originX`. Around a ring, the sum is its area. A vertex
   * more on an edge changes nothing: in degrees, an edge is straight in longitude and latitude (RFC 7946, 3.1.1), and the integral along it
   * is exact but for terms of the sixth power of its rise. The middle of an edge of a few kilometres alone misjudges a sliver along it by
   * many square metres. Beyond the poles, where there is no land, it is the area in the plane of the lengths there.
   */
  areaUnder(originX: number, ax: number, ay: number, bx: number, by: number): number {
    const rise = by - ay;
    const middleX = (ax - originX + (bx - originX)) / 2;
    if (!this.geographic) return middleX * rise;
    if (ay > POLE || ay < -POLE || by > POLE || by < -POLE) return this.#areaUnderBeyondPoles(originX, ax, ay, bx, by);
    if (Math.abs(rise) > LONGEST_RISE) return this.#areaUnderInSteps(originX, ax, ay, bx, by);
    return areaUnderEdge(middleX * RADIAN, ((ay + by) / 2) * RADIAN, (bx - ax) * RADIAN, rise * RADIAN);
  }

  /** In up to three pieces, because the part beyond a pole may be longer than all steps of a degree could ever measure. */
  #areaUnderBeyondPoles(originX: number, ax: number, ay: number, bx: number, by: number): number {
    let [area, fromX, fromY] = [0, ax, ay];
    for (const pole of ay < by ? [-POLE, POLE] : [POLE, -POLE]) {
      if (!(Math.min(ay, by) < pole && pole < Math.max(ay, by))) continue;
      const poleX = ax + ((pole - ay) / (by - ay)) * (bx - ax);
      area += this.#areaUnderPiece(originX, fromX, fromY, poleX, pole);
      [fromX, fromY] = [poleX, pole];
    }
    return area + this.#areaUnderPiece(originX, fromX, fromY, bx, by);
  }

  /** The same for an edge that passes no pole. */
  #areaUnderPiece(originX: number, ax: number, ay: number, bx: number, by: number): number {
    if (Math.max(ay, by) <= POLE && Math.min(ay, by) >= -POLE) return this.areaUnder(originX, ax, ay, bx, by);
    return ((ax - originX + (bx - originX)) / 2) * METRES_PER_DEGREE * SMALLEST_COSINE * ((by - ay) * this.scaleY);
  }

  #areaUnderInSteps(originX: number, ax: number, ay: number, bx: number, by: number): number {
    const steps = Math.ceil(Math.abs(by - ay) / LONGEST_RISE);
    let area = 0;
    for (let step = 0; step < steps; step++) {
      const [from, to] = [step / steps, (step + 1) / steps];
      area += this.areaUnder(originX, ax + from * (bx - ax), ay + from * (by - ay), ax + to * (bx - ax), ay + to * (by - ay));
    }
    return area;
  }
}

/**
 * The integral of longitude times the area of a square radian at the latitude, which is that of the authalic latitude (Snyder, Map
 * Projections, 3-12): with t from the middle of the edge, of (x + t · run / rise) · (1 - e²) a² cos φ / (1 - e² sin² φ)², as a series in t.
 * @param x longitude of the middle of the edge, in radians as all others
 * @param latitude of the middle
 * @param run how much the longitude grows along the edge
 * @param rise how much the latitude grows
 */
function areaUnderEdge(x: number, latitude: number, run: number, rise: number): number {
  const cosine = Math.max(0, Math.cos(latitude));
  const sine = Math.sqrt(1 - cosine * cosine) * (latitude < 0 ? -1 : 1);
  const w = 1 - SQUARED_ECCENTRICITY * sine * sine;
  // The derivatives of 1 / w², as multiples of it.
  const first = (4 * SQUARED_ECCENTRICITY * sine * cosine) / w;
  const second = (4 * SQUARED_ECCENTRICITY * (cosine * cosine - sine * sine)) / w + 1.5 * first * first;
  const squaredRise = rise * rise;
  const along = cosine + (squaredRise / 24) * (-cosine - 2 * sine * first + cosine * second + (squaredRise / 80) * cosine);
  const across = (squaredRise / 12) * (-sine + cosine * first + (squaredRise / 40) * sine);
  return (POLAR_SQUARED / (w * w)) * (x * rise * along + run * across);
}
