import type { DatasetNote } from '../driver.ts';
import type { LayerBuilder } from './layer-builder.ts';

/** @returns a note on geometries of types that GeoJSON does not have, if there are any. */
export function unknownTypeNote(builder: LayerBuilder): DatasetNote[] {
  if (builder.notRepaired === 0) return [];
  const [{ feature, type }] = builder.notRepairedKept;
  const what = type === 'none' ? 'no type' : `type "${type}"`;
  const count = builder.notRepaired === 1 ? 'One geometry has' : `${builder.notRepaired} geometries have`;
  return [{ code: 'geometry-not-repaired', text: `${count} a type that GeoJSON does not have; ${builder.notRepaired === 1 ? 'it is' : 'the first one is'} in feature ${feature + 1} (${what}). ${builder.notRepaired === 1 ? 'It was left as it is' : 'They were left as they are'}.` }];
}
