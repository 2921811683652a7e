import { groupDatasets } from '@geoinsights/formats';
import { withGivenFiles } from '../files/open-files.ts';
import type { ToolContext } from '../tool.ts';
import { workOnDatasets, type Batch, type DatasetWork, type FoundDatasets } from './dataset-batch.ts';

/** What is needed to find datasets among files, and to say how far the work is. */
export type DatasetsContext = Pick<ToolContext<unknown>, 'inputs' | 'workFolder' | 'onProgress'>;

/**
 * Opens the files, finds the datasets among them and works on one after the other. A file or dataset that cannot be worked
 * on keeps none of the others from it: it is named with its problem. Whatever is not the fault of one file (a full disk, a
 * fault of ours) ends everything.
 *
 * @param work on one dataset; what it leaves behind when it throws is its own to remove.
 * @throws ProblemError when nothing is left to work on, or more than 1000 datasets failed.
 */
export async function workOnEachDataset<Done>(context: DatasetsContext, work: DatasetWork<Done>): Promise<Batch<Done>> {
  return withDatasets(context, (found) => workOnDatasets(found, context.onProgress, work));
}

/** Finds the datasets among the files, and closes them when the work is done. @throws ProblemError when there is none */
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
