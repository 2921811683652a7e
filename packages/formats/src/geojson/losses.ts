import type { Loss } from '@geoinsights/contract';
import type { LayerSchema } from '../features/feature-dataset.ts';
import { isNameless } from './crs-name.ts';
import type { FeatureLine } from './feature-line.ts';

/** What happened to a layer while it was written. */
interface LayerEvents {
  /** The layer's own file, if the dataset has several layers. */
  readonly file: string | null;
  /** The number of decimals to which coordinates had to be rounded; null if none was rounded. */
  readonly roundedTo: number | null;
  /** The number of positions left out because they are not finite. */
  readonly positions: number;
  /** What its features were. */
  readonly line: Pick<FeatureLine, 'features' | 'missing' | 'valuesLeftOut' | 'textsReplaced' | 'idsReplaced'>;
}

/** The loss of decimals, whether the writer rounded the coordinates or a step before it did. */
export function roundedCoordinates(layer: string, decimals: number): Loss {
  return { code: 'coordinates-rounded', layer, field: null, count: null, text: `Coordinates were rounded to ${String(decimals)} decimal ${decimals === 1 ? 'place' : 'places'}.` };
}

/** What GeoJSON does not hold of a given layer. */
export function lossesOfLayer(schema: LayerSchema, { file, roundedTo, positions, line }: LayerEvents): Loss[] {
  const layer = schema.name;
  const losses: Loss[] = [];
  const lose = (code: Loss['code'], text: string, field: string | null = null, count: number | null = null): void => {
    losses.push({ code, layer, field, count, text });
  };
  if (file !== null) lose('layers-divided', `A GeoJSON file has only one layer: this one is in "${file}".`);
  if (isNameless(schema.crs)) lose('system-changed', `GeoJSON names a reference system by its code, and "${schema.crs.name}" has none, so the file does not say which system it uses.`);
  if (schema.hasM) lose('m-left-out', 'GeoJSON has no measures (M); they were left out.');
  if (roundedTo !== null) losses.push(roundedCoordinates(layer, roundedTo));
  if (positions > 0) lose('value-left-out', `${positions === 1 ? 'One position does not have two finite numbers and was' : `${positions} positions do not have two finite numbers and were`} left out.`, null, positions);
  const halves = (count: number, what: string): string => `${count === 1 ? `One of the ${what} contains` : `${count} of the ${what} contain`} incomplete characters, which cannot be stored; they became \ufffd.`;
  const { features, missing, valuesLeftOut: values, textsReplaced: texts, idsReplaced: ids } = line;
  if (ids > 0) lose('characters-replaced', halves(ids, 'ids'), null, ids);
  if (features === 0) {
    // Nothing else can be said of fields that are not there.
    if (schema.fields.length > 0) lose('field-left-out', 'The layer has no features, and GeoJSON stores fields only in features: its fields are left out.');
    return losses;
  }
  schema.fields.forEach(({ name, type }, index) => {
    const isMissing = missing[index] === features;
    if (type === 'binary') lose('field-type-changed', `The field "${name}" contains bytes, which GeoJSON does not have: they are written as Base64 text.`, name);
    else if (type !== 'text' && isMissing) lose('field-type-changed', `The field "${name}" has no values, and GeoJSON shows types only by values: it will be read back as text.`, name);
    if (values[index] > 0) lose('value-left-out', `${values[index] === 1 ? 'One value' : `${values[index]} values`} of the field "${name}" ${values[index] === 1 ? 'is NaN or infinite, which JSON does not have: it is' : 'are NaN or infinite, which JSON does not have: they are'} written as null.`, name, values[index]);
    if (texts[index] > 0) lose('characters-replaced', halves(texts[index], `texts in "${name}"`), name, texts[index]);
  });
  return losses;
}
