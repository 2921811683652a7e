const NUMBER = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;

/** The number that a text spells in the way of xsd:double; NaN when it spells none. */
export function parseOrdinate(text: string): number {
  if (NUMBER.test(text)) return Number(text);
  if (text === 'INF' || text === '+INF') return Infinity;
  return text === '-INF' ? -Infinity : NaN;
}

/**
 * The shortest decimal text that reads back as exactly this number, without an exponent: some KML readers stop at an `e`.
 * The number must be finite.
 */
export function spellOrdinate(value: number): string {
  const text = String(value);
  const exponent = text.indexOf('e');
  if (exponent < 0) return text;
  const sign = text.startsWith('-') ? '-' : '';
  const [whole, fraction = ''] = text.slice(sign.length, exponent).split('.');
  const digits = whole + fraction;
  const point = whole.length + Number(text.slice(exponent + 1));
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return point >= digits.length ? sign + digits.padEnd(point, '0') : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
