import type { Retry } from './retry.ts';

/** A call that did not succeed. The message is a sentence for people, the server's own if it gave one. */
export class CallFailed extends Error {
  /** The HTTP status, or null if there was no response. */
  readonly status: number | null;
  /** The code of the error table, if the server gave one. */
  readonly code: string | null;
  /** When to try again, if the server stated it. */
  readonly retry: Retry | null;

  constructor(message: string, status: number | null, { code = null, retry = null, ...options }: ErrorOptions & { code?: string | null; retry?: Retry | null } = {}) {
    super(message, options);
    this.name = 'CallFailed';
    this.status = status;
    this.code = code;
    this.retry = retry;
  }
}

/** A network failure gets a message in words; an abort stays an abort. */
export async function reached<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new CallFailed('The server could not be reached. Check your connection and try again.', null, { cause });
  }
}
