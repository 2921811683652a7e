import type { Loss } from '@geoinsights/contract';
import { PartKind, type Layer } from '@geoinsights/geometry/layer';

/**
 * What a report says about parts and holes that were too small for a change of the geometry, in features that still have others; null if
 * there are none. They are counted feature by feature, so a part that was split in two hides another one that was removed.
 * @param after the same features in the same order
 * @param why ends the sentence "1 small part and 2 small holes of one feature are gone: …"
 */
export function partsGone(layer: string, before: Layer, after: Layer, why: string): Loss | null {
  let [features, parts, holes] = [0, 0, 0];
  for (let feature = 0; feature < before.featureOffsets.length - 1; feature++) {
    const [was, is] = [countsOf(before, feature), countsOf(after, feature)];
    if (is.parts === 0) continue;
    const [fewerParts, fewerHoles] = [Math.max(0, was.parts - is.parts), Math.max(0, was.holes - is.holes)];
    if (fewerParts + fewerHoles > 0) features++;
    parts += fewerParts;
    holes += fewerHoles;
  }
  if (features === 0) return null;
  const what = [...inWords(parts, 'part'), ...inWords(holes, 'hole')].join(' and ');
  return { code: 'parts-left-out', layer, field: null, count: features, text: `${what} of ${features === 1 ? 'one feature' : `${String(features)} features`} in "${layer}" ${parts + holes === 1 ? 'was' : 'were'} left out: ${why}` };
}

function inWords(count: number, what: string): string[] {
  if (count === 0) return [];
  return [`${String(count)} small ${count === 1 ? what : `${what}s`}`];
}

/** A line is a part; only polygons have holes. */
function countsOf({ featureOffsets, partOffsets, partKinds }: Layer, feature: number): { parts: number; holes: number } {
  let [parts, holes] = [0, 0];
  for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
    const rings = partOffsets[part + 1] - partOffsets[part];
    const isPolygon = partKinds[part] === PartKind.Polygon;
    parts += isPolygon ? 1 : rings;
    if (isPolygon) holes += Math.max(0, rings - 1);
  }
  return { parts, holes };
}
