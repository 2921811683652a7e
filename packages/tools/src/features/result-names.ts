import { cutName, LONGEST_BASE_IN_BYTES } from '../files/distinct-names.ts';

/** What no file system of ours or theirs takes in a name. */
// eslint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u001f\u007f<>:"/\\|?*]+/g;
/** Names that Windows keeps for itself. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** A name for a file out of any text, such as a value of a field; without an extension. */
export function safeName(text: string, fallback: string): string {
  const cleaned = cutName(text.normalize('NFC').replace(UNSAFE, '_').replace(/[. ]+$/, '').trim(), LONGEST_BASE_IN_BYTES / 2);
  if (cleaned === '') return fallback;
  return RESERVED.test(cleaned) ? `_${cleaned}` : cleaned;
}

/** The name of a new dataset beside the one that it is made of: with a suffix where it would else be called the same. */
export function datasetName(source: string, suffix: string): string {
  return `${cutName(source, LONGEST_BASE_IN_BYTES)}${suffix}`;
}
