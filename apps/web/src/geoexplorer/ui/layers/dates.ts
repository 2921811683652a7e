const ZONED = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)? ?(Z|[+-]\d{2}:?\d{2})$/i;
const UNZONED = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/;
/** Midnight in UTC: so the catalogue keeps a day without a time. */
const DAY = /^(\d{4}-\d{2}-\d{2})[T ]00:00(?::00(?:\.0+)?)? ?(?:Z|[+-]00:?00)$/i;

/**
 * A date-time of the catalogue as dd/MM/yyyy HH:mm:ss. With a zone it is converted to the visitor's own; without one it is shown unconverted. A text that is
 * not a date-time is shown unchanged. A day is shown unconverted, too: in Brazil it would be the evening of the day before.
 */
export function formatDateTime(text: string): string {
  const plain = UNZONED.exec(DAY.exec(text)?.[1] ?? text);
  if (plain !== null) {
    const [, year = '', month = '', day = '', hours = '00', minutes = '00', seconds = '00'] = plain;
    return `${day}/${month}/${year} ${hours}:${minutes}:${seconds}`;
  }
  const moment = new Date(text.replace(' ', 'T'));
  if (!ZONED.test(text) || Number.isNaN(moment.getTime())) return text;
  const two = (value: number) => String(value).padStart(2, '0');
  const date = [two(moment.getDate()), two(moment.getMonth() + 1), String(moment.getFullYear()).padStart(4, '0')].join('/');
  return `${date} ${[moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':')}`;
}
