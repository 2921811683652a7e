import { utmZones } from '@geoinsights/crs';
import type { DatasetLayer } from '../../../map-drawing/projected-layer.ts';

/** Only the zones that cover Brazil. */
const ZONES = utmZones('sirgas2000').filter(({ zone }) => zone >= 18 && zone <= 25);
const SOUTH = ZONES.filter(({ hemisphere }) => hemisphere === 'S').map(({ code }) => code);
const NORTH = ZONES.filter(({ hemisphere }) => hemisphere === 'N').map(({ code }) => code);
const OLD_SOUTH = utmZones('sad69').filter(({ zone, hemisphere }) => hemisphere === 'S' && zone >= 18 && zone <= 25).map(({ code }) => code);
const POLYCONIC = ['EPSG:5880', 'EPSG:29101'];
const WEB_MERCATOR = ['EPSG:3857'];

/**
 * The systems that projected coordinates in Brazil may be in, the most likely first. The coordinates do not reveal the zone, since they
 * repeat in each one. They do reveal the hemisphere, and systems whose numbers occur in no zone.
 */
export function likelySystems(layers: readonly DatasetLayer[]): string[] {
  const [x, y] = firstPosition(layers.at(0)?.geometry.xy ?? new Float64Array(0));
  if (x < 0) return [...WEB_MERCATOR, ...SOUTH, ...NORTH, ...OLD_SOUTH, ...POLYCONIC];
  if (x > 1_000_000) return [...POLYCONIC, ...SOUTH, ...NORTH, ...OLD_SOUTH, ...WEB_MERCATOR];
  const zones = y < 1_000_000 ? [...NORTH, ...SOUTH] : [...SOUTH, ...NORTH];
  return [...zones, ...OLD_SOUTH, ...POLYCONIC, ...WEB_MERCATOR];
}

function firstPosition(xy: Float64Array): readonly [number, number] {
  for (let at = 0; at + 1 < xy.length; at += 2) {
    const x = xy[at] ?? Number.NaN;
    const y = xy[at + 1] ?? Number.NaN;
    if (Number.isFinite(x) && Number.isFinite(y)) return [x, y];
  }
  return [0, 0];
}
