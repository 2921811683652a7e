/** Of most letters in the font of the map's labels. */
const LETTER_PX = 7.5;
/** From here on most letters are as wide as two: Korean, Japanese, Chinese, symbols. */
const WIDE_FROM = 0x1100;
const LONGEST_PX = 240;
/** So many units of UTF-16 have more letters than fit. */
const LONGEST_UNITS = 2 * (LONGEST_PX / LETTER_PX) + 2;

/** As much of a name as fits into a width in pixels, so that it does not stand on the land of others. */
export function labelWithin(name: string, width: number): string {
  const letters = Array.from(name.slice(0, LONGEST_UNITS));
  let left = Math.floor(Math.min(width, LONGEST_PX) / LETTER_PX);
  for (const [index, letter] of letters.entries()) {
    const takes = (letter.codePointAt(0) ?? 0) < WIDE_FROM ? 1 : 2;
    const isLast = index === letters.length - 1;
    // All but the last leave space for the ellipsis.
    if (takes + (isLast ? 0 : 1) > left) return `${letters.slice(0, index).join('').trimEnd()}…`;
    left -= takes;
  }
  return name;
}
