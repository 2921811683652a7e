const strict = new TextDecoder('utf-8', { fatal: true });
/** Much faster than the strict one. */
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
const windows1252 = new TextDecoder('windows-1252');

/** The text of bytes in UTF-8; null if they are not UTF-8. */
export function utf8Text(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

/**
 * The text of bytes in Windows-1252, which programs in the Americas write where UTF-8 is declared or expected. Every byte is some
 * letter of it, so no value is lost.
 */
export function windows1252Text(bytes: Uint8Array): string {
  return windows1252.decode(bytes);
}

/** The text of bytes that should be UTF-8: if they are not, they are read as Windows-1252. A byte order mark is a character of it. */
export function likelyText(bytes: Uint8Array): string {
  const text = lenient.decode(bytes);
  return text.includes('\ufffd') && utf8Text(bytes) === null ? windows1252Text(bytes) : text;
}

/** The bytes without the incomplete UTF-8 character at their end; null if there is none. */
export function withoutCutCharacter(bytes: Uint8Array): Uint8Array | null {
  for (let behind = 1; behind <= Math.min(3, bytes.length); behind++) {
    const byte = bytes[bytes.length - behind];
    if (byte < 0x80) return null;
    if (byte < 0xc0) continue;
    const whole = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return whole > behind ? bytes.subarray(0, bytes.length - behind) : null;
  }
  return null;
}
