import { FORMAT_ERRORS } from './errors/formats.ts';
import { LAYER_ERRORS } from './errors/layers.ts';
import type { Problem } from './errors/problem.ts';
import { REQUEST_ERRORS } from './errors/requests.ts';
import { TASK_ERRORS } from './errors/tasks.ts';

/**
 * The one table of everything that can go wrong, in four chapters. A code, once published, keeps its meaning.
 *
 * This file is an entry of its own (`@geoinsights/contract/errors`) that imports no library: readers in the browser throw
 * these errors and must stay small.
 */
export const ERRORS = { ...REQUEST_ERRORS, ...FORMAT_ERRORS, ...TASK_ERRORS, ...LAYER_ERRORS };
export type ErrorCode = keyof typeof ERRORS;

/** What a sentence of the table may speak of. Values are shown to people: names and numbers, never paths or stacks. */
export type ErrorDetails = Readonly<Record<string, string | number>>;

/** Thrown by every room for what the user can be told. Anything else that is thrown is a fault of ours (`internal`). */
export class ProblemError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(sentence(code, details), options);
    this.name = 'ProblemError';
    this.code = code;
    this.details = details;
  }

  toProblem(): Problem {
    const { status, title } = ERRORS[this.code];
    const file = this.details['file'];
    return {
      type: `urn:geoinsights:problem:${this.code}`,
      title,
      status,
      detail: this.message,
      code: this.code,
      ...(typeof file === 'string' ? { file } : {}),
    };
  }
}

/** Fills `{name}` places of the table's sentence with details. */
function sentence(code: ErrorCode, details: ErrorDetails): string {
  return ERRORS[code].detail.replace(/\{(\w+)\}/g, (_, name: string) => shortened(String(details[name] ?? '?')));
}

const LONGEST_DETAIL = 400;
const ITS_END = 60;

/** Names out of hostile files may be as long as they like; a sentence with such a one in it would not be read. */
function shortened(value: string): string {
  if (value.length <= LONGEST_DETAIL) return value;
  return `${value.slice(0, LONGEST_DETAIL - ITS_END).toWellFormed()}…${value.slice(-ITS_END).toWellFormed()}`;
}
