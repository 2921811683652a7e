const LETTERS = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const PADDING = 0x3d;

/** Encodes bytes in base 64; returns the text as bytes. */
export function base64(bytes: Uint8Array): Uint8Array {
  const text = new Uint8Array(4 * Math.ceil(bytes.length / 3)).fill(PADDING);
  let to = 0;
  for (let at = 0; at < bytes.length; at += 3) {
    const left = Math.min(3, bytes.length - at);
    const triple = (bytes[at] << 16) | (left > 1 ? bytes[at + 1] << 8 : 0) | (left > 2 ? bytes[at + 2] : 0);
    for (let letter = 0; letter <= left; letter++) text[to + letter] = LETTERS[(triple >> (18 - 6 * letter)) & 63];
    to += 4;
  }
  return text;
}
