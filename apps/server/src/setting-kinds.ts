import { z } from 'zod';

/** An environment variable set to an empty text counts as not set. */
export function variable<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema);
}

/** As people write numbers, `2e9` among them. `Number` takes blanks for 0, and `0x10`. */
const DECIMAL = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;

export function integer(minimum: number, maximum: number) {
  const words = `has to be a whole number from ${String(minimum)} to ${String(maximum)}`;
  return decimal(words).pipe(z.number({ error: words }).int(words).min(minimum, words).max(maximum, words));
}

/** @param above whether the smallest number is the first one that cannot be used. */
export function number(minimum: number, maximum: number, { above = false } = {}) {
  const words = above ? `has to be a number greater than ${String(minimum)}, ${String(maximum)} at most` : `has to be a number from ${String(minimum)} to ${String(maximum)}`;
  const known = z.number({ error: words }).max(maximum, words);
  return decimal(words).pipe(above ? known.gt(minimum, words) : known.min(minimum, words));
}

function decimal(words: string) {
  return z.string().regex(DECIMAL, words).transform(Number);
}
