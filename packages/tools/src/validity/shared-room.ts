import type { JudgedFeatures } from './judge.ts';

/** Memory that both threads see, in which features lie while they are judged. It is used again, so that nothing is left to be collected. */
export interface SharedRoom {
  /** Tells rooms apart. A larger one takes the number of the one that it replaces. */
  readonly number: number;
  readonly memory: SharedArrayBuffer;
}

/** How many there are of each, in the order in which their arrays lie in the room. */
export interface Counts {
  readonly vertices: number;
  readonly rings: number;
  readonly parts: number;
  readonly features: number;
  readonly hasApart: boolean;
}

/** What the thread is sent. The memory of a room comes with its first features. */
export interface Question {
  readonly room: number;
  readonly memory: SharedArrayBuffer | null;
  readonly counts: Counts;
}

/** What it answers to each question, in the same order: the features that are not valid. */
export type Answer = Pick<Question, 'room'> & { readonly invalid: readonly number[] };

export function countsOf({ geometry: { xy, ringOffsets, partOffsets, featureOffsets }, areApart }: JudgedFeatures): Counts {
  return { vertices: xy.length / 2, rings: ringOffsets.length - 1, parts: partOffsets.length - 1, features: featureOffsets.length - 1, hasApart: areApart !== null };
}

export function bytesFor({ vertices, rings, parts, features }: Counts): number {
  return 16 * vertices + 4 * (rings + parts + features + 3) + parts + features;
}

/** The arrays of features in a room. */
export function featuresIn(memory: SharedArrayBuffer, { vertices, rings, parts, features, hasApart }: Counts): JudgedFeatures {
  const offsets = 16 * vertices;
  const marks = offsets + 4 * (rings + parts + features + 3);
  const geometry = {
    xy: new Float64Array(memory, 0, 2 * vertices),
    ringOffsets: new Int32Array(memory, offsets, rings + 1),
    partOffsets: new Int32Array(memory, offsets + 4 * (rings + 1), parts + 1),
    featureOffsets: new Int32Array(memory, offsets + 4 * (rings + parts + 2), features + 1),
    partKinds: new Uint8Array(memory, marks, parts),
  };
  return { geometry, areApart: hasApart ? new Uint8Array(memory, marks + parts, features) : null };
}

export function copyInto(memory: SharedArrayBuffer, counts: Counts, features: JudgedFeatures): void {
  const copy = featuresIn(memory, counts);
  for (const name of ['xy', 'ringOffsets', 'partOffsets', 'featureOffsets', 'partKinds'] as const) copy.geometry[name].set(features.geometry[name]);
  if (features.areApart !== null) copy.areApart?.set(features.areApart);
}
