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
  /** Which part of it is not here, as a sentence. */
  readonly remark: string | null;
}

/** What a source knows of a place. */
export interface PlaceAnswer {
  readonly features: readonly PlaceFeature[];
  /** A sentence if more features lie there than these: that they do, and how to see them. */
  readonly more: string | null;
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

/** @param whose the features of whom, as in "das suas áreas" */
export function moreSentence(whose: string, listed: number, advice: string): string {
  return `Há mais feições ${whose} neste ponto: só ${listed === 1 ? 'a primeira está' : `as ${String(listed)} primeiras estão`} na lista. Aproxime o mapa e consulte o ponto de novo${advice}.`;
}

/** @param left the number of attributes that are not listed */
export function leftOutSentence(listed: number, left: number): string {
  return `Só ${listed === 1 ? 'o primeiro atributo está' : `os ${String(listed)} primeiros atributos estão`} na lista: ${left === 1 ? 'falta 1' : `faltam ${String(left)}`}.`;
}

/** Something that may know what is at a place. */
export interface Source {
  /** Identifies it among all sources. */
  readonly key: string;
  readonly name: string;
  /** Rejects with a `NoAnswerError`; any other error is a bug. */
  ask(place: LookedAt, signal: AbortSignal): Promise<PlaceAnswer>;
}
