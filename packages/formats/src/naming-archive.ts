import { ProblemError } from '@geoinsights/contract/errors';

/** Runs work on files from an archive: an error in one of them also names the archive, the only file that the owner sent. */
export async function namingArchive<Result>(archive: string | undefined, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (archive === undefined || !(error instanceof ProblemError)) throw error;
    throw namedWithArchive(archive, error);
  }
}

/** The problem of a file from an archive, naming both; a problem of the archive itself stays as it is. */
export function namedWithArchive(archive: string, problem: ProblemError): ProblemError {
  const { file } = problem.details;
  return !problem.isOfOneFile || file === archive ? problem : problem.with({ details: { file: `${file} in ${archive}` } });
}
