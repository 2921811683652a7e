import { once } from '../../ui/once.ts';

const number = once(() => new Intl.NumberFormat('en', { maximumFractionDigits: 6 }));
const oneDigit = once(() => new Intl.NumberFormat('en', { maximumFractionDigits: 1 }));
const moment = once(() => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }));

export function formatNumber(value: number): string {
  return number().format(value);
}

/** `1 feature`, `2 features`. */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${number().format(count)} ${count === 1 ? singular : plural}`;
}

/** Bytes in the largest unit that gives at least 1. */
export function formatSize(bytes: number): string {
  if (bytes === 1) return '1 byte';
  const units = ['bytes', 'KB', 'MB', 'GB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${oneDigit().format(value)} ${units[unit]}`;
}

/** @param text a date-time that `Date` reads. */
export function formatMoment(text: string): string {
  return moment().format(new Date(text));
}

/** A share of 0 to 1 in whole percent, 100 only for all of it. */
export function percentOf(share: number): number {
  // 0.57 * 100 is a hair below 57.
  return Math.floor(share * 100 + 1e-9);
}

/** Sum of the counts of all kinds. */
export function totalOf(counts: ReadonlyMap<string, number>): number {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}
