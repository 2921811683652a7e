import type { Ellipsoid } from './datums.ts';
import { shapeOf } from './projections/projection.ts';

/** Three rows of a matrix, each followed by its translation, from one system of x, y, z to another. */
export type Helmert = readonly [number, number, number, number, number, number, number, number, number, number, number, number];

const SECOND = Math.PI / 180 / 3600;

/**
 * From the numbers of `TOWGS84`: translations in metres and, if there are seven, rotations in arc seconds (position vector) and the
 * scale in millionths.
 */
export function helmertOf([x = 0, y = 0, z = 0, rx = 0, ry = 0, rz = 0, millionths = 0]: readonly number[]): Helmert {
  const scale = 1 + millionths / 1e6;
  const [a, b, c] = [rx * SECOND, ry * SECOND, rz * SECOND];
  return [scale, -scale * c, scale * b, x, scale * c, scale, -scale * a, y, -scale * b, scale * a, scale, z];
}

/** The inverse. With such small rotations the transposed matrix is the inverse, as in PROJ. */
export function backwards([a, b, c, x, d, e, f, y, g, h, i, z]: Helmert): Helmert {
  const square = a * a;
  const [k, l, m, n, o, p, q, r, s] = [a / square, d / square, g / square, b / square, e / square, h / square, c / square, f / square, i / square];
  return [k, l, m, -(k * x + l * y + m * z), n, o, p, -(n * x + o * y + p * z), q, r, s, -(q * x + r * y + s * z)];
}

/** The composition of one and then the other. */
export function joined([a, b, c, x, d, e, f, y, g, h, i, z]: Helmert, then: Helmert): Helmert {
  const row = (p: number, q: number, r: number, t: number): [number, number, number, number] => [p * a + q * d + r * g, p * b + q * e + r * h, p * c + q * f + r * i, p * x + q * y + r * z + t];
  return [...row(then[0], then[1], then[2], then[3]), ...row(then[4], then[5], then[6], then[7]), ...row(then[8], then[9], then[10], then[11])];
}

/**
 * Moves longitudes and latitudes in radians from one datum to another, in place. The positions lie on the first ellipsoid, and the
 * resulting heights are dropped, as is usual for two coordinates.
 */
export function shiftDatum(from: Ellipsoid, to: Ellipsoid, helmert: Helmert): (xy: Float64Array, start: number, end: number) => void {
  const [a, b, c, tx, d, e, f, ty, g, h, i, tz] = helmert;
  const { eccentricitySquared } = shapeOf(from);
  const { semiMajor } = from;
  const { eccentricitySquared: toSquared } = shapeOf(to);
  const semiMinor = to.semiMajor * Math.sqrt(1 - toSquared);
  const flatter = semiMinor / to.semiMajor;
  const outer = (toSquared / (1 - toSquared)) * semiMinor;
  const inner = toSquared * to.semiMajor;
  return (xy, start, end) => {
    for (let at = 2 * start; at < 2 * end; at += 2) {
      const sine = Math.sin(xy[at + 1]);
      const cosine = Math.cos(xy[at + 1]);
      const radius = semiMajor / Math.sqrt(1 - eccentricitySquared * sine * sine);
      const x0 = radius * cosine * Math.cos(xy[at]);
      const y0 = radius * cosine * Math.sin(xy[at]);
      const z0 = radius * (1 - eccentricitySquared) * sine;
      const x = a * x0 + b * y0 + c * z0 + tx;
      const y = d * x0 + e * y0 + f * z0 + ty;
      const z = g * x0 + h * y0 + i * z0 + tz;
      // Bowring's formula; within some kilometres of the ellipsoid it is accurate to a nanometre.
      const across = Math.sqrt(x * x + y * y);
      const rise = z;
      const run = across * flatter;
      const length = Math.sqrt(rise * rise + run * run);
      const sineReduced = rise / length;
      const cosineReduced = run / length;
      xy[at] = Math.atan2(y, x);
      xy[at + 1] = Math.atan2(z + outer * sineReduced * sineReduced * sineReduced, across - inner * cosineReduced * cosineReduced * cosineReduced);
    }
  };
}
