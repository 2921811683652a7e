import type { Retry } from '@geoinsights/contract';

/** Longer waits are given as a clock time: nobody counts seconds that long, and the sentence stays true while it is displayed. */
const LONGEST_COUNTED_SECONDS = 90;
const MINUTE_MS = 60_000;

/** The wording of retry times in a language. */
export interface RetryWords {
  readonly unknown: string;
  readonly now: string;
  readonly seconds: (count: number) => string;
  readonly after: (time: string) => string;
  readonly clock: () => Intl.DateTimeFormat;
}

/** When to try again, in words. @param retry null if the server did not state when. */
export function whenToRetry(retry: Retry | null, { unknown, now, seconds, after, clock }: RetryWords): string {
  if (retry === null) return unknown;
  if (retry.seconds <= 1) return now;
  if (retry.seconds <= LONGEST_COUNTED_SECONDS) return seconds(retry.seconds);
  return after(clock().format(Math.ceil(retry.at / MINUTE_MS) * MINUTE_MS));
}
