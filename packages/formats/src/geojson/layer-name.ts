import type { InputFile } from '../driver.ts';
import { likelyText } from '../utf8-text.ts';
import { looseJson } from './loose-json.ts';
import type { Range } from './object-node.ts';

/** In bytes, as the file spells it. */
const LONGEST_NAME = 1 << 10;

/**
 * The name that a collection gives its layer, in a member that RFC 7946 does not have and that most programs write and read.
 * @param range where the member's value lies; null if there is none
 * @returns null if there is no text that can be a name
 */
export async function layerNameIn(file: InputFile, range: Range | null): Promise<string | null> {
  if (range === null || range.end - range.start > LONGEST_NAME) return null;
  const value = looseJson(likelyText(await file.read(range.start, range.end)));
  return typeof value === 'string' && value.trim() !== '' && value.isWellFormed() && !/\p{Cc}/u.test(value) ? value : null;
}
