import { PartKind } from '@geoinsights/geometry/layer';
import type { Layer } from '@geoinsights/geometry';
import type { DatasetNote } from './driver.ts';

/**
 * A position without two finite numbers is NaN (words in a text format, NaN in a binary one). In a polygon the repair finds and
 * fixes it; points and lines are not repaired, so that only this note mentions it.
 * @param layerName if a file has several layers.
 */
export function unreadablePositionNote({ xy, ringOffsets, partOffsets, featureOffsets, partKinds }: Layer, layerName?: string): DatasetNote[] {
  let count = 0;
  let firstPart = -1;
  for (let part = 0; part < partKinds.length; part++) {
    if (partKinds[part] === PartKind.Polygon) continue;
    const end = 2 * ringOffsets[partOffsets[part + 1]];
    for (let at = 2 * ringOffsets[partOffsets[part]]; at < end; at += 2) {
      if (Number.isFinite(xy[at]) && Number.isFinite(xy[at + 1])) continue;
      if (count++ === 0) firstPart = part;
    }
  }
  if (count === 0) return [];
  const feature = featureOffsets.findIndex((offset) => offset > firstPart);
  const what = count === 1 ? 'One position of a point or line does' : `${count} positions of points and lines do`;
  const where = layerName === undefined ? '' : ` of layer "${layerName}"`;
  return [{ code: 'position-unreadable', text: `${what} not have two readable numbers; ${count === 1 ? 'it is' : 'the first one is'} in feature ${feature}${where}. ${count === 1 ? 'It was left as it is' : 'They were left as they are'}.` }];
}
