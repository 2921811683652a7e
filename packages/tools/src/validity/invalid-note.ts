import type { ToolReport } from '@geoinsights/contract';
import { shortText } from '@geoinsights/contract/short-text';
import type { FeatureBatch, LayerSchema } from '@geoinsights/formats';
import { guessLabelField, isName } from '../fix-geometry/guess-label-field.ts';

/** The maximum length of a name, in UTF-16 units. */
const LONGEST_NAME = 120;

/** The features of a layer that are not valid. */
export interface InvalidFeatures {
  readonly count: number;
  /** The first one, counted from 0 in its layer, and its values. */
  readonly first: number;
  readonly row: FeatureBatch['rows'][number];
}

/** What is not valid in each layer, null for a layer in which all is. */
export interface InvalidInLayers {
  readonly polygons: readonly (InvalidFeatures | null)[];
  readonly lines: readonly (InvalidFeatures | null)[];
}

/** The features of a layer that are not valid, as a note names them. */
export interface NamedFeatures {
  readonly count: number;
  /** The first feature with one, counted from 0. */
  readonly first: number;
  /** What that feature is called; null if it has no name. */
  readonly name: string | null;
  /** The file in which the number of the feature counts, as in `the result`. */
  readonly where: string;
}

/** A note on the polygons of a layer that are not valid. */
export function invalidNote(layer: string, features: NamedFeatures): ToolReport['notes'][number] {
  return { code: 'polygons-not-valid', text: `${sentences(layer, features, 'rings that cross or overlap, or a hole outside its shell')} Other programs may refuse that: repair the file with Fix geometry first.` };
}

/** A note on the lines of a layer that are no lines. */
export function shortLinesNote(layer: string, features: NamedFeatures): ToolReport['notes'][number] {
  return { code: 'lines-not-valid', text: `${sentences(layer, features, 'a line without two different positions')} Other programs may refuse that: complete or delete such lines in the program that made them.` };
}

function sentences(layer: string, { count, first, name, where }: NamedFeatures, fault: string): string {
  const [has, it] = count === 1 ? ['one feature has', 'It is'] : [`${count.toLocaleString('en')} features have`, 'The first one is'];
  const called = name === null ? '' : ` (${shortText(name.trim(), LONGEST_NAME)})`;
  return `In layer "${layer}", ${has} ${fault}. ${it} feature ${(first + 1).toLocaleString('en')} of ${where}${called}.`;
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
