import { z } from 'zod';

/** An environment variable set to an empty text counts as not set. */
export function variable<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema);
}

/** Numbers as people write them, including `2e9`. `Number` would also accept blanks as 0, and `0x10`. */
const DECIMAL = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;

export function integer(minimum: number, maximum: number) {
  const words = `has to be a whole number from ${String(minimum)} to ${String(maximum)}`;
  return decimal(words).pipe(z.number({ error: words }).int(words).min(minimum, words).max(maximum, words));
}

/** @param above whether the minimum itself is excluded. */
export function number(minimum: number, maximum: number, { above = false } = {}) {
  const words = above ? `has to be a number greater than ${String(minimum)}, ${String(maximum)} at most` : `has to be a number from ${String(minimum)} to ${String(maximum)}`;
  const known = z.number({ error: words }).max(maximum, words);
  return decimal(words).pipe(above ? known.gt(minimum, words) : known.min(minimum, words));
}

function decimal(words: string) {
  return z.string().regex(DECIMAL, words).transform(Number);
}
