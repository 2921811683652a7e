import type { Refusal } from './refusals.ts';

/** Where someone looks. */
export interface LookedAt {
  /** EPSG:3857. */
  readonly x: number;
  readonly y: number;
  /** Metres a pixel. */
  readonly resolution: number;
  /** Metres. */
  readonly tolerance: number;
}

/** What was found at a place. `source` is the file or the layer that holds the feature. */
export interface PlaceFeature {
  readonly source: string;
  readonly label: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  /** What could not be read of it, as a sentence. */
  readonly remark: string | null;
}

/** Someone who was asked has no answer, for a reason that is no fault of this page or that was logged where it happened. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  /** Set when the one who was asked answers nobody for a while. */
  readonly refusal: Refusal | null;

  constructor(message: string, { refusal = null, ...options }: ErrorOptions & { refusal?: Refusal | null } = {}) {
    super(message, options);
    this.refusal = refusal;
  }
}

/** Someone who may know what lies at a place. */
export interface Source {
  readonly name: string;
  /** Rejects with a `NoAnswerError`; any other error is a fault of ours. */
  ask(place: LookedAt, signal: AbortSignal): Promise<readonly PlaceFeature[]>;
}
