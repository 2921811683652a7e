/** A typed number with a decimal point or comma and an optional minus; undefined for anything else. */
export function readDecimal(text: string): number | undefined {
  const plain = text.trim().replace(/^[−–]/, '-').replace(',', '.');
  if (!/^-?(\d+(\.\d*)?|\.\d+)$/.test(plain)) return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}

/** One to three digits, a sign, and three more: what English writes for a thousand and Portuguese for one, or the other way round. */
const AMBIGUOUS = /^[-−–]?([1-9]\d{0,2})[.,](\d{3})$/;

/** A number that counts or measures something; undefined also where it may mean a thousand times as much. */
export function readQuantity(text: string): number | undefined {
  return ambiguityOf(text) === undefined ? readDecimal(text) : undefined;
}

/** What to do about a quantity that can be read in two ways, in words for its author; undefined if it cannot. */
export function ambiguityOf(text: string): string | undefined {
  const match = AMBIGUOUS.exec(text.trim());
  if (match === null) return undefined;
  const [, left, right] = match;
  const digits = right.replace(/0+$/, '');
  // A fourth digit says that it is no thousand.
  const small = digits === '' ? left : `${left}.${digits.length === right.length ? `${digits}0` : digits}`;
  return `Is it a thousand or a fraction? Write ${left}${right} or ${small}.`;
}
