import { conformalFromGeographic, conformalFromRectifying, converted, cosineOfSmall, geographicFromConformal, rectifyingFromConformal, rectifyingRadius, sineOfSmall, sumOfSines } from './latitudes.ts';
import type { SineSeries } from './latitudes.ts';
import { DEGREE, shapeOf, withinHalfTurn } from './projection.ts';
import type { MakeProjection } from './projection.ts';

/** PROJ's limit: beyond this many radii from the meridian, some 81° at the equator, the series does not converge. */
const FARTHEST = 2.623395162778;

/** Transverse Mercator by Krüger's series, as in PROJ: accurate to a micrometre within 40° of the meridian. */
export const transverseMercator: MakeProjection = (ellipsoid, { latitude, meridian, scale, falseEasting, falseNorthing }) => {
  const n = shapeOf(ellipsoid).thirdFlattening;
  const radius = ellipsoid.semiMajor * scale * rectifyingRadius(n);
  const toConformal = conformalFromGeographic(n);
  const toGeographic = geographicFromConformal(n);
  const forward = rectifyingFromConformal(n);
  const backward = conformalFromRectifying(n);
  const meridianAngle = meridian * DEGREE;
  const northingAtEquator = falseNorthing - radius * converted(forward, converted(toConformal, latitude * DEGREE));
  const sum = new ComplexSum();

  return {
    toPlane(xy, from, to) {
      for (let at = 2 * from; at < 2 * to; at += 2) {
        const longitude = withinHalfTurn(xy[at] - meridianAngle);
        const sine = Math.sin(xy[at + 1]);
        const cosine = Math.cos(xy[at + 1]);
        const less = sumOfSines(toConformal, 2 * sine * cosine, (cosine - sine) * (cosine + sine));
        const sineLess = sineOfSmall(less);
        const cosineLess = cosineOfSmall(less);
        // On the sphere of conformal latitudes, the point relative to the pole that lies beside the meridian.
        const up = sine * cosineLess + cosine * sineLess;
        const out = cosine * cosineLess - sine * sineLess;
        const side = out * Math.sin(longitude);
        const front = out * Math.cos(longitude);
        const square = up * up + front * front;
        const height = Math.sqrt(square);
        const along = side < 0 ? -Math.log((1 - side) / height) : Math.log((1 + side) / height);
        sum.of(forward, (2 * up * front) / square, ((front - up) * (front + up)) / square, (2 * side) / square, (1 + side * side) / square);
        const x = along + sum.imaginary;
        const isReached = Math.abs(x) <= FARTHEST;
        xy[at] = isReached ? falseEasting + radius * x : Number.NaN;
        xy[at + 1] = isReached ? northingAtEquator + radius * (Math.atan2(up, front) + sum.real) : Number.NaN;
      }
    },
    toEllipsoid(xy, from, to) {
      for (let at = 2 * from; at < 2 * to; at += 2) {
        const x = (xy[at] - falseEasting) / radius;
        const y = (xy[at + 1] - northingAtEquator) / radius;
        // Past the poles the coordinates repeat on the other side of the Earth.
        if (!(Math.abs(x) <= FARTHEST && Math.abs(y) <= Math.PI)) {
          xy[at] = xy[at + 1] = Number.NaN;
          continue;
        }
        const sine = Math.sin(y);
        const cosine = Math.cos(y);
        const grown = Math.exp(2 * x);
        sum.of(backward, 2 * sine * cosine, (cosine - sine) * (cosine + sine), (grown - 1 / grown) / 2, (grown + 1 / grown) / 2);
        const angle = y + sum.real;
        const exponential = Math.exp(x + sum.imaginary);
        const side = (exponential - 1 / exponential) / 2;
        const up = Math.sin(angle);
        const front = Math.cos(angle);
        const length = Math.sqrt(side * side + front * front);
        const conformal = Math.atan2(up, length);
        const square = up * up + length * length;
        xy[at] = withinHalfTurn(Math.atan2(side, front) + meridianAngle);
        xy[at + 1] = conformal + sumOfSines(toGeographic, (2 * up * length) / square, ((length - up) * (length + up)) / square);
      }
    },
  };
};

/** The sum of a series of sines of a complex angle. It stores the two components in fields, so that no pair is created per vertex. */
class ComplexSum {
  real = 0;
  imaginary = 0;

  /** @param sine and the others: of twice the real part, then the hyperbolic ones of twice the imaginary part */
  of(series: SineSeries, sine: number, cosine: number, hyperbolicSine: number, hyperbolicCosine: number): void {
    const [a, b, c, d, e, f] = series;
    const re = 2 * cosine * hyperbolicCosine;
    const im = -2 * sine * hyperbolicSine;
    const e1 = re * f + e;
    const e2 = im * f;
    const d1 = re * e1 - im * e2 - f + d;
    const d2 = re * e2 + im * e1;
    const c1 = re * d1 - im * d2 - e1 + c;
    const c2 = re * d2 + im * d1 - e2;
    const b1 = re * c1 - im * c2 - d1 + b;
    const b2 = re * c2 + im * c1 - d2;
    const a1 = re * b1 - im * b2 - c1 + a;
    const a2 = re * b2 + im * b1 - c2;
    const outer = sine * hyperbolicCosine;
    const inner = cosine * hyperbolicSine;
    this.real = outer * a1 - inner * a2;
    this.imaginary = outer * a2 + inner * a1;
  }
}
