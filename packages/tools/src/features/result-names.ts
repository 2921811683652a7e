import { cutName, LONGEST_BASE_IN_BYTES } from '../files/distinct-names.ts';

/** Characters that some file system does not allow in a name. */
// eslint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u001f\u007f<>:"/\\|?*]+/g;
/** Characters that change the direction of text, so that one name looks like another. */
const TURNING = /[\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
/** No more of a text is considered, since a field value may have many megabytes. In UTF-16 units. */
const LONGEST_TEXT = 4096;
/** Names reserved by Windows, whatever follows a point. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d) *(\.|$)/i;

/** Without the points and blanks at the end of a name, which Windows leaves out. */
function withoutEnd(name: string): string {
  let end = name.length;
  while (name[end - 1] === '.' || name[end - 1] === ' ') end--;
  return name.slice(0, end);
}

/** Turns any text, such as a field value, into a file name without extension. */
export function safeName(text: string, fallback: string): string {
  const cleaned = cutName(withoutEnd(text.slice(0, LONGEST_TEXT).toWellFormed().normalize('NFC').replace(TURNING, '').replace(UNSAFE, '_')).trim(), LONGEST_BASE_IN_BYTES / 2);
  if (cleaned === '') return fallback;
  return RESERVED.test(cleaned) ? `_${cleaned}` : cleaned;
}

/** The beginning of the names of the parts of a dataset, short enough for all of them to follow it after a hyphen. */
export function beginningOfParts(source: string, parts: readonly string[]): string {
  const longest = parts.reduce((most, part) => Math.max(most, Buffer.byteLength(part)), 0);
  return cutName(source, Math.max(0, LONGEST_BASE_IN_BYTES - longest - 1));
}

/** The name of a new dataset derived from another one: with a suffix if the names would otherwise be equal. */
export function datasetName(source: string, suffix: string): string {
  return `${cutName(source, LONGEST_BASE_IN_BYTES)}${suffix}`;
}
