import { ProblemError } from '@geoinsights/contract/errors';
import { estimateWork, PIECE_SIZES } from '@geoinsights/geometry';
import type { Layer, PieceSizes, WorkEstimate } from '@geoinsights/geometry';

/** The cost limit above which a task is refused. */
export interface WorkBound {
  /** CPU seconds for files of a few vertices; the same again for every 10,000 vertices. */
  readonly seconds: number;
  /** CPU seconds for any file: what would take longer than a task may is not begun. */
  readonly mostSeconds: number;
  readonly memoryBytes: number;
}

/** The number of vertices that adds another `seconds` to a task's limit. */
const VERTICES_OF_SHARE = 10_000;
// Measured on dense layers of many kinds; bench/README.md has the curves, of the repair and of the land of its report.
const SECONDS_OF_VERTEX = 2e-6;
const SECONDS_OF_INTERSECTION = 16e-6 + 50e-6;
const SECONDS_OF_MEMBER = 0.6e-6 + 0.8e-6;
const SECONDS_OF_STACKED_PART = 10e-6 + 15e-6;
const SECONDS_OF_NESTED_RING = 0.2e-6;
const BYTES_OF_VERTEX = 100;
const BYTES_OF_INTERSECTION = 500;
const BYTES_OF_MEMBER = 11;
const BYTES_OF_STACKED_PART = 1000;
const BYTES_OF_NESTED_RING = 12;
/** For a layer cut into pieces: its coordinates, its changes, and its report. */
const BYTES_OF_KEPT_VERTEX = 35;
/** Smaller layers are hardly cut into more than a few pieces, which take as much memory as the whole. */
const SMALLEST_CUT_LAYER = 4 * PIECE_SIZES.vertices;
/** If borders are matched, a layer that is not cut may take this many times its minimum memory. */
const MOST_OF_LEAST = 2;
const GIBIBYTE = 1024 ** 3;

/** Estimates the CPU seconds of a repair with its report, or of a check; accurate to a factor of two. */
function secondsFor({ vertices, intersections, depth, stacked, nested }: WorkEstimate): number {
  return vertices * SECONDS_OF_VERTEX + intersections * (SECONDS_OF_INTERSECTION + depth * SECONDS_OF_MEMBER) + stacked * SECONDS_OF_STACKED_PART + nested * SECONDS_OF_NESTED_RING;
}

/** The minimum memory of a repair in bytes. Of a layer cut into pieces, one piece is examined at a time. */
export function bytesFor({ vertices, intersections, depth, stacked, nested }: WorkEstimate, smallestLayer: number = PIECE_SIZES.smallestLayer): number {
  const whole = vertices * BYTES_OF_VERTEX + intersections * (BYTES_OF_INTERSECTION + depth * BYTES_OF_MEMBER) + stacked * BYTES_OF_STACKED_PART + nested * BYTES_OF_NESTED_RING;
  return vertices <= smallestLayer ? whole : vertices * BYTES_OF_KEPT_VERTEX + (whole * PIECE_SIZES.vertices) / vertices;
}

/** Adds up the expected cost of a task's layers, and refuses the layer that exceeds the limit. */
export class WorkBudget {
  readonly #bound: WorkBound | null;
  #seconds = 0;
  #vertices = 0;

  /** @param bound null to refuse nothing, and count nothing. */
  constructor(bound: WorkBound | null) {
    this.#bound = bound;
  }

  /**
   * @returns how to cut the layer. With little memory, smaller layers are cut too, although their repair then takes half as long again.
   * @throws ProblemError task-too-costly, naming the file; a refused layer is not counted.
   */
  spend(layer: Layer, file: string): PieceSizes {
    if (this.#bound === null) return PIECE_SIZES;
    const { seconds, mostSeconds, memoryBytes } = this.#bound;
    const estimate = expectedWork(layer);
    const vertices = this.#vertices + estimate.vertices;
    const limit = Math.min(mostSeconds, seconds * (1 + vertices / VERTICES_OF_SHARE));
    const need = this.#seconds + secondsFor(estimate);
    if (need > limit) throw tooCostly(file, estimate, `${roundly(need)} seconds of CPU time`, roundly(limit));
    const smallestLayer = MOST_OF_LEAST * bytesFor(estimate) > memoryBytes ? SMALLEST_CUT_LAYER : PIECE_SIZES.smallestLayer;
    const bytes = bytesFor(estimate, smallestLayer);
    if (bytes > memoryBytes) throw tooCostly(file, estimate, `${(bytes / GIBIBYTE).toPrecision(2)} GiB of memory`, `${(memoryBytes / GIBIBYTE).toPrecision(2)} GiB`);
    this.#seconds = need;
    this.#vertices = vertices;
    return { ...PIECE_SIZES, smallestLayer };
  }
}

/**
 * For a layer cut into pieces, only the vertices count: so large a file may take hours, and counting its crossings would take as much
 * memory as the repair. The limits of time and memory bound it.
 */
function expectedWork(layer: Layer): WorkEstimate {
  const vertices = layer.xy.length / 2;
  return vertices > PIECE_SIZES.smallestLayer ? { vertices, intersections: 0, depth: 1, stacked: 0, nested: 0 } : estimateWork(layer);
}

function tooCostly(file: string, estimate: WorkEstimate, need: string, limit: string): ProblemError {
  return new ProblemError('task-too-costly', { file, found: foundIn(estimate), need, limit });
}

/** What costs most, as the end of a sentence. */
function foundIn({ intersections, depth, stacked, nested }: WorkEstimate): string {
  if (nested > intersections && nested * SECONDS_OF_NESTED_RING > stacked * SECONDS_OF_STACKED_PART) return `rings lie within other rings of their feature about ${roundly(nested)} times`;
  if (stacked > intersections) return `features lie on top of each other about ${roundly(stacked)} times`;
  return `borders cross or touch in about ${roundly(intersections)} places, and in each of them about ${roundly(Math.max(1, depth))} features overlap`;
}

/** An estimate rounded to two digits. */
function roundly(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en');
}
