import { UPPER_HALVES } from '../dos-code-pages.ts';
import { utf8Text, windows1252Text, withoutCutCharacter } from '../utf8-text.ts';

/**
 * Decodes one text or name of a .dbf, without its padding.
 * @param fillsField true if nothing pads it: then a program may have cut it, even in the middle of a character
 */
export type DecodeText = (bytes: Uint8Array, fillsField: boolean) => string;

/**
 * How the texts of a .dbf are encoded: according to the .cpg file, else to the language byte of the header. Without either, a
 * text is UTF-8 if valid, else Windows-1252, which programs in the Americas write without declaring it.
 */
export interface TableEncoding {
  readonly decode: DecodeText;
  /** True if the .cpg file says UTF-8. A text that is not is read as Windows-1252. */
  readonly saysUtf8: boolean;
  /** The encoding that the table states, if it is not known here, and how its texts are read instead; otherwise null. */
  readonly unknown: { readonly stated: string; readonly readAs: string } | null;
  /** True if the table states nothing. */
  readonly isGuessed: boolean;
}

/** @param codePage the content of the .cpg file; null if there is none. @param languageByte byte 29 of the header. */
export function tableEncoding(codePage: string | null, languageByte: number): TableEncoding {
  if (codePage !== null && isUtf8(codePage)) return { decode: (bytes, fillsField) => readUtf8(bytes, fillsField, true).text, saysUtf8: true, unknown: null, isGuessed: false };
  const name = codePage?.trim() ?? '';
  const named = name === '' ? null : decoderOf(name);
  if (named !== null) return { decode: named, saysUtf8: false, unknown: null, isGuessed: false };
  const page = LANGUAGE_PAGES.get(languageByte);
  const paged = page === undefined ? null : decoderOf(page);
  const readAs = page === undefined ? 'UTF-8 where valid, otherwise as Windows-1252' : `code page ${page}, which the table itself states`;
  const stated = name !== '' ? `the code page "${name.replaceAll(/\p{Cc}/gu, ' ')}"` : languageByte !== 0 && page === undefined ? `the language 0x${languageByte.toString(16).padStart(2, '0')}` : null;
  return { decode: paged ?? decodeByGuess, saysUtf8: false, unknown: stated === null ? null : { stated, readAs }, isGuessed: paged === null && stated === null };
}

function isUtf8(name: string): boolean {
  return /^\s*utf-?8/i.test(name) || /\d+/.exec(name.replaceAll(/[\s_-]/g, ''))?.[0] === '65001';
}

/** How a text that should be UTF-8 was read: as UTF-8, as UTF-8 without a character cut off at its end, or as Windows-1252. */
interface ReadUtf8 {
  readonly text: string;
  readonly as: 'utf-8' | 'cut' | 'windows-1252';
}

/** @param isStated true if a file says UTF-8. Otherwise a cut character only counts after whole ones, since a lone `Ã` at the end may as well be a letter. */
export function readUtf8(bytes: Uint8Array, fillsField: boolean, isStated: boolean): ReadUtf8 {
  const text = utf8Text(bytes);
  if (text !== null) return { text, as: 'utf-8' };
  const whole = fillsField ? withoutCutCharacter(bytes) : null;
  if (whole !== null && (isStated || whole.some((byte) => byte >= 0x80))) {
    const start = utf8Text(whole);
    if (start !== null) return { text: start, as: 'cut' };
  }
  return { text: windows1252Text(bytes), as: 'windows-1252' };
}

/** Bytes that are letters in the DOS code pages (ü ç ê ì Å É Ø), and in Windows-1252 unused or signs that never touch a letter. */
const DOS_BESIDE_A_LETTER = new Set([0x81, 0x87, 0x88, 0x8d, 0x8f, 0x90, 0x9d]);
/** Bytes that are letters in the DOS code pages (Ç é â í ó ú ñ), and in Windows-1252 signs that never stand between two letters. */
const DOS_BETWEEN_LETTERS = new Set([0x80, 0x82, 0x83, 0xa1, 0xa2, 0xa3, 0xa4]);

