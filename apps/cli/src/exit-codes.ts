import type { Report } from '@geoinsights/contract';
import { ERRORS, ProblemError } from '@geoinsights/contract/errors';

/** Exit codes of the process; scripts rely on these numbers. */
export const ExitCode = {
  Done: 0,
  /** `check` found something to repair, or `admin status` a part of the server that does not work. */
  FindingsFound: 1,
  Usage: 2,
  UnreadableInput: 3,
  CannotWrite: 4,
  /** Some inputs could not be processed; the result of the others has been written. */
  SomeFailed: 5,
  /** `fix-geometry` wrote a result with remaining faults that it should have repaired. */
  FaultsLeft: 6,
  /** A bug in GeoInsights; nothing was written. */
  Internal: 70,
} as const;

/** How `check` ends. An unreadable file has priority, since nobody knows what is in it. */
export function exitCodeOfCheck({ failures, found, remaining }: Report): number {
  if (failures.length > 0) return ExitCode.SomeFailed;
  return hasAny(found) || hasAny(remaining) ? ExitCode.FindingsFound : ExitCode.Done;
}

/** How `fix-geometry` ends if it has written a result. Faults kept on request do not count. */
export function exitCodeOfRepair({ failures, datasets }: Report): number {
  if (failures.length > 0) return ExitCode.SomeFailed;
  return datasets.every(({ verified }) => verified) ? ExitCode.Done : ExitCode.FaultsLeft;
}

function hasAny(counts: Readonly<Record<string, number>>): boolean {
  return Object.values(counts).some((count) => count > 0);
}

/** The command line itself is wrong. */
export class UsageError extends Error {
  /** The command whose help explains the usage; null if unknown. */
  readonly command: string | null;

  constructor(message: string, command: string | null = null) {
    super(message);
    this.command = command;
  }
}

/** The result cannot be written where it was requested. */
export class CannotWriteError extends Error {}

/** The reader of our standard output has closed it, as `head` does. */
export class ReaderGoneError extends Error {}

/** A running server refused, in its own words. */
export class ServerRefusal extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** How a command ends that failed with an error. A problem of the common table is the input's if its HTTP status is below 500. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return ExitCode.Usage;
  if (error instanceof CannotWriteError || error instanceof ReaderGoneError) return ExitCode.CannotWrite;
  if (error instanceof ServerRefusal) return error.status < 500 ? ExitCode.UnreadableInput : ExitCode.Internal;
  if (error instanceof ProblemError) return ERRORS[error.code].status < 500 ? ExitCode.UnreadableInput : ExitCode.Internal;
  return ExitCode.Internal;
}
