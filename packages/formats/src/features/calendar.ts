const LONGEST_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether the calendar has such a day: writers pass dates on as they were read, and other programs reject or move a 31 February. */
export function isDay(year: number, month: number, day: number): boolean {
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= LONGEST_MONTHS[month - 1])) return false;
  return month !== 2 || day < 29 || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0));
}
