import { expect, test } from 'vitest';
import { ProblemError } from '@geoinsights/contract/errors';
import { fileOfBytes } from '../../src/files/memory.ts';
import type { FieldType, FieldValue } from '../../src/features/field.ts';
import { diceOf } from '../../../geometry/test/dice.ts';
import { field, lines, point, polygons, readBack, schemaOf, setOf, text, without, written } from './feature-batches.ts';
import type { Feature } from './feature-batches.ts';

const SHELL = [[0, 0, 1, 1], [0, 10, 1, 2], [10, 10, 1, 3], [10, 0, 1, 4], [0, 0, 1, 1]];
const HOLE = [[2, 2, 1, 1], [4, 2, 1, 2], [4, 4, 1, 3], [2, 4, 1, 4], [2, 2, 1, 1]];
const ROW = ['São', 12, 0.5, true, '2026-11-23'] as const;
const SEEDS: readonly (readonly Feature[])[] = [
  [polygons([[SHELL, HOLE]], ...ROW), without(...ROW), polygons([[SHELL], [HOLE.toReversed()]], ...ROW)],
  [lines([SHELL, HOLE], ...ROW), lines([SHELL], ...ROW)],
  [point([1, 2, 3, 4], ...ROW), point([1, 2, 3, 4], ...ROW)],
];
const FIELDS = [text('t'), field('n', 'integer'), field('r', 'real'), field('b', 'boolean'), field('d', 'date')];

/** Whether a value is valid for its type. */
function fits(value: FieldValue, type: FieldType): boolean {
  if (value === null) return true;
  if (type === 'integer') return typeof value === 'bigint' || Number.isSafeInteger(value);
  if (type === 'real') return Number.isFinite(value);
  return typeof value === (type === 'boolean' ? 'boolean' : 'string');
}

test('files with arbitrary bytes are read, or refused with a code of the error table', async () => {
  const dice = diceOf(20_261_123);
  let refused = 0;
  let read = 0;
  for (let round = 0; round < 1000; round++) {
    const features = SEEDS[round % SEEDS.length];
    const { contents } = await written([{ schema: schemaOf(features, { fields: FIELDS, hasZ: true, hasM: true }), features }]);
    const dataset = setOf(contents, 'made', round % 4 === 0 ? ['shx'] : []);
    const files = dataset.files.map(({ name }) => {
      const bytes = (contents.get(name) ?? new Uint8Array(0)).slice();
      const faults = dice.chance(0.5) ? 1 + dice.below(3) : 0;
      for (let fault = 0; fault < faults; fault++) bytes[dice.below(bytes.length)] = dice.chance(0.3) ? 0xff : dice.below(256);
      return fileOfBytes(name, dice.chance(0.1) ? bytes.subarray(0, dice.below(bytes.length)) : bytes);
    });
    try {
      const { layer, features: found } = await readBack({ ...dataset, files });
      read++;
      expect(found.length).toBe(layer.count);
      const wrong = found.flatMap(({ row }) => row.filter((value, place) => !fits(value, layer.fields[place].type)));
      expect(wrong).toEqual([]);
      expect(found.every(({ row, type }) => row.length === layer.fields.length && (type === 0 || layer.geometryTypes.includes(type)))).toBe(true);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(50);
  expect(read).toBeGreaterThan(300);
});
