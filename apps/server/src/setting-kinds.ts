import { z } from 'zod';

/** An environment variable set to an empty text counts as not set. */
export function variable<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema);
}

export function integer(minimum: number, maximum: number) {
  const words = `has to be a whole number from ${String(minimum)} to ${String(maximum)}`;
  return z.coerce.number({ error: words }).int(words).min(minimum, words).max(maximum, words);
}
