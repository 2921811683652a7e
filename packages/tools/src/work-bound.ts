import { ProblemError } from '@geoinsights/contract/errors';
import { estimateWork, PIECE_SIZES } from '@geoinsights/geometry';
import type { Layer, PieceSizes, WorkEstimate } from '@geoinsights/geometry';

/** What a task may cost before it is refused. */
export interface WorkBound {
  /** Of a processor, for files of a few vertices; as many again for every 10,000 vertices. */
  readonly seconds: number;
  readonly memoryBytes: number;
}

/** Vertices that add the whole of `seconds` to what a task may take. */
const VERTICES_OF_SHARE = 10_000;
// Measured on 2026-11-23 on dense layers of many kinds; bench/README.md has the curve.
const SECONDS_OF_VERTEX = 2e-6;
const SECONDS_OF_MEETING = 16e-6;
const SECONDS_OF_MEMBER = 0.6e-6;
const BYTES_OF_VERTEX = 100;
const BYTES_OF_MEETING = 500;
const BYTES_OF_MEMBER = 11;
/** Of a layer that is cut into pieces: its coordinates, what changed, and what is told of it. */
const BYTES_OF_KEPT_VERTEX = 35;
/** Smaller layers are hardly cut into more than a few pieces, which hold as much as the whole. */
const SMALLEST_CUT_LAYER = 4 * PIECE_SIZES.vertices;
/** Where borders are matched, a layer that is not cut may take so many times what it takes at least. */
const MOST_OF_LEAST = 2;
const GIBIBYTE = 1024 ** 3;

/** Seconds of a processor that a repair takes; within a factor of two. */
export function secondsFor({ vertices, meetings, depth }: WorkEstimate): number {
  return vertices * SECONDS_OF_VERTEX + meetings * (SECONDS_OF_MEETING + depth * SECONDS_OF_MEMBER);
}

/** Bytes that a repair takes at least. Of a layer that is cut one piece is examined at a time. */
export function bytesFor({ vertices, meetings, depth }: WorkEstimate, smallestLayer: number = PIECE_SIZES.smallestLayer): number {
  const whole = vertices * BYTES_OF_VERTEX + meetings * (BYTES_OF_MEETING + depth * BYTES_OF_MEMBER);
  return vertices <= smallestLayer ? whole : vertices * BYTES_OF_KEPT_VERTEX + (whole * PIECE_SIZES.vertices) / vertices;
}

/** Adds up what the layers of a task will cost, and refuses the one with which it is too much. */
export class WorkBudget {
  readonly #bound: WorkBound | null;
  #seconds = 0;
  #vertices = 0;

  /** @param bound null to refuse nothing, and count nothing. */
  constructor(bound: WorkBound | null) {
    this.#bound = bound;
  }

  /**
   * @returns how the layer is cut: also a smaller one where there is little memory, though its repair takes half as long again then.
   * @throws ProblemError task-too-costly, naming the file; what was refused is not counted.
   */
  spend(layer: Layer, file: string): PieceSizes {
    if (this.#bound === null) return PIECE_SIZES;
    const { seconds, memoryBytes } = this.#bound;
    const estimate = expectedWork(layer);
    const vertices = this.#vertices + estimate.vertices;
    const limit = seconds * (1 + vertices / VERTICES_OF_SHARE);
    const need = this.#seconds + secondsFor(estimate);
    if (need > limit) throw tooCostly(file, estimate, `${roundly(need)} seconds of a processor`, roundly(limit));
    const smallestLayer = MOST_OF_LEAST * bytesFor(estimate) > memoryBytes ? SMALLEST_CUT_LAYER : PIECE_SIZES.smallestLayer;
    const bytes = bytesFor(estimate, smallestLayer);
    if (bytes > memoryBytes) throw tooCostly(file, estimate, `${(bytes / GIBIBYTE).toPrecision(2)} GiB of memory`, `${(memoryBytes / GIBIBYTE).toPrecision(2)} GiB`);
    this.#seconds = need;
    this.#vertices = vertices;
    return { ...PIECE_SIZES, smallestLayer };
  }
}

/**
 * Of a layer that is cut into pieces the vertices alone: so large a file may take hours, and counting its crossings would take as much
 * memory as it does. The limits of time and memory are its bound.
 */
function expectedWork(layer: Layer): WorkEstimate {
  const vertices = layer.xy.length / 2;
  return vertices > PIECE_SIZES.smallestLayer ? { vertices, meetings: 0, depth: 1 } : estimateWork(layer);
}

function tooCostly(file: string, { meetings, depth }: WorkEstimate, need: string, limit: string): ProblemError {
  return new ProblemError('task-too-costly', { file, meetings: roundly(meetings), depth: roundly(depth), need, limit });
}

/** An estimate in two digits. */
function roundly(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en');
}
