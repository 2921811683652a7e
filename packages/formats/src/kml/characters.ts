/** XML character classes of a unit, as bits; units from 0x80 on count as letters. */
const NAME_START = 1;
export const NAME = 2;
export const SPACE = 4;
export const FORBIDDEN = 8;
/** Characters that end a plain stretch of text: `&`, `]`, and those that XML forbids. */
export const NOTABLE = 16;
export const CLASSES = new Uint8Array(256);
for (let unit = 0; unit < 256; unit++) {
  const character = String.fromCharCode(unit);
  if (unit >= 0x80 || /[A-Za-z_:]/.test(character)) CLASSES[unit] = NAME_START | NAME;
  else if (/[-.0-9]/.test(character)) CLASSES[unit] = NAME;
  else if (/[ \t\r\n]/.test(character)) CLASSES[unit] = SPACE;
  else if (unit < 0x20) CLASSES[unit] = FORBIDDEN | NOTABLE;
  else if (character === '&' || character === ']') CLASSES[unit] = NOTABLE;
}

/** Whether an XML name may begin with this unit. */
export function isNameStart(unit: number | undefined): boolean {
  return unit !== undefined && (CLASSES[unit] & NAME_START) !== 0;
}

/** @returns the position of the first unit from `from` on that is not white space. */
export function skipSpace(units: Uint8Array, from: number): number {
  let i = from;
  while (i < units.length && (CLASSES[units[i]] & SPACE) !== 0) i++;
  return i;
}

/** Whether two ranges of units are equal. */
export function sameUnits(units: Uint8Array, from: number, to: number, otherFrom: number, otherTo: number): boolean {
  if (to - from !== otherTo - otherFrom) return false;
  for (let i = 0; i < to - from; i++) if (units[from + i] !== units[otherFrom + i]) return false;
  return true;
}

/** Whether a range consists of `]` only: it may be the start of a CDATA section's end. */
export function onlyClosing(units: Uint8Array, from: number, limit: number): boolean {
  for (let i = from; i < limit; i++) if (units[i] !== 0x5d) return false;
  return true;
}
