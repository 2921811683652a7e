import { closeSync, openSync, readFileSync } from 'node:fs';
import { releaseFindings } from '@geoinsights/geometry';
import type { Findings } from '@geoinsights/geometry';
import { writeWhole } from './write-whole.ts';

/** Bytes per finding: position, measure, two features, kind and action. */
const FINDING_BYTES = 8 * 3 + 4 * 2 + 2;

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

function read(place: string, count: number): Findings {
  const bytes = Uint8Array.from(readFileSync(place));
  if (bytes.length !== count * FINDING_BYTES) throw new Error('The findings that were kept on the disk are not there any more.');
  const { buffer } = bytes;
  return {
    count,
    xy: new Float64Array(buffer, 0, 2 * count),
    measure: new Float64Array(buffer, 16 * count, count),
    feature: new Int32Array(buffer, 24 * count, count),
    other: new Int32Array(buffer, 28 * count, count),
    kind: new Uint8Array(buffer, 32 * count, count),
    action: new Uint8Array(buffer, 33 * count, count),
  };
}
