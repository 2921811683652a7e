const MOMENT = /^(\d{4})-(\d{2})-(\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/;
/** Of a day. */
const SHORTEST = 10;

/** Whether a text is a valid date or time in ISO 8601. */
export function isMoment(text: string): boolean {
  return momentOf(text) !== null;
}

/**
 * The milliseconds of a date, which is the start of its day, or of a time in ISO 8601; a time without a zone counts as UTC. Null for any other text: what
 * JavaScript takes for a date beyond that depends on the zone of the machine, and has the month before the day.
 */
export function momentOf(text: string): number | null {
  const found = MOMENT.exec(text);
  if (found === null) return null;
  const [year, month, day] = found.slice(1, 4).map(Number);
  // A day beyond the end of the month would roll over into the next one.
  if (new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== day) return null;
  const moment = Date.parse(text.length > SHORTEST && found.at(4) === undefined ? `${text}Z` : text);
  return Number.isNaN(moment) ? null : moment;
}
