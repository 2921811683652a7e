import { describe, expect, test } from 'vitest';
import { openShapefileFeatures } from '../../src/shapefile/features.ts';
import { shapefileDriver } from '../../src/shapefile/index.ts';
import type { DatasetFiles } from '../../src/driver.ts';
import type { FieldValue } from '../../src/features/field.ts';
import { point, readBack, schemaOf, setOf, written } from './feature-batches.ts';
import { datasetOf, makeShapefile, recordContent } from './make-shapefile.ts';
import { makeTable } from './make-table.ts';
import type { MadeColumn } from './make-table.ts';

/** A shapefile of points with this table. */
function withTable(columns: readonly MadeColumn[], rows: readonly (readonly string[])[], deleted: readonly number[] = []): DatasetFiles {
  const { shp, shx } = makeShapefile(1, rows.map((_, index) => recordContent({ type: 1, rings: [[[index, index]]] })));
  return datasetOf({ 'a.shp': shp, 'a.shx': shx, 'a.dbf': makeTable(columns, rows, deleted) });
}

const noteOf = async (dataset: DatasetFiles, code: string): Promise<string | undefined> => (await openShapefileFeatures(dataset)).notes.find((note) => note.code === code)?.text;

describe('whole numbers of more than 18 digits', () => {
  const wide = (length: number): MadeColumn => ({ name: 'n', type: 'N', length });

  test.each<[string, number, string[], string, FieldValue[]]>([
    ['beyond 64 bits', 20, ['12345678920248260001', '', '-1', '+7'], 'integer', [12_345_678_920_248_260_001n, null, -1, 7]],
    ['that are short in a wide column', 19, ['123', '9223372036854775807'], 'integer', [123, 9_223_372_036_854_775_807n]],
    ['with decimals that are all 0', 23, ['12345678920248260001.0', '5.', '1,00'], 'integer', [12_345_678_920_248_260_001n, 5, 1]],
    ['and what is no number', 20, ['12345678920248260001', '********************', 'NaN', '1 2'], 'integer', [12_345_678_920_248_260_001n, null, null, null]],
    ['among fractions', 20, ['12345678920248260001', '0.5'], 'text', ['12345678920248260001', '0.5']],
    ['not among these fractions', 20, ['12345', '0.5', '1.5e+20'], 'real', [12_345, 0.5, 1.5e20]],
  ])('%s', async (_, length, values, type, expected) => {
    const { layer, features, notes } = await readBack(withTable([wide(length)], values.map((value) => [value])));
    expect(layer.fields).toEqual([{ name: 'n', type, width: length, decimals: null }]);
    expect(features.map(({ row }) => row[0])).toEqual(expected);
    expect(notes.includes('column-type-differs')).toBe(type === 'text');
  });

  test('a deleted row does not count', async () => {
    const { layer } = await readBack(withTable([wide(20)], [['1'], ['0.5']], [1]));
    expect(layer.fields[0].type).toBe('integer');
  });

  test('a field that is read as text is told by its name', async () => {
    expect(await noteOf(withTable([wide(20)], [['12345678920248260001'], ['0.5']]), 'column-type-differs')).toMatch(/^"n": a field of numbers, .* Read as text/);
  });

  test('get the same column in a shapefile again', async () => {
    const { layer, features } = await readBack(withTable([wide(20), { name: 'm', type: 'N', length: 19 }], [['12345678920248260001', '123']]));
    const made = await written([{ schema: schemaOf(features, { fields: layer.fields }), features }]);
    expect(made.losses).toEqual([]);
    const again = await readBack(setOf(made.contents));
    expect(again.layer.fields).toEqual(layer.fields);
    expect(again.features).toEqual([point([0, 0], 12_345_678_920_248_260_001n, 123)]);
  });

  test('are shown with all digits', async () => {
    const dataset = await shapefileDriver.open(withTable([wide(20)], [['12345678920248260001'], ['12']]));
    const reader = dataset.attributes(0);
    expect([await reader.at(0), await reader.at(1)]).toEqual([{ n: '12345678920248260001' }, { n: 12 }]);
  });
});
