import { expect, test } from 'vitest';
import { cleanFileName, decodedWord, fileNameKey, storedName } from './file-names.ts';

test.for([
  ['Área 1.geojson', 'Área 1.geojson'],
  ['/etc/passwd', 'passwd'],
  ['..\\..\\a.shp', 'a.shp'],
  ['a\u0000b\u001f.kml', 'ab.kml'],
  ['gpj.\u202elmk', 'gpj.lmk'],
  ['a\u200f.kml\u200e', 'a.kml'],
  ['  a.kml ', 'a.kml'],
  ['\ud800.kml', '\ufffd.kml'],
] as const)('%j is kept as %j', ([given, kept]) => {
  expect(cleanFileName(given)).toBe(kept);
});

// .NET writes names with accents like this into a multipart form.
test.for([
  ['=?utf-8?B?U8OjbyBKb8Ojby5rbWw=?=', 'São João.kml'],
  ['=?UTF-8?b?w4FyZWEgMS8yLmdwa2c=?=', '2.gpkg'],
  ['=?utf-8?Q?S=C3=A3o_Jo=C3=A3o=2Ekml?=', 'São João.kml'],
  ['=?iso-8859-1?Q?S=E3o.kml?=', 'São.kml'],
  ['=?utf-8?B?4.kml', '=?utf-8?B?4.kml'],
  ['=?no-such?B?U8Ojby5rbWw=?=', '=?no-such?B?U8Ojby5rbWw=?='],
] as const)('%j, as of a message, is kept as %j', ([given, kept]) => {
  expect(cleanFileName(decodedWord(given))).toBe(kept);
});

test.for(['', ' ', '.', '..', 'folder/', '\u0007'])('%j is no name', (given) => {
  expect(() => cleanFileName(given)).toThrow(expect.objectContaining({ code: 'invalid-file-name' }));
});

test('a name longer than file systems allow is refused, and said with its beginning only', () => {
  expect(cleanFileName('é'.repeat(127))).toBe('é'.repeat(127));
  expect(() => cleanFileName('é'.repeat(128))).toThrow(expect.objectContaining({ code: 'file-name-too-long', details: { file: `${'é'.repeat(40)}…`, limit: 255 } }));
});

test('names that differ by case or by how an accent is written are the same', () => {
  expect(fileNameKey('A\u0301REA.KML')).toBe(fileNameKey('área.kml'));
});

test('nothing of a name but its extension is used on disk', () => {
  expect(storedName(3, 'x y.GeoJSON')).toBe('3.geojson');
  expect(storedName(0, 'x.shp.xml')).toBe('0.xml');
  expect(storedName(1, 'x.$(rm)')).toBe('1');
  // With a long one the name on disk may be longer than the given one.
  expect(storedName(10, `x.${'a'.repeat(253)}`)).toBe('10');
});
