import { ProblemError } from '@geoinsights/contract/errors';
import type { FeatureDataset, FeatureLayer } from '@geoinsights/formats';

/** The index of a field by its name; if there is no exact match, ignoring case and how an accent is composed; -1 if there is none. */
export function columnOf({ fields }: Pick<FeatureLayer, 'fields'>, name: string): number {
  const exact = fields.findIndex((field) => field.name === name);
  return exact >= 0 ? exact : fields.findIndex((field) => sameLetters(field.name) === sameLetters(name));
}

function sameLetters(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** @param hint is appended to the names of the fields, without a full stop */
export function fieldNotFound({ layers }: Pick<FeatureDataset, 'layers'>, field: string, file: string, hint = ''): ProblemError {
  const names = [...new Set(layers.flatMap((layer) => layer.fields.map(({ name }) => `"${name}"`)))];
  return new ProblemError('field-not-found', { file, field, fields: names.length === 0 ? 'none at all' : names.join(', ') + hint });
}
