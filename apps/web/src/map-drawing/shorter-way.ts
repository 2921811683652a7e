import { PartKind } from '@geoinsights/geometry';
import type { Layer } from '@geoinsights/geometry';

const ROUND = 360;
const HALF_ROUND = 180;

/**
 * Takes edges of a feature that go more than half way around the world to be meant the other way, as Google Earth does: an area of Fiji with
 * longitudes of 179 and -179 would be a belt around the Earth. Longitudes then continue past 180. A ring around a pole stays as it is, and so
 * does an edge all the way around, from -180 to 180.
 * @param geometry in degrees, changed in place
 */
export function goTheShorterWay({ xy, featureOffsets, partOffsets, ringOffsets, partKinds }: Layer, feature: number): void {
  for (let part = featureOffsets[feature] ?? 0; part < (featureOffsets[feature + 1] ?? 0); part += 1) {
    const kind = partKinds[part];
    if (kind === PartKind.Point) continue;
    let shell: Range | null = null;
    for (let ring = partOffsets[part] ?? 0; ring < (partOffsets[part + 1] ?? 0); ring += 1) {
      const [start, end] = [(ringOffsets[ring] ?? 0) * 2, (ringOffsets[ring + 1] ?? 0) * 2];
      if (hasLongEdge(xy, start, end)) unroll(xy, start, end, kind === PartKind.Polygon);
      if (kind !== PartKind.Polygon) continue;
      const own = rangeOf(xy, start, end);
      if (shell === null) shell = own;
      else shiftInto(xy, start, end, own, shell);
    }
  }
}

type Range = readonly [west: number, east: number];

function hasLongEdge(xy: Float64Array, start: number, end: number): boolean {
  for (let at = start + 2; at < end; at += 2) if (turnsAt(xy, at) !== 0) return true;
  return false;
}

/** By how much the longitudes from here on are to be shifted. */
function turnsAt(xy: Float64Array, at: number): number {
  const step = (xy[at] ?? 0) - (xy[at - 2] ?? 0);
  if (Math.abs(step) <= HALF_ROUND || Math.abs(step) >= ROUND) return 0;
  return step > 0 ? -ROUND : ROUND;
}

function unroll(xy: Float64Array, start: number, end: number, isRing: boolean): void {
  const shifts = [0];
  for (let at = start + 2; at < end; at += 2) shifts.push((shifts.at(-1) ?? 0) + turnsAt(xy, at));
  if (isRing && shifts.at(-1) !== 0) return;
  for (const [vertex, shift] of shifts.entries()) xy[start + vertex * 2] = (xy[start + vertex * 2] ?? 0) + shift;
}

function rangeOf(xy: Float64Array, start: number, end: number): Range {
  let [west, east] = [Infinity, -Infinity];
  for (let at = start; at < end; at += 2) {
    west = Math.min(west, xy[at] ?? 0);
    east = Math.max(east, xy[at] ?? 0);
  }
  return [west, east];
}

/** A hole lies where its shell does. */
function shiftInto(xy: Float64Array, start: number, end: number, [west, east]: Range, shell: Range): void {
  const shift = [0, ROUND, -ROUND].find((by) => west + by >= shell[0] && east + by <= shell[1]) ?? 0;
  if (shift !== 0) for (let at = start; at < end; at += 2) xy[at] = (xy[at] ?? 0) + shift;
}
