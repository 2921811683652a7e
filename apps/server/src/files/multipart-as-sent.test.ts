import { expect, test } from 'vitest';
import { MultipartAsSent } from './multipart-as-sent.ts';

const LATIN1 = 'Fazenda São João.kml';
/** As the parser reads it. */
const READ = Buffer.from(LATIN1, 'latin1').toString();

function bodyOf(...parts: readonly (readonly [disposition: string, content: string])[]): Buffer {
  const text = parts.map(([disposition, content]) => `--edge\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: text/plain\r\n\r\n${content}\r\n`).join('');
  return Buffer.from(`${text}--edge--\r\n`, 'latin1');
}

function namesOf(body: Buffer, piece = body.length): MultipartAsSent {
  const names = new MultipartAsSent('edge');
  for (let at = 0; at < body.length; at += piece) names.push(body.subarray(at, at + piece));
  return names;
}

test.for([1, 2, 3, 7, 64, 10_000])('a name that is not UTF-8 is read as Windows-1252, however the body is cut (%i bytes)', (piece) => {
  const names = namesOf(bodyOf(['name="a"; filename="a.kml"', 'x'], ['name="b"; filename="Fazenda São João.kml"', '\r\n--edg\r\n\r\n'], ['name="c"; filename="x€.kml"', '']), piece);
  expect(names.take('a.kml')).toBe('a.kml');
  expect(names.take(READ)).toBe(LATIN1);
});

test('names that are alike to the parser are told apart by their order, also with a field of the same name', () => {
  const names = namesOf(bodyOf(['name="á.kml"; filename="á.kml"', ''], ['name="ã.kml"; filename="ã.kml"', '']));
  expect([names.take('\ufffd.kml'), names.take('\ufffd.kml'), names.take('\ufffd.kml')]).toEqual(['á.kml', 'ã.kml', '\ufffd.kml']);
});

test('a quotation mark in a name, and what looks like a name in the content of a file', () => {
  expect(namesOf(bodyOf(['name="a"; filename="\\"é\\".kml"', ''])).take('"\ufffd".kml')).toBe('"é".kml');
  expect(namesOf(bodyOf(['name="a"; filename="a.kml"', '; filename="é.kml"'])).take('\ufffd.kml')).toBe('\ufffd.kml');
});

test('a name that holds U+FFFD itself stays as it is', () => {
  const body = Buffer.from('--edge\r\nContent-Disposition: form-data; filename="\ufffd.kml"\r\n\r\nx\r\n--edge--\r\n');
  expect(namesOf(body).take('\ufffd.kml')).toBe('\ufffd.kml');
});

test('a head without an end is not kept', () => {
  const names = new MultipartAsSent('edge');
  names.push(Buffer.from('--edge\r\nContent-Disposition: form-data; filename="é.kml"\r\n', 'latin1'));
  for (let count = 0; count < 40; count++) names.push(Buffer.from(`X: ${'x'.repeat(1000)}\r\n`));
  names.push(Buffer.from('\r\n'));
  expect(names.take('\ufffd.kml')).toBe('\ufffd.kml');
  names.push(Buffer.concat([Buffer.from('\r\n'), bodyOf(['name="a"; filename="é.kml"', ''])]));
  expect(names.take('\ufffd.kml')).toBe('é.kml');
});

test.for([
  ['two files', '--edge\r\na: b\r\n\r\nx\r\n--edge\r\na: b\r\n\r\ny\r\n--edge--\r\n', 2],
  ['none', '--edge--\r\n', 0],
  ['nothing between two delimiters', '--edge\r\n--edge--', 0],
  ['two delimiters one right after the other', '--edge\r\na: b\r\n\r\nx\r\n--edge\r\n--edge--', 1],
  ['a header that is not closed', '--edge\r\na: b\r\n--edge\r\na: b\r\n\r\nx\r\n--edge--', 2],
  ['an empty header', '--edge\r\n\r\nx\r\n--edge--', 1],
  ['text before the first and behind the last delimiter', 'before\r\n--edge\r\na: b\r\n\r\nx\r\n--edge--\r\n--edge\r\nbehind', 1],
  ['two dashes in a line of a file', '--edge\r\na: b\r\n\r\n--\r\n--edg\r\n-- edge\r\n--edge--', 1],
] as const)('counts the parts of a body, however it is cut: %s', ([, body, count]) => {
  for (const piece of [1, 2, 3, 5, 1000]) expect(namesOf(Buffer.from(body), piece).count).toBe(count);
});
