const MOMENT = /^(\d{4})-(\d{2})-(\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

/** Whether a text is a valid date or time in ISO 8601. */
export function isMoment(text: string): boolean {
  const [, year, month, day] = (MOMENT.exec(text) ?? []).map(Number);
  // A day beyond the end of the month would roll over into the next one.
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day && !Number.isNaN(Date.parse(text));
}
