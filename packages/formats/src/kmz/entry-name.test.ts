import { expect, test } from 'vitest';
import { zipOf } from '../../test/garbage/zip.ts';
import { fileOfBytes } from '../files/memory.ts';
import { crc32 } from './crc32.ts';
import { entryName } from './entry-name.ts';
import { readDirectory } from './zip-directory.ts';

const [FAT, NTFS, UNIX] = [0, 11, 3];
const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

test.each<[string, Uint8Array, number, number, string]>([
  ['UTF-8, said or not', Buffer.from('Talhões/São João.shp'), 0x800, FAT, 'Talhões/São João.shp'],
  ['UTF-8, said or not', Buffer.from('Talhões/São João.shp'), 0, NTFS, 'Talhões/São João.shp'],
  ['code page 850, as Windows packs in Portuguese', bytes('Talh\xe4es S\xc6o Jo\xc6o - \x83rea de \xa0gua.shp'), 0, FAT, 'Talhões São João - ârea de água.shp'],
  ['code page 850 in capitals', bytes('CORA\x80\xc7O.shp'), 0, NTFS, 'CORAÇÃO.shp'],
  ['Windows-1252, as some programs write all the same', bytes('Talh\xf5es S\xe3o Jo\xe3o.shp'), 0, FAT, 'Talhões São João.shp'],
  ['Windows-1252 elsewhere', bytes('S\xe3o.shp'), 0, UNIX, 'São.shp'],
  ['bytes that are not the UTF-8 that they should be', bytes('S\xe3o.shp'), 0x800, FAT, 'S\ufffdo.shp'],
  ['the slashes of Windows', bytes('farm\\lots\\a.shp'), 0, FAT, 'farm/lots/a.shp'],
])('the name of an entry in %s', (_, name, flags, system, expected) => {
  expect(entryName(name, flags, system)).toBe(expected);
});

function unicodePath(of: Uint8Array, name: Uint8Array, version = 1): Uint8Array {
  const head = Buffer.alloc(5);
  head.writeUInt8(version);
  head.writeUInt32LE(crc32(of, 0), 1);
  return Buffer.concat([head, name]);
}

const SHORT = bytes('?rea.shp');

test.each<[string, Uint8Array, string]>([
  ['is the name', unicodePath(SHORT, Buffer.from('lotes\\Área 区画.shp')), 'lotes/Área 区画.shp'],
  ['of another name is not', unicodePath(bytes('_rea.shp'), Buffer.from('Área.shp')), '?rea.shp'],
  ['of a later version is not', unicodePath(SHORT, Buffer.from('Área.shp'), 2), '?rea.shp'],
  ['that is not UTF-8 is not', unicodePath(SHORT, bytes('\xc1rea.shp')), '?rea.shp'],
  ['that is cut off is not', unicodePath(SHORT, bytes('')).subarray(0, 3), '?rea.shp'],
])('a field with the path in Unicode %s', (_, field, expected) => {
  expect(entryName(SHORT, 0, FAT, field)).toBe(expected);
});

test('the path in Unicode is looked for among the fields of an entry', async () => {
  const path = unicodePath(SHORT, Buffer.from('Área.shp'));
  const head = Buffer.from([0x75, 0x70, path.length, 0]);
  const archive = zipOf([{ name: '?rea.shp', content: bytes('x'), extra: Buffer.concat([Buffer.from([9, 9, 1, 0, 7]), head, path]) }, { name: 'a.dbf', content: bytes('y') }]);
  const { entries } = await readDirectory(fileOfBytes('a.zip', archive));
  expect(entries.map(({ name }) => name)).toEqual(['Área.shp', 'a.dbf']);
});
