import { unknownCrs, WGS84_BY_FORMAT } from './crs.ts';
import { extentOf } from './extent.ts';
import type { DatasetContent, DatasetLayer, DatasetNote } from './driver.ts';

/** Longitudes are also counted from 0 to 360. */
const FARTHEST_LONGITUDE = 360;
const FARTHEST_LATITUDE = 90;

/**
 * Layers whose coordinates cannot be the degrees that their file states, such as metres with the `.prj` of WGS 84, come in plain units, and
 * a note says so: distances on the ground would be nonsense. Single wild vertices in a layer of degrees are faults to be repaired, so most must be beyond.
 */
export function withPlausibleUnits<Content extends Pick<DatasetContent, 'layers' | 'notes'>>(content: Content): Content {
  const notes: DatasetNote[] = [];
  const layers = content.layers.map((layer) => {
    if (layer.crs.units.kind !== 'geographic' || !isBeyondDegrees(layer.geometry.xy)) return layer;
    notes.push(noteOf(layer, content.layers.length > 1));
    return { ...layer, crs: unknownCrs(extentOf(layer.geometry.xy)).crs };
  });
  return notes.length === 0 ? content : { ...content, layers, notes: [...content.notes, ...notes] };
}

function isBeyondDegrees(xy: Float64Array): boolean {
  if (areMostlyDegrees(xy)) return false;
  const { all, beyond } = countOfDegrees(xy);
  return beyond * 2 > all;
}

/** Whether at least half of the positions are degrees. In a sound layer this looks at only half of them. */
function areMostlyDegrees(xy: Float64Array): boolean {
  let left = Math.ceil(xy.length / 4);
  for (let at = 0; at + 1 < xy.length && left > 0; at += 2) if (isOfDegrees(xy[at], xy[at + 1])) left--;
  return left === 0;
}

/** Whether a position can be one of degrees; not if a number is NaN. */
function isOfDegrees(x: number, y: number): boolean {
  return Math.abs(x) <= FARTHEST_LONGITUDE && Math.abs(y) <= FARTHEST_LATITUDE;
}

/** How many positions there are, without those that are no numbers, how many of them cannot be degrees, and the first of these; -1 if there is none. */
export function countOfDegrees(xy: Float64Array): { readonly all: number; readonly beyond: number; readonly first: number } {
  let first = -1;
  let beyond = 0;
  let unknown = 0;
  for (let at = 0; at + 1 < xy.length; at += 2) {
    // Nearly all are, and then nothing else needs to be looked at.
    if (isOfDegrees(xy[at], xy[at + 1])) continue;
    if (!Number.isFinite(xy[at]) || !Number.isFinite(xy[at + 1])) {
      unknown++;
      continue;
    }
    if (beyond === 0) first = at / 2;
    beyond++;
  }
  return { all: Math.floor(xy.length / 2) - unknown, beyond, first };
}

function noteOf({ name, crs }: DatasetLayer, isNamed: boolean): DatasetNote {
  const where = isNamed ? ` of layer "${name}"` : '';
  const isByFormat = crs.name === WGS84_BY_FORMAT.name;
  const stated = isByFormat ? `Coordinates in this format are in degrees, but most of those${where}` : `The file says that the coordinates${where} are in degrees (${crs.name}), but most of them`;
  const advice = isByFormat ? 'Export the file again from its source, in WGS 84.' : 'The file keeps the system that it states; assign the one that its coordinates are really in.';
  return { code: 'crs-contradicted', text: `${stated} go beyond ±180 and ±90. They were read as plain units of unknown length. ${advice}` };
}
