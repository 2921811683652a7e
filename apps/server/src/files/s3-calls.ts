import { REFUSED, statusOf } from './s3-faults.ts';

/**
 * A refused call is retried once: our clock may have jumped. A response without a body does not say so, and by now the library knows
 * the right time. The library itself retries only where the response says so, and not for concurrent calls that get the
 * response later.
 */
export async function retriedOnceIfRefused<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (statusOf(error) !== REFUSED) throw error;
    return ask();
  }
}

/** Fails if a call takes longer. An abandoned call continues until its own timeouts, and its result is ignored. */
export async function within<Result>(milliseconds: number, call: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`There was no answer for ${String(milliseconds / 1000)} seconds.`)), milliseconds);
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}
