import { groupDatasets, type SentDataset } from '@geoinsights/formats';
import { withGivenFiles } from '../files/open-files.ts';
import type { ToolContext } from '../tool.ts';
import { workOnDatasets, type Batch, type DatasetWork, type FoundDatasets } from './dataset-batch.ts';

/** What is needed to find datasets among files and to report progress. */
export interface DatasetsContext extends Pick<ToolContext<unknown>, 'inputs' | 'workFolder' | 'onProgress'> {
  /** Called with the datasets before work on the first one begins; whatever it throws ends the task. */
  readonly onDatasets?: (datasets: readonly SentDataset[]) => void;
}

/**
 * Opens the files, finds the datasets among them and processes one after the other. A file or dataset that cannot be processed
 * does not affect the others; it is named with its problem. Every other error (a full disk, a bug in GeoInsights) ends the whole task.
 *
 * @param work on one dataset; if it throws, it must remove everything that it has created.
 * @throws ProblemError if no dataset succeeds, or more than 1000 fail.
 */
export async function workOnEachDataset<Done>(context: DatasetsContext, work: DatasetWork<Done>): Promise<Batch<Done>> {
  return withDatasets(context, (found) => {
    context.onDatasets?.(found.datasets);
    return workOnDatasets(found, context.onProgress, work);
  });
}

/** Finds the datasets among the files, and closes them when the work is done. @throws ProblemError if there is none */
export async function withDatasets<Result>({ inputs, workFolder }: Pick<DatasetsContext, 'inputs' | 'workFolder'>, work: (found: FoundDatasets) => Promise<Result>): Promise<Result> {
  return withGivenFiles(inputs, async (files) => {
    const { datasets, failures, notes, close } = await groupDatasets(files, { workFolder });
    try {
      return await work({ datasets, unusable: failures, notes: [...notes] });
    } finally {
      await close();
    }
  });
}
