const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

interface Waiting {
  /** Breaks the waiting off, with its reason. */
  readonly signal: AbortSignal;
  /** Whether a failure is one of the line, which comes back. */
  readonly isPassing: (error: unknown) => boolean;
  /** Told each time that the line broke. */
  readonly onBreak: () => void;
}

/** Does something again and again, ever more seldom, as long as it fails for want of a line; at once when the browser says that it is back. */
export async function untilTheLineIsBack<Outcome>(attempt: () => Promise<Outcome>, { signal, isPassing, onBreak }: Waiting): Promise<Outcome> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    const began = performance.now();
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error)) throw error;
      onBreak();
      // It held for a while: this is another break, not the same one.
      if (performance.now() - began > LONGEST_WAIT_MS) wait = FIRST_WAIT_MS;
      await lineOrTime(wait, signal);
    }
  }
}

/** Resolves when the browser is online again, or after a time, or rejects when it is broken off. */
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
