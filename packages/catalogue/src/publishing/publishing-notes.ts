import { identifySystem } from '@geoinsights/crs';
import type { CoordinateReferenceSystem, DatasetNote } from '@geoinsights/formats';
import type { Layer } from '@geoinsights/geometry';

/** How many features have no position, and so are not on the map. */
export function featuresNotDrawn({ xy, ringOffsets, partOffsets, featureOffsets }: Layer): number {
  let count = 0;
  for (let feature = 0; feature + 1 < featureOffsets.length; feature++) {
    const from = ringOffsets[partOffsets[featureOffsets[feature]]];
    const to = ringOffsets[partOffsets[featureOffsets[feature + 1]]];
    let vertex = from;
    while (vertex < to && !(Number.isFinite(xy[2 * vertex]) && Number.isFinite(xy[2 * vertex + 1]))) vertex++;
    if (vertex === to) count++;
  }
  return count;
}

/** Whether the file has geometries that the reader left out, such as arcs. */
export function leavesGeometriesOut(notes: readonly DatasetNote[]): boolean {
  return notes.some(({ code }) => code === 'geometry-not-repaired');
}

/** What a repair would say, as far as it holds for a map, and what is not on the map. */
export function publishingNotes(notes: readonly DatasetNote[], { features, notDrawn, isSystemGiven }: { readonly features: number; readonly notDrawn: number; readonly isSystemGiven: boolean }): string[] {
  // The operator has stated what the file does not, or what it states wrongly.
  const answered = new Set<DatasetNote['code']>(isSystemGiven ? ['geometry-not-repaired', 'crs-missing', 'crs-contradicted'] : ['geometry-not-repaired']);
  const absent = absence(features, notDrawn, leavesGeometriesOut(notes));
  return [...notes.filter(({ code }) => !answered.has(code)).map(({ text }) => text), ...(absent === null ? [] : [absent])];
}

/**
 * That the operator's system was used instead of the one that the file states. It may be right; if it is not, the layer is somewhere else on the map, without
 * an error.
 * @param given its code, if it has one; null if none was given
 */
export function overruledNotes(stated: CoordinateReferenceSystem, given: string | null): string[] {
  const isStated = stated.code !== null || stated.wkt !== undefined;
  if (given === null || !isStated || (stated.code ?? identifySystem(stated)?.code) === given) return [];
  return [`The file states ${stated.name}, but its coordinates were read as ${given}, as --crs says. If they are not, publish it again without --crs.`];
}

const KINDS = 'such as arcs or tracks. "geotools convert" makes ordinary lines and areas of arcs and tracks; publish its result to have them.';

function absence(features: number, notDrawn: number, hasLeftOut: boolean): string | null {
  if (notDrawn === 0) return hasLeftOut ? `Some geometries are not on the map: they are of a kind that is not drawn, ${KINDS}` : null;
  const [is, it] = notDrawn === 1 ? ['is', 'it has'] : ['are', 'they have'];
  const who = `${String(notDrawn)} of ${String(features)} features ${is} not on the map: ${it} no geometry`;
  return hasLeftOut ? `${who}, or one of a kind that is not drawn, ${KINDS}` : `${who}.`;
}
