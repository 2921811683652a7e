import { HALF_WORLD, latitudeOfMetres, metresOfLatitude, STEPS_PER_METRE } from './mercator.ts';

export const WORLD_STEPS = 2 * HALF_WORLD * STEPS_PER_METRE;
const STEPS_PER_DEGREE = WORLD_STEPS / 360;
/** How far anything drawn extends from its vertices, in pixels of the usual size: a point's disc and border. */
const REACH = 5;

/** The part of the world that a picture shows. */
export interface View {
  readonly width: number;
  readonly height: number;
  /** `mercator`: metres of EPSG:3857. `geographic`: degrees, x the longitude. */
  readonly plane: 'mercator' | 'geographic';
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  /** How many pixels lie along one of the usual size, which is 1 if absent: strokes and points are so many times as wide, so that a dense screen or a print shows them as large. */
  readonly density?: number;
}

/** The mapping from steps to pixels. */
export interface Placement {
  /** Steps at the left border; in a mercator view `originY` is the steps at the top, in a geographic one the latitude there. */
  readonly originX: number;
  readonly originY: number;
  /** Pixels per step; vertically, in a geographic view, pixels per degree. */
  readonly scaleX: number;
  readonly scaleY: number;
  readonly geographic: boolean;
  /** Size of a pixel in steps, for the finer of the two directions. */
  readonly pixel: number;
  readonly density: number;
}

export function placementOf(view: View): Placement {
  const { width, height, west, south, east, north, density = 1 } = view;
  if (view.plane === 'mercator') {
    const scaleX = width / ((east - west) * STEPS_PER_METRE);
    const scaleY = height / ((north - south) * STEPS_PER_METRE);
    return { originX: west * STEPS_PER_METRE, originY: north * STEPS_PER_METRE, scaleX, scaleY, geographic: false, pixel: 1 / Math.max(scaleX, scaleY), density };
  }
  const scaleX = width / ((east - west) * STEPS_PER_DEGREE);
  const scaleY = height / (north - south);
  // Away from the equator a degree of latitude takes more steps, so this errs on the safe side.
  const pixel = Math.min(1 / scaleX, STEPS_PER_DEGREE / scaleY);
  return { originX: west * STEPS_PER_DEGREE, originY: north, scaleX, scaleY, geographic: true, pixel, density };
}

export function columnOf(x: number, { originX, scaleX }: Placement): number {
  return (x - originX) * scaleX;
}

export function rowOf(y: number, { originY, scaleY, geographic }: Placement): number {
  return geographic ? (originY - latitudeOfMetres(y / STEPS_PER_METRE)) * scaleY : (originY - y) * scaleY;
}

/** The box, in steps, of everything that may leave a trace in a picture. */
export function reachOf({ originX, originY, scaleX, scaleY, geographic, density }: Placement, { width, height }: { readonly width: number; readonly height: number }): [number, number, number, number] {
  const margin = REACH * density;
  const west = originX - margin / scaleX;
  const east = originX + (width + margin) / scaleX;
  const top = originY + margin / scaleY;
  const bottom = originY - (height + margin) / scaleY;
  if (!geographic) return [west, bottom, east, top];
  const steps = (latitude: number) => metresOfLatitude(Math.max(-90, Math.min(90, latitude))) * STEPS_PER_METRE;
  return [west, steps(bottom), east, steps(top)];
}
