import { isDay } from '../../features/calendar.ts';

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const DATE_TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)? ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/;

/** Whether a text is a valid calendar date, `2026-11-23`. */
export function isDate(text: string): boolean {
  const found = DATE.exec(text);
  return found !== null && isDay(Number(found[1]), Number(found[2]), Number(found[3]));
}

/**
 * A time as fields hold it: `2026-11-23T08:30:00`, with fraction and offset if the text has them. It accepts the form of the standard
 * and those of SQLite and older programs: a space before the time, no seconds, no time. The fraction `.000`, which the
 * standard requires, carries no information and is dropped.
 * @returns null for any other text
 */
export function dateTimeOf(text: string): string | null {
  const found = DATE_TIME.exec(text);
  if (found === null) return null;
  const [, date, hour = '00', minute = '00', second = '00', fraction = '', offset = ''] = found;
  if (!isDate(date) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null;
  return `${date}T${hour}:${minute}:${second}${/^\.0*$/.test(fraction) ? '' : fraction}${offsetOf(offset)}`;
}

/** `Z`, or hours and minutes. */
function offsetOf(text: string): string {
  if (text.length <= 1 || text.includes(':')) return text;
  return `${text.slice(0, 3)}:${text.slice(3) || '00'}`;
}
