import type { ToolReport } from '@geoinsights/contract';
import type { FeatureBatch, LayerSchema } from '@geoinsights/formats';
import { guessLabelField, isName } from '../fix-geometry/guess-label-field.ts';

/** The maximum length of a name, in UTF-16 units. */
const LONGEST_NAME = 120;

/** The polygons of a layer that are not valid, as a note names them. */
export interface InvalidPolygons {
  readonly count: number;
  /** The first feature with one, counted from 0. */
  readonly first: number;
  /** What that feature is called; null if it has no name. */
  readonly name: string | null;
  /** The file in which the number of the feature counts, as in `the result`. */
  readonly where: string;
}

/** A note on the polygons of a layer that are not valid. */
export function invalidNote(layer: string, { count, first, name, where }: InvalidPolygons): ToolReport['notes'][number] {
  const [has, it] = count === 1 ? ['one feature has', 'It is'] : [`${count.toLocaleString('en')} features have`, 'The first one is'];
  const called = name === null ? '' : ` (${name.trim().slice(0, LONGEST_NAME)})`;
  return { code: 'polygons-not-valid', text: `In layer "${layer}", ${has} rings that cross or overlap, or a hole outside its shell. ${it} feature ${(first + 1).toLocaleString('en')} of ${where}${called}. Other programs may refuse that: repair the file with Fix geometry first.` };
}

/** The value of the field that most likely holds names; null if there is none. */
export function nameIn(fields: LayerSchema['fields'], row: FeatureBatch['rows'][number]): string | null {
  const attributes: Record<string, string | number> = {};
  for (const [column, { name }] of fields.entries()) {
    const value = row[column];
    if (typeof value === 'string' || typeof value === 'number') attributes[name] = value;
  }
  const field = guessLabelField([attributes]);
  return field === null || !isName(attributes[field]) ? null : String(attributes[field]);
}
