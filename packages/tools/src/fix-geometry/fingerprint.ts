import { createHash } from 'node:crypto';
import type { CoordinateUnits, Layer } from '@geoinsights/geometry';

/**
 * What each feature of a layer holds, as a count and a hash of its positions, so that a written file can be compared with
 * what should stand in it without keeping both. The closing vertex of a ring is left out and the order of rings and of
 * the vertices in a ring does not matter: a format may turn a ring or sort shells before holes.
 */
export interface Fingerprints {
  readonly positions: Int32Array;
  readonly hashes: Int32Array;
}

export function fingerprintsOf(layer: Layer): Fingerprints {
  const featureCount = layer.featureOffsets.length - 1;
  const fingerprints = { positions: new Int32Array(featureCount), hashes: new Int32Array(featureCount) };
  for (let feature = 0; feature < featureCount; feature++) addFeature(layer, feature, fingerprints, feature);
  return fingerprints;
}

/** SHA-256 of a layer, bit by bit, and of how its coordinates measure the ground: equal ones are equal to every examination. */
export function digestOf(layer: Layer, units: CoordinateUnits): string {
  const hash = createHash('sha256').update(JSON.stringify(units));
  for (const column of [layer.xy, layer.z, layer.m, layer.ringOffsets, layer.partOffsets, layer.featureOffsets, layer.partKinds]) {
    hash.update(column === null ? 'null;' : `${column.length};`);
    if (column !== null) hash.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
  }
  return hash.digest('hex');
}

/** The first feature whose fingerprints differ, or -1 when all are equal. */
export function firstDifference(expected: Fingerprints, actual: Fingerprints): number {
  const count = Math.max(expected.positions.length, actual.positions.length);
  for (let feature = 0; feature < count; feature++) {
    if (expected.positions[feature] !== actual.positions[feature] || expected.hashes[feature] !== actual.hashes[feature]) return feature;
  }
  return -1;
}

const numbers = new Float64Array(4);
const words = new Int32Array(numbers.buffer);

function addFeature(layer: Layer, feature: number, into: Fingerprints, at: number): void {
  const { xy, z, m, ringOffsets, partOffsets, featureOffsets } = layer;
  let positions = 0;
  let sum = 0;
  for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
    for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
      const start = ringOffsets[ring];
      let end = ringOffsets[ring + 1];
      if (end - start > 1 && xy[2 * start] === xy[2 * end - 2] && xy[2 * start + 1] === xy[2 * end - 1]) end--;
      for (let vertex = start; vertex < end; vertex++) {
        // Adding 0 turns -0 into 0; an absent or NaN ordinate counts as 0, since formats write it in several ways.
        numbers[0] = xy[2 * vertex] + 0;
        numbers[1] = xy[2 * vertex + 1] + 0;
        numbers[2] = (z?.[vertex] ?? 0) || 0;
        numbers[3] = (m?.[vertex] ?? 0) || 0;
        let hash = 0;
        for (let i = 0; i < words.length; i++) hash = Math.imul(hash ^ words[i] ^ (hash >>> 15), 0x2c1b3c6d) + 0x165667b1;
        sum = (sum + hash) | 0;
        positions++;
      }
    }
  }
  into.positions[at] = positions;
  into.hashes[at] = sum;
}
