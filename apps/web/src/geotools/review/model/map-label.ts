/** The width of most letters in the font of the map's labels. */
const LETTER_PX = 7.5;
/** From this code on, most letters are twice as wide: Korean, Japanese, Chinese, symbols. */
const WIDE_FROM = 0x1100;
const LONGEST_PX = 240;
/** A text of this many UTF-16 units has more letters than fit. */
const LONGEST_UNITS = 2 * (LONGEST_PX / LETTER_PX) + 2;

/** As much of a name as fits into a width in pixels, so that it does not cover the land of others. */
export function labelWithin(name: string, width: number): string {
  const letters = Array.from(name.slice(0, LONGEST_UNITS));
  let left = Math.floor(Math.min(width, LONGEST_PX) / LETTER_PX);
  for (const [index, letter] of letters.entries()) {
    const takes = widthOf(letter);
    const isLast = index === letters.length - 1;
    // All but the last leave space for the ellipsis.
    if (takes + (isLast ? 0 : 1) > left) return numberAtEnd(name, width) ?? codeAtEnd(name, width) ?? `${letters.slice(0, index).join('').trimEnd()}…`;
    left -= takes;
  }
  return name;
}

/** Of a word and a number, such as "record 12", the number if it fits: "recor…" would be the same for all features. Null for other names. */
function numberAtEnd(name: string, width: number): string | null {
  const number = name.length > LONGEST_UNITS ? undefined : /^\S+ ([0-9]+)$/.exec(name)?.[1];
  return number === undefined || (number.length + 1) * LETTER_PX > width ? null : `…${number}`;
}

/** A code has no spaces, and digits in it. */
const CODE = /^(?=\D*\d)[\w./-]{20,}$/;
/** Of a code fewer letters than these tell nothing apart. */
const FEWEST_OF_CODE = 3;

/** Of a code, such as one of CAR, the end, as much as fits: all those of a municipality begin alike. Null for other names. */
function codeAtEnd(name: string, width: number): string | null {
  const fits = Math.floor(Math.min(width, LONGEST_PX) / LETTER_PX) - 1;
  return fits < FEWEST_OF_CODE || name.length > LONGEST_UNITS || !CODE.test(name) ? null : `…${name.slice(-fits)}`;
}

/** Half the height of a line of letters with its halo, and the halo at its sides. */
const HALF_LINE_PX = 10;
const HALO_PX = 3;
/** How far a mark reaches to each side of its middle: of one finding, and of several with their number. */
const MARK_PX = 9;
const CLUSTER_PX = 14;
/** From the middle of a mark to the middle of a name below or above it. */
const BESIDE_PX = CLUSTER_PX + HALF_LINE_PX + 1;

interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * Names of which marks cover nothing, as half a name names nothing: where a mark lies on the middle of the land its name stands below or above,
 * if the land reaches so far, and otherwise nowhere.
 * @param labels each with the height of its land; in units of the map, of which `resolution` are a pixel
 */
export function besideMarks<Label extends Place & { readonly text: string; readonly height: number }>(labels: readonly Label[], marks: readonly (Place & { readonly count: number })[], resolution: number): Label[] {
  return labels.flatMap((label) => {
    const half = (Array.from(label.text).reduce((sum, letter) => sum + widthOf(letter), 0) * LETTER_PX) / 2 + HALO_PX;
    const isFree = ({ x, y }: Place) =>
      marks.every((mark) => {
        const reach = mark.count === 1 ? MARK_PX : CLUSTER_PX;
        return Math.abs(mark.x - x) >= (half + reach) * resolution || Math.abs(mark.y - y) >= (HALF_LINE_PX + reach) * resolution;
      });
    const shifts = label.height / 2 >= (BESIDE_PX + HALF_LINE_PX) * resolution ? [0, -BESIDE_PX, BESIDE_PX] : [0];
    const place = shifts.map((shift) => ({ x: label.x, y: label.y + shift * resolution })).find(isFree);
    return place === undefined ? [] : [{ ...label, ...place }];
  });
}

/** In ordinary letters. */
function widthOf(letter: string): 1 | 2 {
  return (letter.codePointAt(0) ?? 0) < WIDE_FROM ? 1 : 2;
}
