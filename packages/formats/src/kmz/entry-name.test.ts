import { expect, test } from 'vitest';
import { entryName } from './entry-name.ts';

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
