import { ProblemError } from '@geoinsights/contract/errors';
import type { DatasetFiles, SentName } from '@geoinsights/formats/in-memory';

/** What the owner sent as the main file of a dataset, whichever step has worked on it since. All messages use this name. */
export function sentAs({ files: [main], archive }: Pick<DatasetFiles, 'files' | 'archive'>): SentName {
  const { name, folder, sent } = main;
  return sent ?? { name, ...(folder === undefined ? {} : { folder }), ...(archive === undefined ? {} : { archive }) };
}

/** Runs work on a dataset. A format's error names the file that an earlier step made; this replaces it by what the owner sent. */
export async function namingSent<Result>(dataset: DatasetFiles, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProblemError) || error.details['file'] !== dataset.files[0].name) throw error;
    throw error.with({ details: { file: sentAs(dataset).name } });
  }
}
