import { isDay } from '../features/calendar.ts';

/** Length of `2026-11-23`. */
const DATE_LENGTH = 10;
/** Length of `2026-11-23T08:30:00`, and the longest that may follow: `.123456789-03:00`. */
const DATE_TIME_LENGTH = 19;
const LONGEST_DATE_TIME = 35;

export const DateKind = { None: 0, Date: 1, DateTime: 2 } as const;

/** The kind of date that a string of the file is: only the forms of the types `date` and `date-time` count. @returns a `DateKind` */
export function dateKindOf(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length < DATE_LENGTH || length > LONGEST_DATE_TIME || bytes[start] > 0x39 || !isDate(bytes, start)) return DateKind.None;
  if (length === DATE_LENGTH) return DateKind.Date;
  return length >= DATE_TIME_LENGTH && bytes[start + DATE_LENGTH] === 0x54 && isTime(bytes, start + DATE_LENGTH + 1, end) ? DateKind.DateTime : DateKind.None;
}

function isDate(bytes: Uint8Array, at: number): boolean {
  if (bytes[at + 4] !== 0x2d || bytes[at + 7] !== 0x2d) return false;
  return isDay(100 * pair(bytes, at) + pair(bytes, at + 2), pair(bytes, at + 5), pair(bytes, at + 8));
}

/** `08:30:00`, then optional fractions of a second, then an optional zone. */
function isTime(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start + 2] !== 0x3a || bytes[start + 5] !== 0x3a) return false;
  if (!(pair(bytes, start) < 24 && pair(bytes, start + 3) < 60 && pair(bytes, start + 6) < 60)) return false;
  let at = start + 8;
  if (at < end && bytes[at] === 0x2e) {
    const first = ++at;
    while (at < end && bytes[at] >= 0x30 && bytes[at] <= 0x39) at++;
    if (at === first || at > first + 9) return false;
  }
  if (at === end) return true;
  if (bytes[at] === 0x5a) return at + 1 === end;
  if ((bytes[at] !== 0x2b && bytes[at] !== 0x2d) || at + 6 !== end) return false;
  return bytes[at + 3] === 0x3a && pair(bytes, at + 1) < 24 && pair(bytes, at + 4) < 60;
}

/** The value of two digits; NaN if they are not digits. */
function pair(bytes: Uint8Array, at: number): number {
  const tens = bytes[at] - 0x30;
  const ones = bytes[at + 1] - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : NaN;
}
