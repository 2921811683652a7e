import { ProblemError } from '@geoinsights/contract';

/** The limit of file systems. Results whose names would be longer are cut. */
const MAXIMUM_NAME_BYTES = 255;

/**
 * The name of an uploaded file as its owner will see it again: without folders, control characters and characters that change the text
 * direction (which make one name look like another).
 * @throws ProblemError invalid-file-name if nothing usable is left, file-name-too-long.
 */
export function cleanFileName(given: string): string {
  const base = given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1);
  const name = base
    .toWellFormed()
    .replace(/[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, '')
    .trim();
  if (name === '' || name === '.' || name === '..') throw new ProblemError('invalid-file-name');
  if (Buffer.byteLength(name) > MAXIMUM_NAME_BYTES) throw new ProblemError('file-name-too-long', { file: `${name.slice(0, 40).toWellFormed()}…`, limit: MAXIMUM_NAME_BYTES });
  return name;
}

const ENCODED_WORD = /^=\?(?<charset>[\w.:-]+)\?(?:b\?(?<base64>[A-Za-z0-9+/]+=*)|q\?(?<quoted>[!->@-~]*))\?=$/i;

/** The decoded name if it is written as in the head of a message (RFC 2047), as some programs do with names that are not ASCII; any other name as it is. */
export function decodedWord(name: string): string {
  const word = ENCODED_WORD.exec(name)?.groups;
  if (word === undefined) return name;
  const { charset, base64 = '', quoted = '' } = word;
  try {
    return new TextDecoder(charset, { fatal: true }).decode(base64 === '' ? unquoted(quoted) : Buffer.from(base64, 'base64'));
  } catch {
    // The charset is unknown, or the bytes are not valid in it: the name only looks like an encoded one.
    return name;
  }
}

function unquoted(text: string): Buffer {
  return Buffer.from(text.replaceAll('_', ' ').replace(/=([0-9a-f]{2})/gi, (_whole, code: string) => String.fromCharCode(parseInt(code, 16))), 'latin1');
}

/** Names with the same key are the same to people and to case-insensitive file systems. */
export function fileNameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** The name on disk of file `position` of an upload: nothing of the given name except a harmless extension. */
export function storedName(position: number, name: string): string {
  const extension = /\.[a-z0-9]{1,10}$/i.exec(name)?.[0].toLowerCase() ?? '';
  return `${String(position)}${extension}`;
}
