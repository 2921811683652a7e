import { expect, test } from 'vitest';
import { csvRow } from './csv-text.ts';

test('a row follows RFC 4180, with quotes where they are needed', () => {
  expect(csvRow(['a', 'b "c", d', 'e;f', 'two\r\nlines', null, 12.5, -3, ' x '], 'en')).toBe('a,"b ""c"", d","e;f","two\r\nlines",,12.5,-3," x "\r\n');
});

test('in Portuguese, semicolons separate the cells and numbers have a decimal comma', () => {
  expect(csvRow(['a,b', 1234.5, -0.25, 1e-7, 1e21, Number.NaN], 'pt')).toBe('"a,b";1234,5;-0,25;0,0000001;1000000000000000000000;\r\n');
});

test.each(['=HYPERLINK("http://x";"y")', '+1+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠x'])('%j is a text and not a formula', (name) => {
  for (const language of ['en', 'pt'] as const) expect(csvRow([name], language)).toMatch(/^"?'/);
});
