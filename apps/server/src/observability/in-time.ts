import { setTimeout as pause } from 'node:timers/promises';

/** @returns the promise's result, or null if it takes longer; the promise itself continues. */
export async function inTime<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | null> {
  const ended = new AbortController();
  try {
    return await Promise.race([promise, pause(milliseconds, null, { signal: ended.signal })]);
  } finally {
    ended.abort();
  }
}
