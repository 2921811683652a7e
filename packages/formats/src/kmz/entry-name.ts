import { UPPER_HALVES } from '../dos-code-pages.ts';

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
 */
export function entryName(bytes: Uint8Array, flags: number, system: number): string {
  return decoded(bytes, flags, system).replaceAll('\\', '/');
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
