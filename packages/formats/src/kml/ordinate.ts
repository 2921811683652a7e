const NUMBER = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;

/** The number that a text spells in the way of xsd:double; NaN when it spells none. */
export function parseOrdinate(text: string): number {
  if (NUMBER.test(text)) return Number(text);
  if (text === 'INF' || text === '+INF') return Infinity;
  return text === '-INF' ? -Infinity : NaN;
}
