import { shortText } from '@geoinsights/contract/short-text';
import type { DatasetNote } from './driver.ts';

/** What is longer is not read as the name of a field, or of a table: in bytes or UTF-16 units, as the format is read. Every report repeats the names, so longer ones would make it as large as the file. */
export const LONGEST_FIELD_NAME = 4096;

/** More fields than these are not named one by one. */
const MOST_NAMED = 5;
const LONGEST_NAME = 80;

/** The names of fields in a sentence. */
export function named(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return `${names.slice(0, MOST_NAMED).map((name) => `"${shortText(name, LONGEST_NAME)}"`).join(', ')}${more}`;
}

/** On fields of numbers that are read as texts, because reals would round some of them. */
export function longNumbersNote(names: readonly string[]): DatasetNote[] {
  if (names.length === 0) return [];
  return [{ code: 'column-type-differs', text: `${named(names)}: ${names.length === 1 ? 'a numeric field' : 'numeric fields'}, in which some values have a fraction and some more than 15 digits, which no single type of number can store. Read as text, so each keeps its digits.` }];
}
