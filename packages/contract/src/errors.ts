import { FORMAT_ERRORS } from './errors/formats.ts';
import { LAYER_ERRORS } from './errors/layers.ts';
import type { Failure, Problem } from './errors/problem.ts';
import { REQUEST_ERRORS } from './errors/requests.ts';
import { TASK_ERRORS } from './errors/tasks.ts';
import { TOOL_ERRORS } from './errors/tools.ts';

/**
 * The one table of everything that can go wrong, in five chapters. A code, once published, keeps its meaning.
 *
 * This file is an entry of its own (`@geoinsights/contract/errors`) that imports no library: readers in the browser throw
 * these errors and must stay small.
 */
export const ERRORS = { ...REQUEST_ERRORS, ...FORMAT_ERRORS, ...TASK_ERRORS, ...LAYER_ERRORS, ...TOOL_ERRORS };
export type ErrorCode = keyof typeof ERRORS;

/** What a sentence of the table may speak of. Values are shown to people: names and numbers, never paths or stacks. */
export type ErrorDetails = Readonly<Record<string, string | number>>;

/** Thrown by every room for what the user can be told. Anything else that is thrown is a fault of ours (`internal`). */
export class ProblemError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  /** Everything that failed, when this is the first of several failures of a batch; empty otherwise. */
  readonly failures: readonly Failure[];

  constructor(code: ErrorCode, details: ErrorDetails = {}, { failures = [], ...options }: ErrorOptions & { failures?: readonly Failure[] } = {}) {
    super(sentence(code, details), options);
    this.name = 'ProblemError';
    this.code = code;
    this.details = details;
    this.failures = failures;
  }

  /** Whether the fault is that of one file: then other files of the batch can still be worked on. */
  get isOfOneFile(): boolean {
    return 'file' in this.details;
  }

  /** The same problem with more to tell. */
  with({ details = {}, failures = this.failures }: { details?: ErrorDetails; failures?: readonly Failure[] }): ProblemError {
    return new ProblemError(this.code, { ...this.details, ...details }, { cause: this, failures });
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
      ...(typeof file === 'string' ? { file: shortened(file) } : {}),
      ...(this.failures.length > 0 ? { failures: [...this.failures] } : {}),
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
export function shortened(value: string): string {
  if (value.length <= LONGEST_DETAIL) return value;
  return `${value.slice(0, LONGEST_DETAIL - ITS_END).toWellFormed()}…${value.slice(-ITS_END).toWellFormed()}`;
}
