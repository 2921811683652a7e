import { ProblemError } from '@geoinsights/contract/errors';

/** What the kernel gives up, as a problem of the file; any other error as it is. @param file the name of the dataset in messages */
export async function tangledProblem(error: unknown, file: string, remedy: string): Promise<unknown> {
  // A conversion does without the kernel, which has been loaded where it is the one that gave up.
  if (!(error instanceof Error && error.name === 'TooTangledError')) return error;
  const { TooTangledError } = await import('@geoinsights/geometry');
  if (!(error instanceof TooTangledError)) return error;
  return new ProblemError('too-large', { file, reason: `its features overlap in more than ${error.count.toLocaleString('en')} different combinations; ${remedy}.` }, { cause: error });
}
