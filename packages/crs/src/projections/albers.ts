import { authalicFromGeographic, cosineOfSmall, geographicFromAuthalic, sineOfSmall, sumOfSines } from './latitudes.ts';
import { DEGREE, shapeOf, withinHalfTurn } from './projection.ts';
import type { MakeProjection } from './projection.ts';

/** Albers' equal-area conic projection with two standard parallels. */
export const albers: MakeProjection = (ellipsoid, { latitude, meridian, parallel1, parallel2, falseEasting, falseNorthing }) => {
  const { thirdFlattening, eccentricitySquared } = shapeOf(ellipsoid);
  const eccentricity = Math.sqrt(eccentricitySquared);
  const area = (sine: number): number => (1 - eccentricitySquared) * (sine / (1 - eccentricitySquared * sine * sine) + Math.atanh(eccentricity * sine) / eccentricity);
  const areaAt = (degrees: number): number => area(Math.sin(degrees * DEGREE));
  const circleSquared = (degrees: number): number => Math.cos(degrees * DEGREE) ** 2 / (1 - eccentricitySquared * Math.sin(degrees * DEGREE) ** 2);
  const cone = parallel1 === parallel2 ? Math.sin(parallel1 * DEGREE) : (circleSquared(parallel1) - circleSquared(parallel2)) / (areaAt(parallel2) - areaAt(parallel1));
  const constant = circleSquared(parallel1) + cone * areaAt(parallel1);
  const size = ellipsoid.semiMajor / cone;
  const originRadius = size * Math.sqrt(constant - cone * areaAt(latitude));
  const perSine = cone * area(1);
  const toAuthalic = authalicFromGeographic(thirdFlattening);
  const toGeographic = geographicFromAuthalic(thirdFlattening);
  const meridianAngle = meridian * DEGREE;

  return {
    toPlane(xy, from, to) {
      for (let at = 2 * from; at < 2 * to; at += 2) {
        const sine = Math.sin(xy[at + 1]);
        const cosine = Math.cos(xy[at + 1]);
        const less = sumOfSines(toAuthalic, 2 * sine * cosine, (cosine - sine) * (cosine + sine));
        const radius = size * Math.sqrt(constant - perSine * (sine * cosineOfSmall(less) + cosine * sineOfSmall(less)));
        const angle = cone * withinHalfTurn(xy[at] - meridianAngle);
        xy[at] = falseEasting + radius * Math.sin(angle);
        xy[at + 1] = falseNorthing + originRadius - radius * Math.cos(angle);
      }
    },
    toEllipsoid(xy, from, to) {
      const sign = Math.sign(cone);
      for (let at = 2 * from; at < 2 * to; at += 2) {
        const x = xy[at] - falseEasting;
        const y = originRadius - (xy[at + 1] - falseNorthing);
        const sine = (constant - (x * x + y * y) / (size * size)) / perSine;
        const longitude = Math.atan2(sign * x, sign * y) / cone;
        // Beyond the circles of the poles, and in the sector that the cone leaves open, there is nothing.
        const isReached = Math.abs(sine) <= 1 && Math.abs(longitude) <= Math.PI + 1e-9;
        const cosine = Math.sqrt(1 - sine * sine);
        xy[at] = isReached ? withinHalfTurn(longitude + meridianAngle) : Number.NaN;
        xy[at + 1] = isReached ? Math.atan2(sine, cosine) + sumOfSines(toGeographic, 2 * sine * cosine, (cosine - sine) * (cosine + sine)) : Number.NaN;
      }
    },
  };
};
