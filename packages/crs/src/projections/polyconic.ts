import { converted, rectifyingFromGeographic, rectifyingRadius, sumOfSines } from './latitudes.ts';
import { DEGREE, shapeOf, withinHalfTurn } from './projection.ts';
import type { MakeProjection } from './projection.ts';

/** Closer to the equator than this, some 0.1 mm, the equator's straight line is the answer. */
const AT_EQUATOR = 1e-11;
const MOST_STEPS = 20;
/** In radians; a further Newton step would double the correct digits. */
const LAST_STEP = 1e-9;

/** The American polyconic projection: each parallel is an arc of true length around its own centre. */
export const polyconic: MakeProjection = (ellipsoid, { latitude, meridian, falseEasting, falseNorthing }) => {
  const { semiMajor } = ellipsoid;
  const { thirdFlattening, eccentricitySquared } = shapeOf(ellipsoid);
  const toRectifying = rectifyingFromGeographic(thirdFlattening);
  const arcPerAngle = rectifyingRadius(thirdFlattening);
  const meridianAngle = meridian * DEGREE;
  const northingAtEquator = falseNorthing - semiMajor * arcPerAngle * converted(toRectifying, latitude * DEGREE);

  return {
    toPlane(xy, from, to) {
      for (let at = 2 * from; at < 2 * to; at += 2) {
        const longitude = withinHalfTurn(xy[at] - meridianAngle);
        const phi = xy[at + 1];
        if (Math.abs(phi) < AT_EQUATOR) {
          xy[at] = falseEasting + semiMajor * longitude;
          xy[at + 1] = northingAtEquator + semiMajor * arcPerAngle * phi;
          continue;
        }
        const sine = Math.sin(phi);
        const cosine = Math.cos(phi);
        const arc = arcPerAngle * (phi + sumOfSines(toRectifying, 2 * sine * cosine, (cosine - sine) * (cosine + sine)));
        const radius = cosine / (sine * Math.sqrt(1 - eccentricitySquared * sine * sine));
        const half = (longitude * sine) / 2;
        const sineHalf = Math.sin(half);
        xy[at] = falseEasting + semiMajor * radius * 2 * sineHalf * Math.cos(half);
        xy[at + 1] = northingAtEquator + semiMajor * (arc + radius * 2 * sineHalf * sineHalf);
      }
    },
    toEllipsoid(xy, from, to) {
      for (let at = 2 * from; at < 2 * to; at += 2) {
        const x = (xy[at] - falseEasting) / semiMajor;
        const y = (xy[at + 1] - northingAtEquator) / semiMajor;
        if (Math.abs(y) < AT_EQUATOR) {
          xy[at] = Math.abs(x) <= Math.PI ? withinHalfTurn(x + meridianAngle) : Number.NaN;
          xy[at + 1] = y;
          continue;
        }
        const square = x * x + y * y;
        let phi = y;
        let step = Number.POSITIVE_INFINITY;
        for (let steps = 0; steps < MOST_STEPS && Math.abs(step) > LAST_STEP; steps++) {
          const sine = Math.sin(phi);
          const cosine = Math.cos(phi);
          const root = Math.sqrt(1 - eccentricitySquared * sine * sine);
          const double = 2 * sine * cosine;
          const tangent = (sine / cosine) * root;
          const arc = arcPerAngle * (phi + sumOfSines(toRectifying, double, (cosine - sine) * (cosine + sine)));
          // How fast the arc grows with the latitude: the meridian's radius of curvature.
          const growth = (1 - eccentricitySquared) / (root * root * root);
          const away = y * (tangent * arc + 1) - arc - 0.5 * (arc * arc + square) * tangent;
          const slope = (eccentricitySquared * double * (arc * arc + square - 2 * y * arc)) / (4 * tangent) + (y - arc) * (tangent * growth - 2 / double) - growth;
          step = away / slope;
          phi -= step;
        }
        const sine = Math.sin(phi);
        const tangent = Math.tan(phi) * Math.sqrt(1 - eccentricitySquared * sine * sine);
        const arc = arcPerAngle * converted(toRectifying, phi);
        const longitude = Math.atan2(x * tangent, 1 - (y - arc) * tangent) / sine;
        const isReached = Math.abs(step) <= LAST_STEP && Math.abs(phi) <= Math.PI / 2 && Math.abs(longitude) <= Math.PI + 1e-9;
        xy[at] = isReached ? withinHalfTurn(longitude + meridianAngle) : Number.NaN;
        xy[at + 1] = isReached ? phi : Number.NaN;
      }
    },
  };
};
