import { ProblemError } from '@geoinsights/contract/errors';
import { TooTangledError } from '@geoinsights/geometry';

/** What the kernel gives up, as a problem of the file; any other error as it is. @param file the name of the dataset in messages */
export function tangledProblem(error: unknown, file: string, remedy: string): unknown {
  if (!(error instanceof TooTangledError)) return error;
  return new ProblemError('too-large', { file, reason: `its features lie over each other in more than ${error.count.toLocaleString('en')} ways; ${remedy}.` }, { cause: error });
}
