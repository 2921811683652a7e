import { setTimeout as pause } from 'node:timers/promises';

/** @returns what the promise resolves to, or null when it has not within so long; it is not ended by that. */
export async function inTime<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | null> {
  const ended = new AbortController();
  try {
    return await Promise.race([promise, pause(milliseconds, null, { signal: ended.signal })]);
  } finally {
    ended.abort();
  }
}
