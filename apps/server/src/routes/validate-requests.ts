import { ProblemError } from '@geoinsights/contract';
import { shortText } from '@geoinsights/contract/short-text';
import { optionWords } from '@geoinsights/tools/option-words';
import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';

const LONGEST_EXCERPT = 500;

/** Validates the parts of a request, and explains what is wrong in the same words as for options. */
export const validateRequests: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const whole = httpPart === 'body' ? 'the body' : 'the address';
  return (data: unknown) => {
    const checked = schema.safeParse(data, { error: requestWords });
    if (checked.success) return { value: checked.data };
    const reasons = checked.error.issues.map(({ path, message }) => `${path.length === 0 ? whole : path.join('.')}: ${message}`);
    return { error: new ProblemError('invalid-request', { reason: `${reasons.join('; ')}.` }) };
  };
};

/** As much of the given value as fits into a sentence. */
function excerptOf(text: string): string {
  return shortText(text, LONGEST_EXCERPT);
}

const requestWords: z.core.$ZodErrorMap = (issue) => {
  const { code, input, path = [] } = issue;
  const isNothing = input === undefined || input === null;
  if (code === 'unrecognized_keys') return `takes no ${excerptOf(issue.keys.map((key) => JSON.stringify(key)).join(', '))}`;
  if (code === 'invalid_type' && (issue.expected === 'object' || issue.expected === 'record')) return isNothing && path.length === 0 ? 'is needed, as a JSON object' : isNothing ? 'is needed' : 'takes a JSON object';
  if (code === 'invalid_type' && issue.expected === 'array') return isNothing ? 'is needed' : 'takes a list';
  if (code === 'too_small' && issue.origin === 'array' && Number(issue.minimum) === 1) return 'must not be empty';
  if (code === 'invalid_union' || code === 'invalid_type') return isNothing ? 'is needed' : (optionWords(issue) ?? 'is not of the expected form');
  return optionWords(issue);
};
