import type { Report } from '@geoinsights/contract';
import { ERRORS, ProblemError } from '@geoinsights/contract/errors';

/** What the process ends with; scripts rely on these numbers. */
export const ExitCode = {
  Done: 0,
  /** `check` found something to repair. */
  FindingsFound: 1,
  Usage: 2,
  UnreadableInput: 3,
  CannotWrite: 4,
  /** Some of the inputs could not be worked on; the result of the others is written. */
  SomeFailed: 5,
  /** `fix-geometry` wrote a result in which faults are left that it should have repaired. */
  FaultsLeft: 6,
  /** A fault of ours; nothing was written. */
  Internal: 70,
} as const;

/** A file that cannot be read comes first: nobody knows what is in it. */
export function exitCodeOfCheck({ failures, found, remaining }: Report): number {
  if (failures.length > 0) return ExitCode.SomeFailed;
  return hasAny(found) || hasAny(remaining) ? ExitCode.FindingsFound : ExitCode.Done;
}

/** What was kept because it was asked to be is no fault that is left. */
export function exitCodeOfRepair({ failures, datasets }: Report): number {
  if (failures.length > 0) return ExitCode.SomeFailed;
  return datasets.every(({ verified }) => verified) ? ExitCode.Done : ExitCode.FaultsLeft;
}

function hasAny(counts: Readonly<Record<string, number>>): boolean {
  return Object.values(counts).some((count) => count > 0);
}

/** The command line itself is wrong. */
export class UsageError extends Error {
  /** The command whose help says how it is right; null when that is not known. */
  readonly command: string | null;

  constructor(message: string, command: string | null = null) {
    super(message);
    this.command = command;
  }
}

/** The result cannot be put where it was asked for. */
export class CannotWriteError extends Error {}

/** Whoever reads our standard output has read enough, as `head` does. */
export class ReaderGoneError extends Error {}

/** A running server said no, in its own words. */
export class ServerRefusal extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return ExitCode.Usage;
  if (error instanceof CannotWriteError || error instanceof ReaderGoneError) return ExitCode.CannotWrite;
  if (error instanceof ServerRefusal) return error.status < 500 ? ExitCode.UnreadableInput : ExitCode.Internal;
  if (error instanceof ProblemError) return ERRORS[error.code].status < 500 ? ExitCode.UnreadableInput : ExitCode.Internal;
  return ExitCode.Internal;
}
