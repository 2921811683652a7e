import { createHash } from 'node:crypto';
import type { ChangedFeatures, CoordinateUnits, Layer } from '@geoinsights/geometry';

/**
 * The content of each feature of a layer as a count and a hash of its positions, so that a written file can be compared with
 * what it should contain without keeping both. The closing vertex of a ring is left out if it repeats the first one in all ordinates, and
 * neither the order of rings nor of the vertices in a ring matters: a format may reverse a ring or sort shells before holes.
 */
export interface Fingerprints {
  readonly positions: Int32Array;
  readonly hashes: Int32Array;
}

/** Of a layer, or of the layer with changes applied. */
export function fingerprintsOf(layer: Layer, changes: ChangedFeatures | null = null): Fingerprints {
  const featureCount = layer.featureOffsets.length - 1;
  const fingerprints = { positions: new Int32Array(featureCount), hashes: new Int32Array(featureCount) };
  for (const { from, first, start, end } of runsOf(layer, changes)) {
    for (let feature = start; feature < end; feature++) addFeature(from, first + feature - start, fingerprints, feature);
  }
  return fingerprints;
}

/**
 * SHA-256 of a layer, or of the layer with changes applied, bit by bit, and of how its coordinates measure the ground: layers with
 * equal digests are equal to every check. Each column has its own hash, so that one pass over the layer is enough.
 */
export function digestOf(layer: Layer, units: CoordinateUnits, changes: ChangedFeatures | null = null): string {
  const columns = { xy: createHash('sha256'), z: createHash('sha256'), m: createHash('sha256'), rings: createHash('sha256'), parts: createHash('sha256'), features: createHash('sha256'), kinds: createHash('sha256') };
  for (const run of runsOf(layer, changes)) {
    const { from } = run;
    const { features, parts, rings, vertices } = spanOf(run);
    columns.xy.update(bytesOf(from.xy, 2 * vertices[0], 2 * vertices[1]));
    if (from.z !== null) columns.z.update(bytesOf(from.z, ...vertices));
    if (from.m !== null) columns.m.update(bytesOf(from.m, ...vertices));
    columns.rings.update(lengthsOf(from.ringOffsets, rings));
    columns.parts.update(lengthsOf(from.partOffsets, parts));
    columns.features.update(lengthsOf(from.featureOffsets, features));
    columns.kinds.update(bytesOf(from.partKinds, ...parts));
  }
  const whole = createHash('sha256').update(JSON.stringify([units, layer.z !== null, layer.m !== null]));
  for (const column of Object.values(columns)) whole.update(column.digest());
  return whole.digest('hex');
}

/** For each of [first, end), how many items of the level below it has. */
function lengthsOf(offsets: Int32Array, [first, end]: readonly [number, number]): Uint8Array {
  const lengths = new Int32Array(end - first);
  for (let i = first; i < end; i++) lengths[i - first] = offsets[i + 1] - offsets[i];
  return bytesOf(lengths, 0, lengths.length);
}

/** Features [start, end) of the changed layer, which are contiguous in `from`, starting at its feature `first`. */
interface Run {
  readonly from: Layer;
  readonly first: number;
  readonly start: number;
  readonly end: number;
}

function* runsOf(layer: Layer, changes: ChangedFeatures | null): Generator<Run> {
  const featureCount = layer.featureOffsets.length - 1;
  const changed = changes?.features ?? new Int32Array(0);
  let [feature, next] = [0, 0];
  while (feature < featureCount) {
    const start = feature;
    if (changes !== null && changed[next] === feature) {
      const { patch, entry } = changes.at(next);
      yield { from: patch.geometry, first: entry, start, end: feature + 1 };
      [next, feature] = [next + 1, feature + 1];
    } else {
      feature = next < changed.length ? changed[next] : featureCount;
      yield { from: layer, first: start, start, end: feature };
    }
  }
}

/** The range of a run in each column: first and end. */
interface Span {
  readonly features: readonly [number, number];
  readonly parts: readonly [number, number];
  readonly rings: readonly [number, number];
  readonly vertices: readonly [number, number];
}

function spanOf({ from, first, start, end }: Run): Span {
  const within = (offsets: Int32Array, [begin, behind]: readonly [number, number]): readonly [number, number] => [offsets[begin], offsets[behind]];
  const features = [first, first + end - start] as const;
  const parts = within(from.featureOffsets, features);
  const rings = within(from.partOffsets, parts);
  return { features, parts, rings, vertices: within(from.ringOffsets, rings) };
}

function bytesOf(column: ArrayBufferView, first: number, end: number): Uint8Array {
  const width = 'BYTES_PER_ELEMENT' in column ? Number(column.BYTES_PER_ELEMENT) : 1;
  return new Uint8Array(column.buffer, column.byteOffset + first * width, (end - first) * width);
}

/** The first feature whose fingerprints differ, or -1 if all are equal. */
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
      // Where its height differs, a reversed ring begins with that height.
      if (end - start > 1 && xy[2 * start] === xy[2 * end - 2] && xy[2 * start + 1] === xy[2 * end - 1] && isRepeated(z, start, end - 1) && isRepeated(m, start, end - 1)) end--;
      for (let vertex = start; vertex < end; vertex++) {
        // Adding 0 turns -0 into 0.
        numbers[0] = xy[2 * vertex] + 0;
        numbers[1] = xy[2 * vertex + 1] + 0;
        numbers[2] = ordinateAt(z, vertex);
        numbers[3] = ordinateAt(m, vertex);
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

function isRepeated(ordinates: Float64Array | null, first: number, last: number): boolean {
  return ordinates === null || ordinateAt(ordinates, first) === ordinateAt(ordinates, last);
}

/** An absent or NaN ordinate counts as 0, since formats write it in several ways. */
function ordinateAt(ordinates: Float64Array | null, vertex: number): number {
  return (ordinates?.[vertex] ?? 0) || 0;
}
