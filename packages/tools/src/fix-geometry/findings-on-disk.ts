import { closeSync, openSync } from 'node:fs';
import { releaseFindings } from '@geoinsights/geometry';
import type { Findings } from '@geoinsights/geometry';
import { readWhole } from './read-whole.ts';
import { writeWhole } from './write-whole.ts';

/**
 * Moves the findings of a large layer to a file until its report is written.
 * @param place path of the file, which is removed with its folder @returns a function that reads them back
 */
export function moveToDisk(findings: Findings, place: string): () => Findings {
  const { count, xy, measure, feature, other, kind, action } = findings;
  const file = openSync(place, 'wx', 0o600);
  try {
    for (const { buffer, byteOffset, byteLength } of [xy, measure, feature, other, kind, action]) writeWhole(file, new Uint8Array(buffer, byteOffset, byteLength));
  } finally {
    closeSync(file);
  }
  releaseFindings(findings);
  return () => read(place, count);
}

/** Each array is read into its place: the file may be larger than Node reads at once, and than there is memory for a copy. */
function read(place: string, count: number): Findings {
  const file = openSync(place, 'r');
  try {
    let at = 0;
    const filled = <Numbers extends Float64Array | Int32Array | Uint8Array>(numbers: Numbers): Numbers => {
      const { buffer, byteOffset, byteLength } = numbers;
      if (readWhole(file, new Uint8Array(buffer, byteOffset, byteLength), at) < byteLength) throw new Error('The findings that were kept on the disk are not there any more.');
      at += byteLength;
      return numbers;
    };
    return {
      count,
      xy: filled(new Float64Array(2 * count)),
      measure: filled(new Float64Array(count)),
      feature: filled(new Int32Array(count)),
      other: filled(new Int32Array(count)),
      kind: filled(new Uint8Array(count)),
      action: filled(new Uint8Array(count)),
    };
  } finally {
    closeSync(file);
  }
}
