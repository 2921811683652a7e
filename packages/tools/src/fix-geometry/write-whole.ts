import { writeSync } from 'node:fs';

/** Writes all bytes, in as many calls as it takes. @param place in the file; by default after the last write */
export function writeWhole(file: number, bytes: Uint8Array, place?: number): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, place === undefined ? null : place + at);
}
