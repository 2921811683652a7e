import { ProblemError } from '@geoinsights/contract/errors';
import type { FeatureDataset, FieldValue } from '@geoinsights/formats';
import { DistinctNames } from '../files/distinct-names.ts';
import { columnOf, fieldNotFound } from '../features/field-named.ts';
import { safeName } from '../features/result-names.ts';

/** With more values, a file for each would be of no use to anybody. */
export const MOST_PARTS = 1000;

/** Which features go into which part. */
export interface Parts {
  /** A unique name for each part, suitable for a file. */
  readonly names: readonly string[];
  /** For each layer and each of its features, the part. */
  readonly partOf: readonly Int32Array[];
}

/**
 * One part for each value of a field. All features of layers without the field go into the part without a value.
 * @throws ProblemError field-not-found if no layer has the field; too-many-parts
 */
export async function partsByField(dataset: FeatureDataset, field: string, file: string): Promise<Parts> {
  const columns = dataset.layers.map((layer) => columnOf(layer, field));
  if (columns.every((column) => column < 0)) throw fieldNotFound(dataset, field, file);
  const parts = new Map<string, number>();
  const labels: string[] = [];
  const partOf: Int32Array[] = [];
  for (const [index, layer] of dataset.layers.entries()) {
    const own: number[] = [];
    for await (const { rows } of layer.read()) {
      for (const row of rows) {
        const value = columns[index] < 0 ? null : row[columns[index]];
        const key = keyOf(value);
        let part = parts.get(key);
        if (part === undefined) {
          part = parts.size;
          if (part === MOST_PARTS) throw new ProblemError('too-many-parts', { file, field, limit: MOST_PARTS });
          parts.set(key, part);
          labels.push(labelOf(value));
        }
        own.push(part);
      }
    }
    partOf.push(Int32Array.from(own));
  }
  return { names: distinctNames(labels), partOf };
}

/** Parts with this many features each, the last one with the rest. @throws ProblemError too-many-parts */
export function partsByCount(dataset: FeatureDataset, count: number, file: string): Parts {
  const features = dataset.layers.reduce((sum, layer) => sum + layer.count, 0);
  const parts = Math.ceil(features / count);
  if (parts > MOST_PARTS) throw new ProblemError('too-many-parts', { file, field: `${String(count)} features each`, limit: MOST_PARTS });
  let first = 0;
  const partOf = dataset.layers.map((layer) => {
    const before = first;
    first += layer.count;
    return Int32Array.from({ length: layer.count }, (_, feature) => Math.floor((before + feature) / count));
  });
  return { names: Array.from({ length: parts }, (_, part) => String(part + 1).padStart(String(parts).length, '0')), partOf };
}

function keyOf(value: FieldValue): string {
  if (value === null) return 'null';
  return value instanceof Uint8Array ? `bytes ${Buffer.from(value).toString('base64')}` : `value ${String(value)}`;
}

function labelOf(value: FieldValue): string {
  if (value === null || value instanceof Uint8Array) return value === null ? 'no-value' : 'bytes';
  const text = String(value);
  // Of ".." nothing is left that a file may be called, and it is not empty.
  return safeName(text, text.trim() === '' ? 'empty' : '_');
}

function distinctNames(labels: readonly string[]): string[] {
  const distinct = new DistinctNames();
  return labels.map((label) => distinct.claim(`${label}.x`).slice(0, -2));
}
