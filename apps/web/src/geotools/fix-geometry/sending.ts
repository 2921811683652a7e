/** How far an upload is. */
export interface Sending {
  /** Share of the bytes that were sent, 0 to 1; undefined once all are there and the server works on them. */
  readonly share: number | undefined;
  /** Whether nothing can be sent at the moment; it goes on by itself. */
  readonly isBroken: boolean;
}

/** Reason of an abort after which nothing is to be kept on the server. */
export const STOPPED = new DOMException('The upload was stopped.', 'AbortError');
