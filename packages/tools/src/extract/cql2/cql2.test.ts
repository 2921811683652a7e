import type { Field, FieldValue } from '@geoinsights/formats';
import { describe, expect, it } from 'vitest';
import { compileFilter, isLike } from './evaluate.ts';
import { parseFilter } from './parse.ts';

const field = (name: string, type: Field['type']): Field => ({ name, type, width: null, decimals: null });
const FIELDS = [field('name', 'text'), field('area', 'real'), field('cod', 'integer'), field('ok', 'boolean'), field('day', 'date'), field('at', 'date-time'), field('Área (ha)', 'real'), { ...field('none', 'text'), isWithoutValues: true as const }];
const ROW: FieldValue[] = ['São João', 12.5, 9007199254740993n, true, '2026-11-23', '2026-11-23T08:30:00-03:00', 7];
const EMPTY: FieldValue[] = FIELDS.map(() => null);

function holds(filter: string, row: readonly FieldValue[] = ROW): boolean {
  const columnOf = (name: string) => {
    const column = FIELDS.findIndex((one) => one.name === name);
    if (column < 0) throw new Error(`no ${name}`);
    return column;
  };
  return compileFilter(parseFilter(filter), FIELDS, columnOf)(row);
}

describe('a filter in CQL2', () => {
  it.each([
    ["name = 'São João'", true],
    ["name <> 'São João'", false],
    ["name = 'sao joao'", false],
    ["CASEI(ACCENTI(name)) = 'sao joao'", true],
    ["name LIKE 'S%Jo_o'", true],
    ["name NOT LIKE '%x%'", true],
    // By code points: the units of 😀 come before that of a wide a.
    ["'😀' > 'ａ'", true],
    ["'a😀' > 'aａ'", true],
    ["'ａ' < '😀'", true],
    ["'😀' < '😁'", true],
    ["'a' < 'a😀'", true],
    ['area > 12 AND area <= 12.5', true],
    ['area BETWEEN 12.5 AND 13', true],
    ['area NOT BETWEEN 0 AND 13', false],
    ['area IN (1, 2, 12.5)', true],
    ["name IN ('a', 'b')", false],
    ["name NOT IN ('a', 'b')", true],
    ['area IS NULL', false],
    ['area IS NOT NULL', true],
    ['ok = TRUE', true],
    ['cod > 9007199254740992', true],
    ['cod = 9007199254740993', true],
    ['cod = 9007199254740992', false],
    ['cod IN (9007199254740992, 9007199254740994)', false],
    ['cod BETWEEN 9007199254740993 AND 9007199254740993', true],
    ['0 - cod = -9007199254740993', true],
    ['cod + 1 = 9007199254740994', true],
    ['cod / 2 > 4503599627370496', false],
    ['"Área (ha)" = 7', true],
    ['area % 5 = 2.5', true],
    ['cod % 10 = 3', true],
    ['cod div 1000 = 9007199254740', true],
    ['area div 5 * 5 = 10', true],
    ['cod % 0 = 0 OR area div 0 = 0 OR area / 0 > 1', false],
    ['2 * area ^ 2 = 312.5', true],
    ['-2 ^ 2 = 4', true],
    ['-area % 5 = -2.5', true],
    ['area * 2 = 25', true],
    ['(area + 0.5) * 2 = 26', true],
    ['-area < -12', true],
    ["day = DATE('2026-11-23')", true],
    ["day >= '2026-01-01'", true],
    ["at = TIMESTAMP('2026-11-23T11:30:00Z')", true],
    ["NOT (name = 'x' OR area < 0)", true],
    ["name = 'x' OR area > 0 AND cod = 1", false],
    ["(name = 'x' OR area > 0) AND ok = true", true],
    ['TRUE', true],
  ])('%s is %s', (filter, expected) => {
    expect(holds(filter)).toBe(expected);
  });

  it('gives no match and no error if a value is missing', () => {
    for (const filter of ['area > 0', 'NOT area > 0', "name LIKE '%'", 'area IN (1)', 'NOT area IN (1)', 'area + 1 = 1', 'none > 5', '5 < none', 'none = TRUE', 'none IN (1, 2)', 'none BETWEEN 1 AND 2', "none > DATE('2026-11-23')", 'area = none']) expect([filter, holds(filter, EMPTY)]).toEqual([filter, false]);
    expect(holds('area IS NULL AND NOT name IS NOT NULL', EMPTY)).toBe(true);
    expect(holds("area > 0 OR name IS NULL", EMPTY)).toBe(true);
  });

  it.each([
    ['area >', /character 7.*end of the filter/],
    ["area = 'x'", /"area" is a number.*text/],
    ['name = 5', /single quotes/],
    ['area = NULL', /IS NULL/],
    ["name = 'x", /has no end/],
    ['area > 1 area < 2', /AND or OR/],
    ['name', /comparison/],
    ['S_INTERSECTS(geom, 1) = 1', /no function "S_INTERSECTS"/],
    ['area ; 1', /";" does not belong there\.$/],
    ['Área (ha) > 2', /no function "Área".*a field with brackets in its name is written in double quotes/],
    ['nome do dono = 1', /after "nome" .*; a field with blanks in its name is written in double quotes/],
    ['name', /or IS NULL\.$/],
    ['\u201cname\u201d = 1', /straight double quotes/],
    ['name = \u2019x\u2019', /straight single quotes/],
    ['area \u2265 2', /write >=/],
    ['area > \u22121', /write -/],
    ['area% > 2', /character 5: "%" does not belong there; a field with signs in its name/],
    ['n\u00b0 = 2', /"\u00b0" does not belong there; a field with signs in its name/],
    ['area + name = 1', /takes numbers/],
    [`${'('.repeat(500)}area = 1${')'.repeat(500)}`, /deep/],
    ["day = DATE('23/11/2026')", /2026-11-23/],
    ['day = 2026', /"day" is a date and 2026 a number.*written as '2026-11-23'/],
    ["day LIKE '2026%'", /"day" is a date/],
    ['ok = 1', /TRUE or FALSE/],
    ["ok = 'true'", /TRUE or FALSE/],
    ['area > 1,5', /a point, as in 1\.5/],
    ['cod = name + 99999999999999999999', /takes numbers/],
    ['name = 99999999999999999999', /99999999999999999999/],
    ['area = 😀', /"😀" does not belong there/],
    [`area = 1 '${'😀'.repeat(40)}'`, /'(😀){19}…' does not belong there/],
  ])('says what is wrong with %s', (filter, message) => {
    expect(() => holds(filter)).toThrow(message);
  });

  it('accepts any number of brackets around values', () => {
    expect(holds(`${'('.repeat(40)}area${')'.repeat(40)} = 12.5`)).toBe(true);
  });

  it('reads dates in fields of text in the same way on every machine, and takes no other text for one', () => {
    const zone = process.env['TZ'];
    try {
      for (const here of ['America/Sao_Paulo', 'Asia/Tokyo']) {
        process.env['TZ'] = here;
        const isLater = (text: string): boolean => holds("name >= DATE('2026-11-23')", [text, ...ROW.slice(1)]);
        const isEarlier = (text: string): boolean => holds("name < DATE('2026-11-23')", [text, ...ROW.slice(1)]);
        expect(['2026-11-23', '2026-11-23 00:30:00', ' 2026-11-23T00:30Z ', '2026-11-22T23:30:00-03:00'].map(isLater)).toEqual([true, true, true, true]);
        // The eleventh of December; and what nobody means as a date.
        for (const text of ['11/12/2026', 'Lote 7', '5', '2026-02-31', '2026-11-23 25:00', 'May 2026']) expect([text, isLater(text), isEarlier(text)]).toEqual([text, false, false]);
      }
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  it('counts the signs of a calculation once, however deep its brackets are', () => {
    const nested = Array.from({ length: 45 }).reduce<string>((inside) => `(${inside}+1)`, '1');
    expect(holds(`${nested} = 46`)).toBe(true);
    expect(() => holds(`area > ${'1+'.repeat(501)}1`)).toThrow(/more than 500 signs/);
  });

  it('compares with patterns quickly, and takes wildcards literally after a backslash', () => {
    expect(isLike('a'.repeat(5000), `${'%a'.repeat(200)}%b`)).toBe(false);
    expect([isLike('50%', '50\\%'), isLike('500', '50\\%'), isLike('', '%'), isLike('', '_'), isLike('árvore', '_rvore')]).toEqual([true, false, true, false, true]);
  });
});
