import { ProblemError } from '@geoinsights/contract/errors';

/**
 * Converts the kernel's error for a layer that it gives up into a problem of the file; returns any other error unchanged.
 * @param file the name of the dataset in messages
 */
export async function tangledProblem(error: unknown, file: string, remedy: string): Promise<unknown> {
  // Loaded only on an error: a conversion otherwise does without the kernel.
  if (!(error instanceof Error && error.name === 'TooTangledError')) return error;
  const { TooTangledError } = await import('@geoinsights/geometry');
  if (!(error instanceof TooTangledError)) return error;
  return new ProblemError('too-large', { file, reason: `its features overlap in more than ${error.count.toLocaleString('en')} different combinations; ${remedy}.` }, { cause: error });
}
