import { createHash } from 'node:crypto';
import type { CoordinateUnits, Layer, Patch } from '@geoinsights/geometry';

/**
 * What each feature of a layer holds, as a count and a hash of its positions, so that a written file can be compared with
 * what should stand in it without keeping both. The closing vertex of a ring is left out and the order of rings and of
 * the vertices in a ring does not matter: a format may turn a ring or sort shells before holes.
 */
export interface Fingerprints {
  readonly positions: Int32Array;
  readonly hashes: Int32Array;
}

/** Of a layer, or of what a patch makes of it. */
export function fingerprintsOf(layer: Layer, patch: Patch | null = null): Fingerprints {
  const featureCount = layer.featureOffsets.length - 1;
  const fingerprints = { positions: new Int32Array(featureCount), hashes: new Int32Array(featureCount) };
  for (const { from, first, start, end } of runsOf(layer, patch)) {
    for (let feature = start; feature < end; feature++) addFeature(from, first + feature - start, fingerprints, feature);
  }
  return fingerprints;
}

/**
 * SHA-256 of a layer, or of what a patch makes of it, bit by bit, and of how its coordinates measure the ground: equal ones are equal to
 * every examination.
 */
export function digestOf(layer: Layer, units: CoordinateUnits, patch: Patch | null = null): string {
  const hash = createHash('sha256').update(JSON.stringify(units));
  const runs = [...runsOf(layer, patch)].map(spanOf);
  const addColumn = (columnIn: (of: Layer) => ArrayBufferView | null, entries: (span: Span) => readonly [number, number], width: number): void => {
    if (columnIn(layer) === null) {
      hash.update('null;');
      return;
    }
    hash.update(`${runs.reduce((sum, span) => sum + (entries(span)[1] - entries(span)[0]) * width, 0)};`);
    for (const span of runs) {
      const column = columnIn(span.from);
      const [first, end] = entries(span);
      if (column !== null) hash.update(bytesOf(column, first * width, end * width));
    }
  };
  const addOffsets = (offsetsIn: (of: Layer) => Int32Array, entries: (span: Span) => readonly [number, number]): void => {
    const offsets = new Int32Array(runs.reduce((sum, span) => sum + entries(span)[1] - entries(span)[0], 1));
    let [at, last] = [0, 0];
    for (const span of runs) {
      const from = offsetsIn(span.from);
      const [first, end] = entries(span);
      for (let i = first; i < end; i++) offsets[++at] = last += from[i + 1] - from[i];
    }
    hash.update(`${offsets.length};`).update(bytesOf(offsets, 0, offsets.length));
  };
  addColumn(({ xy }) => xy, ({ vertices }) => vertices, 2);
  addColumn(({ z }) => z, ({ vertices }) => vertices, 1);
  addColumn(({ m }) => m, ({ vertices }) => vertices, 1);
  addOffsets(({ ringOffsets }) => ringOffsets, ({ rings }) => rings);
  addOffsets(({ partOffsets }) => partOffsets, ({ parts }) => parts);
  addOffsets(({ featureOffsets }) => featureOffsets, ({ features }) => features);
  addColumn(({ partKinds }) => partKinds, ({ parts }) => parts, 1);
  return hash.digest('hex');
}

/** Features [start, end) of what a patch makes of a layer, which stand behind each other in `from`, from its feature `first` on. */
interface Run {
  readonly from: Layer;
  readonly first: number;
  readonly start: number;
  readonly end: number;
}

function* runsOf(layer: Layer, patch: Patch | null): Generator<Run> {
  const featureCount = layer.featureOffsets.length - 1;
  const changed = patch?.features ?? new Int32Array(0);
  let [feature, next] = [0, 0];
  while (feature < featureCount) {
    const start = feature;
    if (patch !== null && changed[next] === feature) {
      const first = next;
      while (changed[next] === feature) [next, feature] = [next + 1, feature + 1];
      yield { from: patch.geometry, first, start, end: feature };
    } else {
      feature = next < changed.length ? changed[next] : featureCount;
      yield { from: layer, first: start, start, end: feature };
    }
  }
}

/** What a run has of each column: the first, and the one behind the last. */
interface Span {
  readonly from: Layer;
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
  return { from, features, parts, rings, vertices: within(from.ringOffsets, rings) };
}

function bytesOf(column: ArrayBufferView, first: number, end: number): Uint8Array {
  const width = 'BYTES_PER_ELEMENT' in column ? Number(column.BYTES_PER_ELEMENT) : 1;
  return new Uint8Array(column.buffer, column.byteOffset + first * width, (end - first) * width);
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
