/** Digits are matched in one way only: with a point that may be missing between two runs of them, a long number would be divided at every digit. */
const NUMBER = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;

/** The number that a text denotes as an xsd:double; NaN if it is not one. */
export function parseOrdinate(text: string): number {
  if (NUMBER.test(text)) return Number(text);
  if (text === 'INF' || text === '+INF') return Infinity;
  return text === '-INF' ? -Infinity : NaN;
}
