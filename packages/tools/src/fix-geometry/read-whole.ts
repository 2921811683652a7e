import { readSync } from 'node:fs';

/** Node reads fewer than 2^31 bytes at a time. */
const MOST_AT_A_TIME = 1 << 30;

/** Fills the bytes from a place in a file on, in as many calls as it takes. @returns how many there were, fewer at the end of the file */
export function readWhole(file: number, bytes: Uint8Array, place: number): number {
  let at = 0;
  for (let count = -1; count !== 0 && at < bytes.length; at += count) count = readSync(file, bytes, at, Math.min(bytes.length - at, MOST_AT_A_TIME), place + at);
  return at;
}
