import { writeSync } from 'node:fs';

/** Writes all of the bytes, however many calls it takes. @param place in the file; where it was written last unless told */
export function writeWhole(file: number, bytes: Uint8Array, place?: number): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, place === undefined ? null : place + at);
}
