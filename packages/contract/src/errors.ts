import { FORMAT_ERRORS } from './errors/formats.ts';
import { LAYER_ERRORS } from './errors/layers.ts';
import type { Failure, Problem } from './errors/problem.ts';
import { REQUEST_ERRORS } from './errors/requests.ts';
import { TASK_ERRORS } from './errors/tasks.ts';
import { TOOL_ERRORS } from './errors/tools.ts';

/**
 * The one table of everything that can go wrong, in five chapters. A published code keeps its meaning.
 *
 * This file is an entry of its own (`@geoinsights/contract/errors`) that imports no library: readers in the browser throw these
 * errors and must stay small.
 */
export const ERRORS = { ...REQUEST_ERRORS, ...FORMAT_ERRORS, ...TASK_ERRORS, ...LAYER_ERRORS, ...TOOL_ERRORS };
export type ErrorCode = keyof typeof ERRORS;

/** The values for a sentence of the table. They are shown to people: names and numbers, never paths or stacks. */
export type ErrorDetails = Readonly<Record<string, string | number>>;

/** Thrown by every room for errors that can be explained to the user. Any other error is a bug in GeoInsights (`internal`). */
export class ProblemError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  /** All failures of a batch, if this is the first of several; otherwise empty. */
  readonly failures: readonly Failure[];

  constructor(code: ErrorCode, details: ErrorDetails = {}, { failures = [], ...options }: ErrorOptions & { failures?: readonly Failure[] } = {}) {
    super(sentence(code, details), options);
    this.name = 'ProblemError';
    this.code = code;
    this.details = details;
    this.failures = failures;
  }

  /** Whether the fault concerns one file only: the other files of the batch can still be processed. */
  get isOfOneFile(): boolean {
    return 'file' in this.details;
  }

  /** The same problem with additional details. */
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

/** Fills the `{name}` placeholders of the table's sentence. */
function sentence(code: ErrorCode, details: ErrorDetails): string {
  return ERRORS[code].detail.replace(/\{(\w+)\}/g, (_, name: string) => shortened(String(details[name] ?? '?')));
}

const LONGEST_DETAIL = 400;
const ITS_END = 60;

/** Names from hostile files may have any length; nobody would read a sentence with such a name. */
export function shortened(value: string): string {
  if (value.length <= LONGEST_DETAIL) return value;
  return `${value.slice(0, LONGEST_DETAIL - ITS_END).toWellFormed()}…${value.slice(-ITS_END).toWellFormed()}`;
}
