import { ProblemError } from '@geoinsights/contract/errors';

/** Runs work on files out of an archive: a fault of one of them names the archive as well, which is all that its owner sent. */
export async function namingArchive<Result>(archive: string | undefined, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (archive === undefined || !(error instanceof ProblemError) || !('file' in error.details)) throw error;
    throw new ProblemError(error.code, { ...error.details, file: `${error.details['file']} in ${archive}` }, { cause: error });
  }
}
