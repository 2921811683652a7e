import { PartKind } from '@geoinsights/geometry';
import type { Layer } from '@geoinsights/geometry';
import type { DatasetNote } from '../driver.ts';
import type { LayerBuilder } from './layer-builder.ts';

/** @returns a note on geometries of types that GeoJSON does not have, if there are any. */
export function unknownTypeNote(builder: LayerBuilder): DatasetNote[] {
  if (builder.leftAlone === 0) return [];
  const [{ feature, type }] = builder.leftAloneKept;
  const what = type === 'none' ? 'without a type' : `of type "${type}"`;
  const count = builder.leftAlone === 1 ? 'One geometry is' : `${builder.leftAlone} geometries are`;
  return [{ code: 'geometry-left-alone', text: `${count} of a kind that GeoJSON does not have; the first one, in feature ${feature + 1}, is ${what}. They were left as they are.` }];
}

/**
 * A position without two numbers is NaN. In a polygon it is found and repaired; points and lines are not repaired, so that
 * only this note speaks of it.
 */
export function unreadablePositionNote({ xy, ringOffsets, partOffsets, featureOffsets, partKinds }: Layer): DatasetNote[] {
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
  const what = count === 1 ? 'One position of a point or line has' : `${count} positions of points and lines have`;
  return [{ code: 'geometry-left-alone', text: `${what} no two numbers that can be read; the first one is in feature ${feature}. They were left as they are.` }];
}
