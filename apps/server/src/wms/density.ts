import type { Parameters } from './parameters.ts';

/** Dots per inch where a pixel is as large as the standard assumes (0.28 mm), in the round number that programs use. */
const USUAL_DPI = 90;
/** A denser picture would not fit on a sheet of A4 within the largest size. */
const HIGHEST_DENSITY = 4;
/** In quarters, so that the 96 that QGIS sends for an ordinary screen are the usual density, and few pictures of one view differ. */
const STEPS = 4;

/**
 * How many pixels lie along one of the usual size in the requested picture. The standard has no parameter for it: programs send that of
 * GeoServer, MapServer or QGIS Server, or all three. Whatever is not a density counts as the usual one.
 */
export function densityOf(parameters: Parameters): number {
  const asked = [/(?:^|;)\s*dpi:([^;]*)/i.exec(parameters.get('FORMAT_OPTIONS') ?? '')?.[1], parameters.get('MAP_RESOLUTION'), parameters.get('DPI')];
  const dpi = asked.map(Number).find((value) => value > 0) ?? USUAL_DPI;
  return Math.min(HIGHEST_DENSITY, Math.max(1, Math.round((dpi / USUAL_DPI) * STEPS) / STEPS));
}
