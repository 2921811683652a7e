const MOMENT = /^(\d{4})-(\d{2})-(\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

/** Whether a text is a date or a time of ISO 8601 that there is. */
export function isMoment(text: string): boolean {
  const [, year, month, day] = (MOMENT.exec(text) ?? []).map(Number);
  // A day that a month does not have would be one of the next month.
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day && !Number.isNaN(Date.parse(text));
}