/** Whether a text in [from, to) that would be read as Windows-1252 is more likely in a DOS code page. */
export function isLikelyDos(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte < 0x80) continue;
    const before = at > from && isLetter(bytes[at - 1]);
    const after = at + 1 < to && isLetter(bytes[at + 1]);
    if ((DOS_BESIDE_A_LETTER.has(byte) && (before || after)) || (DOS_BETWEEN_LETTERS.has(byte) && before && after)) return utf8Text(bytes.subarray(from, to)) === null;
  }
  return false;
}

/** A letter in any code page. */
function isLetter(byte: number): boolean {
  return byte >= 0x80 || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a);
}

function decodeByGuess(bytes: Uint8Array, fillsField: boolean): string {
  return readUtf8(bytes, fillsField, false).text;
}

/** Encoding names as found in .cpg files: `UTF-8`, `ISO-8859-1`, `88591`, `1252`, `ANSI 1252`, `CP850`, `OEM 850`, `LDID/87`. */
function decoderOf(name: string): DecodeText | null {
  const text = name.trim().toLowerCase();
  const language = LANGUAGE_PAGES.get(Number(/^ldid\/(\d{1,3})$/.exec(text)?.[1]));
  if (language !== undefined) return decoderOf(language);
  const digits = /\d+/.exec(text.replaceAll(/[\s_-]/g, ''))?.[0] ?? '';
  const upper = UPPER_HALVES.get(digits);
  if (upper !== undefined) return (bytes) => decodeByTable(bytes, upper);
  const iso = /^(?:iso)?8859(\d{1,2})$/.exec(text.replaceAll(/[\s_-]/g, ''));
  if (iso !== null) return decoderNamed(`iso-8859-${iso[1]}`);
  return decoderNamed(text) ?? decoderNamed(text.replaceAll(/[\s_]+/g, '-')) ?? decoderNamed(text.replaceAll(/[\s_-]+/g, '')) ?? (digits === '' ? null : (decoderNamed(`windows-${digits}`) ?? decoderNamed(WHATWG_NAMES.get(digits) ?? '')));
}

/** Code pages that the WHATWG encoding standard knows by a name other than their number. */
const WHATWG_NAMES = new Map([['866', 'ibm866'], ['932', 'shift_jis'], ['936', 'gbk'], ['949', 'euc-kr'], ['950', 'big5']]);

/** UTF-16 is never that of a table, whose padding and names are bytes, whatever a .cpg says. */
function decoderNamed(label: string): DecodeText | null {
  try {
    const decoder = new TextDecoder(label);
    return decoder.encoding.startsWith('utf-16') ? null : (bytes) => decoder.decode(bytes);
  } catch {
    return null;
  }
}

function decodeByTable(bytes: Uint8Array, upper: string): string {
  let text = '';
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : upper.charAt(byte - 0x80);
  return text;
}

/** Language driver bytes of dBASE, FoxPro and ESRI. */
const LANGUAGE_PAGES = new Map<number, string>(
  Object.entries({
    437: [0x01, 0x09, 0x0b, 0x0d, 0x0f, 0x11, 0x15, 0x18, 0x19, 0x1b],
    737: [0x6a, 0x86],
    850: [0x02, 0x0a, 0x0e, 0x10, 0x12, 0x14, 0x16, 0x1a, 0x1d, 0x25, 0x37],
    852: [0x1f, 0x22, 0x23, 0x40, 0x64, 0x87],
    857: [0x6b, 0x88],
    860: [0x24],
    861: [0x67],
    863: [0x1c, 0x6c],
    865: [0x08, 0x17, 0x66],
    866: [0x26, 0x65],
    874: [0x50, 0x7c],
    932: [0x13, 0x7b],
    936: [0x4d, 0x7a],
    949: [0x4e, 0x79],
    950: [0x4f, 0x78],
    1250: [0xc8],
    1251: [0xc9],
    1252: [0x03, 0x57, 0x58, 0x59],
    1253: [0xcb],
    1254: [0xca],
    1255: [0x7d],
    1256: [0x7e],
    1257: [0xcc],
  }).flatMap(([page, bytes]) => bytes.map((byte) => [byte, page] as const)),
);
