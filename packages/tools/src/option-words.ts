import { listOf } from '@geoinsights/contract/units';
import type { z } from 'zod';
import { didYouMean } from './nearest-name.ts';

const TYPES: ReadonlyMap<string, string> = new Map([['number', 'takes a number'], ['int', 'takes a whole number'], ['string', 'takes a text'], ['boolean', 'takes true or false']]);

/**
 * Says what is wrong with an option if its schema has no message of its own. The text follows the name of the option, as in `--distance: takes at most 100000`.
 * Pass it to `safeParse` as `error`.
 */
export const optionWords: z.core.$ZodErrorMap = (issue) => {
  const { code } = issue;
  if (code === 'too_big') return `takes ${issue.inclusive === false ? 'less than' : 'at most'} ${String(issue.maximum)}${unitOf(issue.origin)}`;
  if (code === 'too_small') {
    if (issue.origin === 'string' && Number(issue.minimum) === 1) return 'must not be empty';
    return `takes ${issue.inclusive === false ? 'more than' : 'at least'} ${String(issue.minimum)}${unitOf(issue.origin)}`;
  }
  if (code === 'invalid_value') return `takes ${listOf(issue.values.map(String), 'or')}`;
  if (code === 'unrecognized_keys') return unknownKeys(issue.keys, namesOf(issue.inst));
  if (code === 'invalid_type') return issue.input === undefined ? 'is needed' : TYPES.get(issue.expected);
  return undefined;
};

function unknownKeys(keys: readonly string[], names: readonly string[]): string {
  return `there ${keys.length === 1 ? 'is no option' : 'are no options'} ${keys.map((key) => JSON.stringify(key)).join(', ')}${didYouMean(keys, names)}`;
}

/** The members of an object that a schema describes. */
function namesOf(schema: unknown): string[] {
  return typeof schema === 'object' && schema !== null && 'shape' in schema && typeof schema.shape === 'object' && schema.shape !== null ? Object.keys(schema.shape) : [];
}

function unitOf(origin: string): string {
  return origin === 'string' ? ' characters' : origin === 'array' ? ' values' : '';
}
