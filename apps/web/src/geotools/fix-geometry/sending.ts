/** The progress of an upload. */
export interface Sending {
  /** Share of the bytes that were sent, 0 to 1; undefined once all have arrived and the server works on them. */
  readonly share: number | undefined;
  /** Whether nothing can be sent at the moment; the upload continues by itself. */
  readonly isBroken: boolean;
}

/** The reason of an abort after which the server must keep nothing. */
export const STOPPED = new DOMException('The upload was stopped.', 'AbortError');
