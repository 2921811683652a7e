import { describe, expect, test } from 'vitest';
import { openShapefileFeatures } from '../../src/shapefile/features.ts';
import { shapefileDriver } from '../../src/shapefile/index.ts';
import type { DatasetFiles } from '../../src/driver.ts';
import type { FieldValue } from '../../src/features/field.ts';
import { fileOfBytes } from '../../src/files/memory.ts';
import { UPPER_HALVES } from '../../src/dos-code-pages.ts';
import { point, readBack, schemaOf, setOf, written } from './feature-batches.ts';
import { datasetOf, makeShapefile, recordContent } from './make-shapefile.ts';
import { makeTable } from './make-table.ts';
import type { MadeColumn } from './make-table.ts';

/** A shapefile of points with this table. */
function withTable(columns: readonly MadeColumn[], rows: readonly (readonly string[])[], { deleted = [], languageByte = 0, codePage }: { deleted?: readonly number[]; languageByte?: number; codePage?: string | undefined } = {}): DatasetFiles {
  const { shp, shx } = makeShapefile(1, rows.map((_, index) => recordContent({ type: 1, rings: [[[index, index]]] })));
  return datasetOf({ 'a.shp': shp, 'a.shx': shx, 'a.dbf': makeTable(columns, rows, deleted, languageByte), ...(codePage === undefined ? {} : { 'a.cpg': new TextEncoder().encode(codePage) }) });
}

const noteOf = async (dataset: DatasetFiles, code: string): Promise<string | undefined> => (await openShapefileFeatures(dataset)).notes.find((note) => note.code === code)?.text;

