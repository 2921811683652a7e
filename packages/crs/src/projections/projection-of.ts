import { datumOf } from '../datums.ts';
import type { KnownSystem, Method } from '../known-systems.ts';
import { albers } from './albers.ts';
import { geographic } from './geographic.ts';
import { lambertConformal } from './lambert-conformal.ts';
import { mercator, webMercator } from './mercator.ts';
import { polyconic } from './polyconic.ts';
import type { MakeProjection, Projection } from './projection.ts';
import { transverseMercator } from './transverse-mercator.ts';

const METHODS: Record<Method, MakeProjection> = {
  geographic: () => geographic,
  transverseMercator,
  mercator,
  webMercator,
  polyconic,
  albers,
  lambertConformal,
};

/** How coordinates of a system of the table become longitudes and latitudes of its datum, and back. */
export function projectionOf({ datum, method, parameters }: KnownSystem): Projection {
  return METHODS[method](datumOf(datum).ellipsoid, parameters);
}
