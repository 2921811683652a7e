import { shortened, type ProblemError } from '@geoinsights/contract/errors';
import type { Failure } from '@geoinsights/contract';

/** Files that would have been one dataset and cannot be worked on. Nothing of them is in a result. */
export interface FailedFiles {
  /** Their names, the main file first. */
  readonly files: readonly string[];
  /** The name of the ZIP archive that they came in. */
  readonly archive?: string;
  readonly problem: ProblemError;
  /** Where in the batch their main file, or the archive, was sent. */
  readonly position: number;
}

/** More are not told one by one: an archive of a stranger may hold any number of broken files. */
export const MOST_FAILURES = 1000;

/** A failure in the form of the report. Names are as long as a sentence takes them. */
export function reportedFailure({ files, archive, problem }: FailedFiles): Failure {
  return { files: files.map(shortened), ...(archive === undefined ? {} : { archive: shortened(archive) }), problem: problem.toProblem() };
}

/** Failures in the order in which their files were sent. */
export function inOrderSent<Positioned extends { readonly position: number }>(all: readonly Positioned[]): Positioned[] {
  return all.toSorted((one, other) => one.position - other.position);
}

/** What is thrown when nothing is left to work on: the problem of the first, which tells of the others where there are any. */
export function problemOfAll(failures: readonly FailedFiles[]): ProblemError {
  const ordered = inOrderSent(failures);
  const { problem } = ordered[0];
  return ordered.length === 1 ? problem : problem.with({ failures: ordered.slice(0, MOST_FAILURES).map(reportedFailure) });
}
