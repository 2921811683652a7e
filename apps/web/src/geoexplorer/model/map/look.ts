import type { Refusal } from './refusals.ts';

/** The place that is queried. */
export interface LookedAt {
  /** EPSG:3857. */
  readonly x: number;
  readonly y: number;
  /** Metres per pixel. */
  readonly resolution: number;
  /** Metres. */
  readonly tolerance: number;
}

/** A feature found at a place. `source` is its file or layer. */
export interface PlaceFeature {
  readonly source: string;
  readonly label: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  /** Which part of it could not be read, as a sentence. */
  readonly remark: string | null;
}

/** A source has no answer, for a reason that is not this page's fault or was logged where it happened. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  /** Set if the source answers nobody for a while. */
  readonly refusal: Refusal | null;

  constructor(message: string, { refusal = null, ...options }: ErrorOptions & { refusal?: Refusal | null } = {}) {
    super(message, options);
    this.refusal = refusal;
  }
}

/** Something that may know what is at a place. */
export interface Source {
  /** Identifies it among all sources. */
  readonly key: string;
  readonly name: string;
  /** Rejects with a `NoAnswerError`; any other error is a bug. */
  ask(place: LookedAt, signal: AbortSignal): Promise<readonly PlaceFeature[]>;
}
