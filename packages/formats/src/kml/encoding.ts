import { ProblemError } from '@geoinsights/contract/errors';
import { utf8Text, windows1252Text } from '../utf8-text.ts';

/**
 * How the bytes of an XML file encode characters.
 *
 * The scanner works on *units*: one byte in every ASCII-compatible encoding, one 16-bit code unit in UTF-16. All markup and all
 * numbers in KML are ASCII, so exact positions need no decoding; only names of things do.
 */
export interface TextEncoding {
  /** Its label for TextDecoder. */
  readonly label: string;
  readonly unitWidth: 1 | 2;
  readonly littleEndian: boolean;
  readonly byteOrderMark: number;
}

const UTF_8: TextEncoding = { label: 'utf-8', unitWidth: 1, littleEndian: false, byteOrderMark: 0 };

/** Encodings in which an ASCII byte does not always mean that character, or that no XML reader accepts. */
const NOT_ASCII_COMPATIBLE = new Set(['iso-2022-jp', 'replacement', 'utf-16le', 'utf-16be']);

/**
 * Detects the encoding from the first bytes: byte order mark, UTF-16 pattern, then the XML declaration.
 * @throws ProblemError `encoding-unsupported`
 */
export function detectEncoding(head: Uint8Array, file: string): TextEncoding {
  const startsWith = (...bytes: number[]): boolean => bytes.every((byte, i) => head[i] === byte);
  if (startsWith(0xff, 0xfe, 0, 0) || startsWith(0, 0, 0xfe, 0xff) || startsWith(0, 0, 0, 0x3c) || startsWith(0x3c, 0, 0, 0)) {
    throw new ProblemError('encoding-unsupported', { file, encoding: 'UTF-32' });
  }
  if (startsWith(0x4c, 0x6f, 0xa7, 0x94)) throw new ProblemError('encoding-unsupported', { file, encoding: 'EBCDIC' });
  if (startsWith(0xff, 0xfe)) return { label: 'utf-16le', unitWidth: 2, littleEndian: true, byteOrderMark: 2 };
  if (startsWith(0xfe, 0xff)) return { label: 'utf-16be', unitWidth: 2, littleEndian: false, byteOrderMark: 2 };
  if (startsWith(0x3c, 0)) return { label: 'utf-16le', unitWidth: 2, littleEndian: true, byteOrderMark: 0 };
  if (startsWith(0, 0x3c)) return { label: 'utf-16be', unitWidth: 2, littleEndian: false, byteOrderMark: 0 };
  if (startsWith(0xef, 0xbb, 0xbf)) return { ...UTF_8, byteOrderMark: 3 };
  return declaredEncoding(head, file);
}

function declaredEncoding(head: Uint8Array, file: string): TextEncoding {
  const declaration = /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"'>]{1,40})["']/.exec(asciiText(head, 0, head.length));
  const declared = declaration?.[1];
  if (declared === undefined) return UTF_8;
  let label: string;
  try {
    label = new TextDecoder(declared).encoding;
  } catch {
    throw new ProblemError('encoding-unsupported', { file, encoding: declared });
  }
  // A UTF-16 declaration in a single-byte file: written by programs that convert a text and keep its first line.
  if (label === 'utf-16le' || label === 'utf-16be') return UTF_8;
  if (NOT_ASCII_COMPATIBLE.has(label)) throw new ProblemError('encoding-unsupported', { file, encoding: declared });
  return { ...UTF_8, label };
}

/** Units as the scanner needs them: ASCII unchanged, everything else as some value from 0x80 on. */
function foldToUnits(bytes: Uint8Array, encoding: TextEncoding): Uint8Array {
  if (encoding.unitWidth === 1) return bytes;
  const units = new Uint8Array(bytes.length >> 1);
  const low = encoding.littleEndian ? 0 : 1;
  for (let i = 0; i < units.length; i++) {
    const small = bytes[2 * i + low];
    units[i] = bytes[2 * i + 1 - low] === 0 && small < 0x80 ? small : 0x80 | small;
  }
  return units;
}

/** Up to this length, building a string unit by unit is faster than passing the units as arguments. */
const FEW = 12;

/** Units as a string of the same length; units from 0x80 on stay opaque. */
export function asciiText(units: Uint8Array, from: number, to: number): string {
  let text = '';
  if (to - from <= FEW) {
    for (let i = from; i < to; i++) text += String.fromCharCode(units[i]);
    return text;
  }
  for (let i = from; i < to; i += 4096) text += String.fromCharCode(...units.subarray(i, Math.min(to, i + 4096)));
  return text;
}

/** A section of the file: its units, the bytes they came from, and where it begins. */
export class TextWindow {
  readonly units: Uint8Array;
  /** File position of `units[0]` in units (0 is the first unit after the byte order mark). */
  readonly base: number;
  private readonly bytes: Uint8Array;
  private readonly width: number;
  private readonly isUtf8: boolean;
  private readonly decoder: InstanceType<typeof TextDecoder>;

  constructor(bytes: Uint8Array, base: number, encoding: TextEncoding, decoder = new TextDecoder(encoding.label, { ignoreBOM: true })) {
    this.bytes = bytes;
    this.units = foldToUnits(bytes, encoding);
    this.base = base;
    this.width = encoding.unitWidth;
    this.isUtf8 = encoding.label === 'utf-8';
    this.decoder = decoder;
  }

  /** Whether equal units always mean equal characters. */
  get unitsAreBytes(): boolean {
    return this.width === 1;
  }

  /**
   * The characters of units [from, to) of this window, which must not end within a character. Where the file should be UTF-8
   * and these bytes are not, they are read as Windows-1252.
   */
  text(from: number, to: number): string {
    const bytes = this.raw(from, to);
    const text = this.decoder.decode(bytes);
    return this.isUtf8 && text.includes('\ufffd') && utf8Text(bytes) === null ? windows1252Text(bytes) : text;
  }

  /** The same, but of at most so many units: the last character is whole. */
  beginning(from: number, to: number, most: number): string {
    let end = Math.min(to, from + most);
    if (end === to) return this.text(from, to);
    // A decoder that expects more keeps back what is not a whole character.
    if (!this.isUtf8) return new TextDecoder(this.decoder.encoding, { ignoreBOM: true }).decode(this.raw(from, end), { stream: true });
    for (let left = 3; left > 0 && (this.units[end] & 0xc0) === 0x80; left--) end--;
    return this.text(from, end);
  }

  /** The bytes of units [from, to) of this window, not copied. */
  raw(from: number, to: number): Uint8Array {
    return this.bytes.subarray(from * this.width, to * this.width);
  }
}
