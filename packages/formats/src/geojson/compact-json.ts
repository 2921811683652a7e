import { looseJson } from './loose-json.ts';

const BLANK = /[ \t\r\n]/;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * JSON text without white space between tokens; numbers keep their spelling.
 * @param text well-formed except for bare words (NaN), which become null.
 */
export function compactJson(text: string): string {
  const plain = isJson(text) ? text : JSON.stringify(looseJson(text));
  return BLANK.test(plain) ? withoutBlanks(plain) : plain;
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function withoutBlanks(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = closeOf(text, at);
    } else if (code <= 0x20) {
      if (at > from) pieces.push(text.slice(from, at));
      from = at + 1;
    }
  }
  pieces.push(text.slice(from));
  return pieces.join('');
}

/** The position of the quote that closes the string opened at `open`. */
function closeOf(text: string, open: number): number {
  let at = open + 1;
  for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(at)) at += code === BACKSLASH ? 2 : 1;
  return at;
}