describe('whole numbers with more than 18 digits', () => {
  const wide = (length: number): MadeColumn => ({ name: 'n', type: 'N', length });

  test.each<[string, number, string[], string, FieldValue[]]>([
    ['beyond 64 bits', 20, ['12345678920248260001', '', '-1', '+7'], 'integer', [12_345_678_920_248_260_001n, null, -1, 7]],
    ['that are short in a wide column', 19, ['123', '9223372036854775807'], 'integer', [123, 9_223_372_036_854_775_807n]],
    ['with decimals that are all 0', 23, ['12345678920248260001.0', '5.', '1,00'], 'integer', [12_345_678_920_248_260_001n, 5, 1]],
    ['and what is no number', 20, ['12345678920248260001', '********************', 'NaN', '1 2', '0x10'], 'integer', [12_345_678_920_248_260_001n, null, null, null, null]],
    ['among fractions', 20, ['12345678920248260001', '0.5'], 'text', ['12345678920248260001', '0.5']],
    ['not among these fractions', 20, ['12345', '0.5', '1.5e+20'], 'real', [12_345, 0.5, 1.5e20]],
  ])('%s', async (_, length, values, type, expected) => {
    const { layer, features, notes } = await readBack(withTable([wide(length)], values.map((value) => [value])));
    expect(layer.fields).toEqual([{ name: 'n', type, width: length, decimals: null }]);
    expect(features.map(({ row }) => row[0])).toEqual(expected);
    expect(notes.includes('column-type-differs')).toBe(type === 'text');
  });

  test('a deleted row does not count', async () => {
    const { layer } = await readBack(withTable([wide(20)], [['1'], ['0.5']], { deleted: [1] }));
    expect(layer.fields[0].type).toBe('integer');
  });

  test('a field that is read as text is named in a note', async () => {
    expect(await noteOf(withTable([wide(20)], [['12345678920248260001'], ['0.5']]), 'column-type-differs')).toMatch(/^"n": a numeric field, .* Read as text/);
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

describe('fields that a row has no room for', () => {
  const COLUMNS = [{ name: 'nome', type: 'C', length: 9, decimals: 1 }, { name: 'n', type: 'N', length: 3 }];

  test('are read if the row has room once the decimals byte of a text is ignored', async () => {
    const dataset = withTable(COLUMNS, [['Boa Vista', '7']]);
    expect((await readBack(dataset)).features[0].row).toEqual(['Boa Vista', 7]);
    expect(await noteOf(dataset, 'fields-left-out')).toBeUndefined();
  });

  test('are reported', async () => {
    const dataset = withTable(COLUMNS, [['Boa Vista', '7']]);
    const table = dataset.files.find(({ name }) => name.endsWith('.dbf'));
    if (table === undefined) throw new Error('there is no table');
    const bytes = new Uint8Array(await table.read(0, table.size));
    bytes[10] = 12;
    const files = dataset.files.map((file) => (file === table ? fileOfBytes(file.name, bytes) : file));
    expect((await readBack({ ...dataset, files })).features[0].row).toEqual(['Boa Vista']);
    expect(await noteOf({ ...dataset, files }, 'fields-left-out')).toBe('"a.dbf" has rows of 12 bytes, too short for all of its fields. This one was left out: "n". Save the table again if it is needed.');
  });
});

describe('texts of a table that says UTF-8', () => {
  const COLUMNS = [{ name: 'nome', type: 'C', length: 9 }, { name: 'uf', type: 'C', length: 2 }];
  const utf8 = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));
  const textsIn = async (values: readonly string[], codePage?: string) => {
    const dataset = withTable(COLUMNS, values.map((value) => [value, 'GO']), { codePage });
    return { texts: (await readBack(dataset)).features.map(({ row }) => row[0]), note: await noteOf(dataset, 'text-not-utf8') };
  };

  test('are read as Windows-1252 where they are not, with a note', async () => {
    const { texts, note } = await textsIn(['S\u00e3o', utf8('São'), 'Irm\u00e3', 'plain', '\u0093x\u0094'], 'UTF-8');
    expect(texts).toEqual(['São', 'São', 'Irmã', 'plain', '“x”']);
    expect(note).toBe('"a.dbf" contains 3 texts not in UTF-8, although its .cpg file says so ("nome"). They were read as Windows-1252, the most likely encoding; check the accented letters.');
  });

  test('lose half a letter at the end of the field, with a note', async () => {
    const { texts, note } = await textsIn([utf8('São Joxã'), utf8('Municipã'), 'Municip\u00e3o'], 'UTF-8');
    expect(texts).toEqual(['São Jox', 'Municipã', 'Municipão']);
    expect(note).toContain('not in UTF-8');
    expect((await textsIn([utf8('São Joxã')], 'UTF-8')).note).toBe('"a.dbf" contains a text that was cut in the middle of a letter, because the field was too short for it ("nome"). The half letter is left out.');
    expect((await textsIn([utf8('Municipiã')], '65001')).texts).toEqual(['Municipi']);
  });

  test('are not noted if they are valid, nor if nothing says UTF-8', async () => {
    expect(await textsIn([utf8('São'), 'plain'], 'UTF-8')).toEqual({ texts: ['São', 'plain'], note: undefined });
    expect(await textsIn(['S\u00e3o', utf8('São Joxã'), 'CANTA IR\u00c3'])).toEqual({ texts: ['São', 'São Jox', 'CANTA IRÃ'], note: undefined });
  });
});

describe('texts in the code page that is stated', () => {
  const bytes = (...codes: number[]): string => String.fromCharCode(...codes);

  test.each<[string, string, { languageByte?: number; codePage?: string }, string]>([
    ['CP852', bytes(0x9d, 0xa2, 0x64, 0xab), { codePage: 'CP852' }, 'Łódź'],
    ['852 by the header', bytes(0x9d, 0xa2, 0x64, 0xab), { languageByte: 0x64 }, 'Łódź'],
    ['CP865', bytes(0x9b, 0x20, 0x86, 0xaf), { codePage: 'OEM 865' }, 'ø å¤'],
    ['865 by the header', bytes(0x9b, 0x20, 0x86), { languageByte: 0x08 }, 'ø å'],
    ['CP857', bytes(0x98, 0x73, 0xa7), { codePage: 'CP857' }, 'İsğ'],
    ['CP858', bytes(0x87, 0xc6, 0x6f, 0xd5), { codePage: '858' }, 'ção€'],
    ['CP775', bytes(0xd0, 0xd1, 0xd2), { codePage: 'IBM775' }, 'ąčę'],
    ['CP737 by the header', bytes(0x80, 0x9f), { languageByte: 0x86 }, 'Αθ'],
    ['Big5 with a hyphen', bytes(0xb0, 0xea, 0xbb, 0x79), { codePage: 'Big-5' }, '國語'],
    ['a language number', bytes(0x9d), { codePage: 'LDID/100' }, 'Ł'],
  ])('%s', async (_, value, stated, expected) => {
    const dataset = withTable([{ name: 'nome', type: 'C', length: 9 }], [[value]], stated);
    expect((await readBack(dataset)).features[0].row).toEqual([expected]);
    expect(await noteOf(dataset, 'code-page-unknown')).toBeUndefined();
  });

  test.each<[string, { languageByte?: number; codePage?: string }, string, string]>([
    ['in the .cpg', { codePage: 'CP1125' }, 'the code page "CP1125"', 'UTF-8 where valid, otherwise as Windows-1252'],
    ['in the .cpg, of bytes in pairs', { codePage: 'UTF-16' }, 'the code page "UTF-16"', 'UTF-8 where valid, otherwise as Windows-1252'],
    ['in the .cpg, beside a known one in the header', { codePage: 'Mazovia\n', languageByte: 0x02 }, 'the code page "Mazovia"', 'code page 850, which the table itself states'],
    ['in the header', { languageByte: 0x69 }, 'the language 0x69', 'UTF-8 where valid, otherwise as Windows-1252'],
  ])('that is not known are reported: %s', async (_, stated, what, readAs) => {
    const note = (values: readonly string[]) => noteOf(withTable([{ name: 'nome', type: 'C', length: 9 }], values.map((value) => [value]), stated), 'code-page-unknown');
    expect(await note(['S\u00e3o', 'plain', 'Irm\u00e3'])).toBe(`"a.dbf" states ${what}, which is not recognised: 2 texts with letters beyond ASCII ("nome") were read as ${readAs}. Check the letters.`);
    expect(await note(['plain'])).toBeUndefined();
  });
});

describe('texts of a table that states no encoding', () => {
  /** The same text in a code page, one character per byte. */
  const dos = (text: string): string => Array.from(text, (letter) => (letter < '\u0080' ? letter : String.fromCharCode(0x80 + (UPPER_HALVES.get('850') ?? '').indexOf(letter)))).join('');
  const note = (...values: string[]) => noteOf(withTable([{ name: 'nome', type: 'C', length: 30 }], values.map((value) => [value])), 'code-page-unknown');

  test.each(['Conceição', 'CONCEIÇÃO', 'Goiânia', 'Brasília', 'Três Irmãs', 'Ibiúna', 'Niñera', 'ÉVORA'])('are reported if a DOS program wrote them: %s', async (text) => {
    expect(await note('plain', dos(text))).toMatch(/^"a\.dbf" does not state its code page, and a text was read as Windows-1252 \("nome"\), in which it has symbols inside words, such as ".*"\. An old program probably wrote a DOS code page: add a \.cpg file with its number, such as 850, and send both\.$/);
  });

  test.each([
    'São João d\u0092Oeste, \u0093Conceição\u0094 \u0096 1\u00ba',
    '\u00a1Hola! \u00a0£ 5, US\u00a2 3, \u00a4 x\u0085 R\u0080 5',
    'N\u00ba 3 Í\u00edé\u00f3',
    'município à beira',
    String.fromCharCode(...new TextEncoder().encode('Conceição é “ó”')),
  ])('are not reported in Windows-1252 or UTF-8: %s', async (text) => {
    expect(await note(text)).toBeUndefined();
  });
});

describe('names of fields', () => {
  const utf8 = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));

  test.each<[string, string, { languageByte?: number; codePage?: string }, string]>([
    ['the code page 850 by the header', 'munic\u00a1pio', { languageByte: 0x02 }, 'município'],
    ['the code page 850 by the .cpg', 'munic\u00a1pio', { codePage: '850' }, 'município'],
    ['Windows-1252 by the .cpg', 'munic\u00edpio', { codePage: '1252' }, 'município'],
    ['Windows-1251 by the .cpg', '\u00ce\u00ea\u00e0', { codePage: 'windows-1251' }, 'Ока'],
    ['UTF-8 by the .cpg', utf8('município'), { codePage: 'UTF-8' }, 'município'],
    ['UTF-8, cut in the middle of a letter', utf8('observaçãé').slice(0, 10), { codePage: 'UTF-8' }, 'observaç'],
    ['Windows-1252 where the .cpg says UTF-8', 'munic\u00edpio', { codePage: 'UTF-8' }, 'município'],
    ['UTF-8 where the .cpg says 1252', utf8('município'), { codePage: '1252' }, 'município'],
    ['nothing, and they are Windows-1252', 'munic\u00edpio', {}, 'município'],
  ])('in %s', async (_, bytes, stated, expected) => {
    const { layer } = await readBack(withTable([{ name: bytes, type: 'C', length: 3 }], [['x']], stated));
    expect(layer.fields.map(({ name }) => name)).toEqual([expected]);
  });
});

