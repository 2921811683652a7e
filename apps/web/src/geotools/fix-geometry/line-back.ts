import { CallFailed } from '@geoinsights/contract';
import type { Attempts } from '@geoinsights/contract';
import { percentOf } from './quantities.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

interface Waiting {
  /** Aborts the waiting, with its reason. */
  readonly signal: AbortSignal;
  /** Whether a failure is one of the connection, so that a later attempt may succeed. */
  readonly isPassing: (error: unknown) => boolean;
  /** Called each time the connection breaks. */
  readonly onBreak: () => void;
}

/** Repeats an attempt with growing pauses as long as it fails for want of a connection, and at once when the browser is online again. */
export async function untilTheLineIsBack<Outcome>(attempt: () => Promise<Outcome>, { signal, isPassing, onBreak }: Waiting): Promise<Outcome> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    const began = performance.now();
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error)) throw error;
      onBreak();
      // The connection held for a while, so this is a new break and the pauses start over.
      if (performance.now() - began > LONGEST_WAIT_MS) wait = FIRST_WAIT_MS;
      await lineOrTime(wait, signal);
    }
  }
}

/** Resolves when the browser is online again or the time is over; rejects when aborted. */
function lineOrTime(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(signal.reason instanceof Error ? signal.reason : new DOMException('Stopped.', 'AbortError'));
      else resolve();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}

/** Something on the way is temporarily unavailable, or the server is still ending an earlier attempt of ours. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 423, 502, 503, 504]);

/** Whether a call failed for want of a connection, or of a server for the moment. */
export function isPassingFailure(error: unknown): boolean {
  return error instanceof CallFailed && (error.status === null || PASSING.has(error.status));
}

/** Attempts at a download that goes on when the line is back, once the server has begun to send the file. */
export function attemptsUntilTheLineIsBack(waiting: Pick<Waiting, 'signal' | 'onBreak'>): Attempts {
  return (attempt, hasBegun) => untilTheLineIsBack(attempt, { ...waiting, isPassing: (error) => hasBegun() && isPassingFailure(error) });
}

/** The words for an upload or a download that waits. @param share what is done, if that is known */
export function lostLineWords(what: 'upload' | 'download', share: number | undefined): string {
  return `The connection was lost${share === undefined ? '' : ` at ${String(percentOf(share))} %`}; the ${what} continues when it is back.`;
}
