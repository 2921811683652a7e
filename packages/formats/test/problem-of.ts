import { ProblemError } from '@geoinsights/contract';

/** For tests: the problem that a work ends with. Anything else fails the test: another error, or none. */
export async function problemOf(work: Promise<unknown>): Promise<ProblemError> {
  const error: unknown = await work.then(() => null, (reason: unknown) => reason);
  if (!(error instanceof ProblemError)) throw new Error(error === null ? 'no problem was found' : 'not a problem for people', { cause: error });
  return error;
}