/** Bytes of a value, one a character. */
function bytesOf(write: (view: DataView) => void): string {
  const view = new DataView(new ArrayBuffer(8));
  write(view);
  return String.fromCharCode(...new Uint8Array(view.buffer));
}
const double = (value: number): string => bytesOf((view) => view.setFloat64(0, value, true));
const money = (units: bigint): string => bytesOf((view) => view.setBigInt64(0, units, true));
const moment = (day: number, milliseconds: number): string =>
  bytesOf((view) => {
    view.setInt32(0, day, true);
    view.setInt32(4, milliseconds, true);
  });

describe('types of dBase IV and FoxPro', () => {
  const read = async (column: Omit<MadeColumn, 'name'>, values: readonly string[]) => {
    const { layer, features, notes } = await readBack(withTable([{ name: 'a', ...column }], values.map((value) => [value])));
    return { type: layer.fields[0].type, values: features.map(({ row }) => row[0]), notes: notes.filter((code) => code !== 'crs-missing') };
  };

  test('date-times keep their milliseconds', async () => {
    expect(await read({ type: 'T', length: 8 }, [moment(2_458_909, 45_296_789), moment(2_458_909, 45_295_999), moment(2_458_909, 45_296_000), moment(0, 0), '        '])).toEqual({
      type: 'date-time', values: ['2020-02-29T12:34:56.789', '2020-02-29T12:34:55.999', '2020-02-29T12:34:56', null, null], notes: [],
    });
  });

  test('currency values keep all their digits, as texts if reals would round one', async () => {
    expect(await read({ type: 'Y', length: 8 }, [money(12_345n), money(-5n), money(0n), money(-100_000n), money(9_999_999_999_999n)])).toEqual({ type: 'real', values: [1.2345, -0.0005, 0, -10, 999_999_999.9999], notes: [] });
    expect(await read({ type: 'Y', length: 8 }, [money(9_007_199_254_740_993n), money(-(2n ** 63n)), money(0n)])).toEqual({ type: 'text', values: ['900719925474.0993', '-922337203685477.5808', '0'], notes: ['column-type-differs'] });
  });

  test('floats without decimals hold whole numbers, unless a value has a fraction', async () => {
    expect(await read({ type: 'F', length: 9 }, ['5', ' -12', '', '1.0'])).toEqual({ type: 'integer', values: [5, -12, null, 1], notes: [] });
    expect(await read({ type: 'F', length: 20 }, ['5', '12345678901234567890'])).toEqual({ type: 'integer', values: [5, 12_345_678_901_234_567_890n], notes: [] });
    expect(await read({ type: 'F', length: 9 }, ['5', '0.5'])).toEqual({ type: 'real', values: [5, 0.5], notes: [] });
    expect(await read({ type: 'F', length: 9, decimals: 2 }, ['5'])).toEqual({ type: 'real', values: [5], notes: [] });
  });

  test('repeated and missing names are reported with those that replace them', async () => {
    const columns = ['DUP', 'DUP', '', 'DUP_2'].map((name) => ({ name, type: 'C', length: 3 }));
    const dataset = withTable(columns, [['a', 'b', 'c', 'd']]);
    expect((await readBack(dataset)).layer.fields.map(({ name }) => name)).toEqual(['DUP', 'DUP_2', 'field_3', 'DUP_2_2']);
    expect(await noteOf(dataset, 'fields-renamed')).toBe('"a.dbf" has fields without a name or with the same name: field 2, "DUP", was renamed "DUP_2"; field 3 has no name and was named "field_3"; field 4, "DUP_2", was renamed "DUP_2_2".');
  });
});

