import { shortened, type ProblemError } from '@geoinsights/contract/errors';
import type { Failure } from '@geoinsights/contract';

/** Files that should have formed one dataset but cannot be processed. No result contains any part of them. */
export interface FailedFiles {
  /** File names, the main file first. */
  readonly files: readonly string[];
  /** The name of the ZIP archive they came in. */
  readonly archive?: string;
  readonly problem: ProblemError;
  /** The position in the batch of their main file, or of the archive. */
  readonly position: number;
}

/** Further failures are not listed: a hostile archive may hold any number of broken files. */
export const MOST_FAILURES = 1000;

/** A failure in the form of the report, with names shortened to fit a sentence. */
export function reportedFailure({ files, archive, problem }: FailedFiles): Failure {
  return { files: files.map(shortened), ...(archive === undefined ? {} : { archive: shortened(archive) }), problem: problem.toProblem() };
}

/** Failures in the order in which their files were sent. */
export function inOrderSent<Positioned extends { readonly position: number }>(all: readonly Positioned[]): Positioned[] {
  return all.toSorted((one, other) => one.position - other.position);
}

/** The error when no dataset is left: the first problem, which lists the others if there are any. */
export function problemOfAll(failures: readonly FailedFiles[]): ProblemError {
  const ordered = inOrderSent(failures);
  const { problem } = ordered[0];
  return ordered.length === 1 ? problem : problem.with({ failures: ordered.slice(0, MOST_FAILURES).map(reportedFailure) });
}
