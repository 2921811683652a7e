import { unknownCrs, WGS84_BY_FORMAT } from './crs.ts';
import { extentOf } from './extent.ts';
import { featureOfVertex } from './feature-of-vertex.ts';
import type { DatasetContent, DatasetLayer, DatasetNote } from './driver.ts';

/** Longitudes are also counted from 0 to 360. */
const FARTHEST_LONGITUDE = 360;
const FARTHEST_LATITUDE = 90;

/**
 * Layers whose coordinates cannot be the degrees that their file states, such as metres with the `.prj` of WGS 84, come in plain units, and
 * a note says so: distances on the ground would be nonsense. Single wild vertices in a layer of degrees are faults that a note names, so most must be beyond.
 */
export function withPlausibleUnits<Content extends Pick<DatasetContent, 'layers' | 'notes'>>(content: Content): Content {
  const notes: DatasetNote[] = [];
  const layers = content.layers.map((layer) => {
    if (layer.crs.units.kind !== 'geographic') return layer;
    const counts = countOfDegrees(layer.geometry.xy);
    if (counts.beyond === 0) return layer;
    if (counts.beyond * 2 <= counts.all) {
      notes.push(beyondDegreesNote({ count: counts.beyond, layer: content.layers.length > 1 ? layer.name : null, feature: featureOf(layer, counts.first) }));
      return layer;
    }
    notes.push(noteOf(layer, content.layers.length > 1));
    return { ...layer, crs: unknownCrs(extentOf(layer.geometry.xy)).crs };
  });
  return notes.length === 0 ? content : { ...content, layers, notes: [...content.notes, ...notes] };
}

/** Names the few positions of a layer in degrees that cannot be degrees. @param layer its name, if the file has several */
export function beyondDegreesNote({ count, layer, feature }: { readonly count: number; readonly layer: string | null; readonly feature: string }): DatasetNote {
  const where = layer === null ? '' : ` of layer "${layer}"`;
  const [what, first] = count === 1 ? ['One position', 'It is'] : [`${String(count)} positions`, 'The first one is'];
  return { code: 'position-beyond-degrees', text: `${what}${where} cannot be degrees, being beyond ±360 in longitude or ±90 in latitude. ${first} in ${feature}. A decimal point may be missing there, or longitude and latitude may be swapped.` };
}

function featureOf(layer: DatasetLayer, vertex: number): string {
  const feature = featureOfVertex(layer.geometry, vertex);
  const [numbered, own] = [`feature ${feature + 1}`, layer.label(feature)];
  return own === numbered ? numbered : `${numbered} ("${own}")`;
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