describe('values that do not fit the type of their field', () => {
  const read = async (column: Omit<MadeColumn, 'name'>, values: readonly string[]) => {
    const dataset = withTable([{ name: 'a', ...column }], values.map((value) => [value]));
    const shown = (await shapefileDriver.open(dataset)).attributes(0);
    const found = (await readBack(dataset)).features.map(({ row }) => row[0]);
    const same: unknown[] = [];
    for (const feature of values.keys()) same.push((await shown.at(feature))['a']);
    expect(same).toEqual(found);
    return { found, note: await noteOf(dataset, 'attributes-left-out') };
  };
  const noted = (what: string): string => `"a.dbf" contains values that do not match the type of their field (numbers, dates, yes or no): ${what}. They were read as missing.`;

  test.each<[string, Omit<MadeColumn, 'name'>, string[], FieldValue[], string]>([
    ['reals', { type: 'N', length: 9, decimals: 2 }, ['NaN', '  inf', '1.5', '-', '1.2.3', '1 2'], [null, null, 1.5, null, null, null], '5 in "a", such as "NaN"'],
    ['floats', { type: 'F', length: 9 }, ['1e5', '1e999'], [100_000, null], '1 in "a", such as "1e999"'],
    ['whole numbers', { type: 'N', length: 9 }, ['12', '1x'], [12, null], '1 in "a", such as "1x"'],
    ['wide whole numbers', { type: 'N', length: 20 }, ['12', 'abc'], [12, null], '1 in "a", such as "abc"'],
    ['dates', { type: 'D', length: 8 }, ['20240229', '20249999', '20230229', '19000229', '20000229', '20240431', '2024', '20241232', '20240100'], ['2024-02-29', null, null, null, '2000-02-29', null, null, null, null], '7 in "a", such as "20249999"'],
    ['doubles', { type: 'B', length: 8 }, [double(0.1), double(NaN), double(-Infinity), double(Number.MAX_VALUE)], [0.1, null, null, Number.MAX_VALUE], '2 in "a", such as "NaN"'],
    ['doubles of dBase 7', { type: 'O', length: 8 }, [double(Infinity)], [null], '1 in "a", such as "infinity"'],
    ['moments', { type: 'T', length: 8 }, [moment(2_458_909, 0), moment(-1, 5), moment(2_000_000_000, 1)], ['2020-02-29T00:00:00', null, null], '2 in "a", such as "0xffffffff05000000"'],
    ['truth values', { type: 'L', length: 1 }, ['S', 's', 'N', 'X', 'T', 'y', 'f'], [true, true, false, null, true, true, false], '1 in "a", such as "X"'],
  ])('%s are missing, with a note', async (_, column, values, expected, what) => {
    expect(await read(column, values)).toEqual({ found: expected, note: noted(what) });
  });

  test.each<[string, Omit<MadeColumn, 'name'>, string[]]>([
    ['numbers', { type: 'N', length: 9, decimals: 2 }, ['', '*********', ' \0\0', '\0\0\0\0\0\0\0\0\0']],
    ['whole numbers', { type: 'N', length: 9 }, ['', '*********', '\0\0\0\0\0\0\0\0\0']],
    ['dates', { type: 'D', length: 8 }, ['', '00000000', '\0\0\0\0\0\0\0\0']],
    ['truth values', { type: 'L', length: 1 }, ['', '?', '\0']],
  ])('missing %s are not reported as such values', async (_, column, values) => {
    expect(await read(column, values)).toEqual({ found: values.map(() => null), note: undefined });
  });

  test('the usual ways of writing numbers are read without a note', async () => {
    expect(await read({ type: 'N', length: 9, decimals: 2 }, ['+5.00', '.5', '5.', '12,50', '1.5E+03', '-0.5', '7'])).toEqual({ found: [5, 0.5, 5, 12.5, 1500, -0.5, 7], note: undefined });
    const inFull = ['12345.370000000000000', '-0.000000000000000', '0.1234567890123456789', '9007199254740993.5', '+123456789012345678.25'];
    expect(await read({ type: 'N', length: 24, decimals: 15 }, inFull)).toEqual({ found: inFull.map(Number), note: undefined });
    expect(await read({ type: 'N', length: 9, decimals: 2 }, ['1.2.3', '-', '+.', '1 2'])).toMatchObject({ found: [null, null, null, null] });
  });

  test('decimals of whole numbers are dropped, with a note', async () => {
    const dataset = withTable([{ name: 'a', type: 'N', length: 6 }], [['12.7'], ['-3,5'], ['4.0'], ['1e3']]);
    expect((await readBack(dataset)).features.map(({ row }) => row[0])).toEqual([12, -3, 4, 1000]);
    expect(await noteOf(dataset, 'attributes-left-out')).toBe('"a.dbf" contains 2 numbers with decimals in fields for whole numbers ("a"). The decimals are left out, as other programs do.');
  });

  test('at most five fields are named', async () => {
    const columns = Array.from({ length: 7 }, (_, index) => ({ name: `f${index}`, type: 'D', length: 8 }));
    expect(await noteOf(withTable(columns, [columns.map(() => '20240230')]), 'attributes-left-out')).toMatch(/1 in "f4", such as "20240230"; and some in 2 more fields\. They were read as missing\.$/);
  });
});

test('a whole number with an exponent may have more digits than its column is wide, which then has no width', async () => {
  const columns: MadeColumn[] = [{ name: 'wide', type: 'N', length: 9 }, { name: 'plain', type: 'N', length: 9 }];
  const { layers: [{ fields, ...layer }] } = await openShapefileFeatures(withTable(columns, [['1.5E+11', '1e8'], ['123456789', '7']]));
  expect(fields.map(({ type, width }) => [type, width])).toEqual([['integer', null], ['integer', 9]]);
  for await (const { rows } of layer.read()) expect(rows).toEqual([[150_000_000_000, 100_000_000], [123_456_789, 7]]);
});
