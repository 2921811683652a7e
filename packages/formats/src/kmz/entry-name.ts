import { UPPER_HALVES } from '../dos-code-pages.ts';
import { crc32 } from './crc32.ts';

/** Bits of the flags of an entry: its name is UTF-8. */
const SAYS_UTF8 = 0x800;
/** Systems for which the standard gives a DOS code page: FAT and NTFS, as Windows Explorer writes. */
const DOS_SYSTEMS = new Set([0, 11]);
/** The code page of Windows in Portuguese, Spanish and the west of Europe. */
const PAGE = UPPER_HALVES.get('850') ?? '';
const USUAL = new Set('áàâãéêíóôõúüçñÁÀÂÃÉÊÍÓÔÕÚÜÇÑ');

/**
 * The name of an entry with forward slashes, which the standard wants and older programs for Windows do not write. Bytes that are not UTF-8 are of a DOS code
 * page if a program for Windows wrote them and they make better words so, else Windows-1252.
 * @param system the upper byte of "version made by"
 * @param unicodePath the content of the entry's field "Info-ZIP Unicode Path" (0x7075), if it has one: the whole name in UTF-8, beside one that
 *   may have lost letters
 */
export function entryName(bytes: Uint8Array, flags: number, system: number, unicodePath: Uint8Array | null = null): string {
  return (nameInUnicode(bytes, unicodePath) ?? decoded(bytes, flags, system)).replaceAll('\\', '/');
}

const UNICODE_PATH_VERSION = 1;
const UNICODE_PATH_HEAD = 5;

/** Null unless the field belongs to this name: a program that renames an entry without knowing the field leaves the checksum of the old name. */
function nameInUnicode(bytes: Uint8Array, field: Uint8Array | null): string | null {
  if (field === null || field.length <= UNICODE_PATH_HEAD || field[0] !== UNICODE_PATH_VERSION) return null;
  const checksum = new DataView(field.buffer, field.byteOffset).getUint32(1, true);
  if (checksum !== crc32(bytes, 0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(field.subarray(UNICODE_PATH_HEAD));
  } catch {
    return null;
  }
}

function decoded(bytes: Uint8Array, flags: number, system: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    if ((flags & SAYS_UTF8) !== 0) return new TextDecoder('utf-8').decode(bytes);
    const ansi = new TextDecoder('windows-1252').decode(bytes);
    if (!DOS_SYSTEMS.has(system)) return ansi;
    const dos = Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : PAGE[byte - 0x80])).join('');
    return usualLetters(dos) >= usualLetters(ansi) ? dos : ansi;
  }
}

function usualLetters(text: string): number {
  return Array.from(text).filter((letter) => USUAL.has(letter)).length;
}
