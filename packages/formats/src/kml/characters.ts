/** What XML makes of a unit, by its bits; units from 0x80 on are taken for letters. */
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

/** Whether a name of XML may begin with this unit. */
export function isNameStart(unit: number | undefined): boolean {
  return unit !== undefined && (CLASSES[unit] & NAME_START) !== 0;
}

/** @returns where the first unit that is no white space stands, from `from` on. */
export function skipSpace(units: Uint8Array, from: number): number {
  let i = from;
  while (i < units.length && (CLASSES[units[i]] & SPACE) !== 0) i++;
  return i;
}

/** Whether two ranges of units spell the same. */
export function sameUnits(units: Uint8Array, from: number, to: number, otherFrom: number, otherTo: number): boolean {
  if (to - from !== otherTo - otherFrom) return false;
  for (let i = 0; i < to - from; i++) if (units[from + i] !== units[otherFrom + i]) return false;
  return true;
}

/** Whether nothing but `]` stands in a range: it may begin the end of a CDATA section. */
export function onlyClosing(units: Uint8Array, from: number, limit: number): boolean {
  for (let i = from; i < limit; i++) if (units[i] !== 0x5d) return false;
  return true;
}
