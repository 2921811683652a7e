import { conformalFromGeographic, converted, cosineOfSmall, geographicFromConformal, sineOfSmall, sumOfSines } from './latitudes.ts';
import { DEGREE, shapeOf, withinHalfTurn } from './projection.ts';
import type { MakeProjection } from './projection.ts';

/** Lambert's conformal conic projection with two standard parallels. */
export const lambertConformal: MakeProjection = (ellipsoid, { latitude, meridian, parallel1, parallel2, falseEasting, falseNorthing }) => {
  const { thirdFlattening, eccentricitySquared } = shapeOf(ellipsoid);
  const toConformal = conformalFromGeographic(thirdFlattening);
  const toGeographic = geographicFromConformal(thirdFlattening);
  const isometric = (degrees: number): number => Math.asinh(Math.tan(converted(toConformal, degrees * DEGREE)));
  const circle = (degrees: number): number => Math.cos(degrees * DEGREE) / Math.sqrt(1 - eccentricitySquared * Math.sin(degrees * DEGREE) ** 2);
  const cone = Math.log(circle(parallel1) / circle(parallel2)) / (isometric(parallel2) - isometric(parallel1));
  const size = (ellipsoid.semiMajor * circle(parallel1) * Math.exp(cone * isometric(parallel1))) / cone;
  const originRadius = size * Math.exp(-cone * isometric(latitude));
  const meridianAngle = meridian * DEGREE;

  return {
    toPlane(xy, from, to) {
      for (let at = 2 * from; at < 2 * to; at += 2) {
        const sine = Math.sin(xy[at + 1]);
        const cosine = Math.cos(xy[at + 1]);
        const less = sumOfSines(toConformal, 2 * sine * cosine, (cosine - sine) * (cosine + sine));
        const up = sine * cosineOfSmall(less) + cosine * sineOfSmall(less);
        const out = cosine * cosineOfSmall(less) - sine * sineOfSmall(less);
        const height = up < 0 ? -Math.log((1 - up) / out) : Math.log((1 + up) / out);
        const angle = cone * withinHalfTurn(xy[at] - meridianAngle);
        // The poles: one is the apex of the cone, the other is at infinity.
        const radius = out > 1e-10 ? size * Math.exp(-cone * height) : up * cone > 0 ? 0 : Number.NaN;
        xy[at] = falseEasting + radius * Math.sin(angle);
        xy[at + 1] = falseNorthing + originRadius - radius * Math.cos(angle);
      }
    },
    toEllipsoid(xy, from, to) {
      const sign = Math.sign(cone);
      for (let at = 2 * from; at < 2 * to; at += 2) {
        const x = sign * (xy[at] - falseEasting);
        const y = sign * (originRadius - (xy[at + 1] - falseNorthing));
        const grown = (sign * Math.sqrt(x * x + y * y) / size) ** (-1 / cone);
        const longitude = Math.atan2(x, y) / cone;
        const square = grown * grown;
        const sine = grown === Number.POSITIVE_INFINITY ? 1 : (square - 1) / (square + 1);
        const cosine = grown === Number.POSITIVE_INFINITY ? 0 : (2 * grown) / (square + 1);
        const isReached = Math.abs(longitude) <= Math.PI + 1e-9;
        xy[at] = isReached ? withinHalfTurn(longitude + meridianAngle) : Number.NaN;
        xy[at + 1] = isReached ? 2 * Math.atan(grown) - Math.PI / 2 + sumOfSines(toGeographic, 2 * sine * cosine, (cosine - sine) * (cosine + sine)) : Number.NaN;
      }
    },
  };
};
