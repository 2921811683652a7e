import type { Ellipsoid } from '../datums.ts';
import { conformalFromGeographic, cosineOfSmall, geographicFromConformal, NO_SERIES, sineOfSmall, sumOfSines } from './latitudes.ts';
import type { SineSeries } from './latitudes.ts';
import { DEGREE, shapeOf, withinHalfTurn } from './projection.ts';
import type { MakeProjection, Projection } from './projection.ts';

/** Mercator on the ellipsoid, with true scale at the first parallel. */
export const mercator: MakeProjection = (ellipsoid, { meridian, scale, parallel1, falseEasting, falseNorthing }) => {
  const { thirdFlattening, eccentricitySquared } = shapeOf(ellipsoid);
  const sine = Math.sin(parallel1 * DEGREE);
  const shrink = Math.cos(parallel1 * DEGREE) / Math.sqrt(1 - eccentricitySquared * sine * sine);
  return onCylinder(ellipsoid.semiMajor * scale * shrink, meridian, falseEasting, falseNorthing, conformalFromGeographic(thirdFlattening), geographicFromConformal(thirdFlattening));
};

/** Mercator that treats latitudes of the ellipsoid as those of a sphere. */
export const webMercator: MakeProjection = ({ semiMajor }: Ellipsoid, { meridian, falseEasting, falseNorthing }) => onCylinder(semiMajor, meridian, falseEasting, falseNorthing, NO_SERIES, NO_SERIES);

function onCylinder(radius: number, meridian: number, falseEasting: number, falseNorthing: number, toConformal: SineSeries, toGeographic: SineSeries): Projection {
  const meridianAngle = meridian * DEGREE;
  return {
    toPlane(xy, from, to) {
      for (let at = 2 * from; at < 2 * to; at += 2) {
        const latitude = xy[at + 1];
        const sine = Math.sin(latitude);
        const cosine = Math.cos(latitude);
        const less = sumOfSines(toConformal, 2 * sine * cosine, (cosine - sine) * (cosine + sine));
        const up = sine * cosineOfSmall(less) + cosine * sineOfSmall(less);
        const out = cosine * cosineOfSmall(less) - sine * sineOfSmall(less);
        // The pole is at infinity, and the cosine of its rounded latitude is not quite zero.
        const isReached = out > 1e-10;
        xy[at] = isReached ? falseEasting + radius * withinHalfTurn(xy[at] - meridianAngle) : Number.NaN;
        xy[at + 1] = isReached ? falseNorthing + radius * (up < 0 ? -Math.log((1 - up) / out) : Math.log((1 + up) / out)) : Number.NaN;
      }
    },
    toEllipsoid(xy, from, to) {
      for (let at = 2 * from; at < 2 * to; at += 2) {
        const grown = Math.exp((xy[at + 1] - falseNorthing) / radius);
        const square = grown * grown;
        const sine = (square - 1) / (square + 1);
        const cosine = (2 * grown) / (square + 1);
        xy[at] = withinHalfTurn((xy[at] - falseEasting) / radius + meridianAngle);
        xy[at + 1] = 2 * Math.atan(grown) - Math.PI / 2 + sumOfSines(toGeographic, 2 * sine * cosine, (cosine - sine) * (cosine + sine));
      }
    },
  };
}
