import type { Failure, Report } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import { groupDatasets, inOrderSent, MOST_FAILURES, namingArchive, problemOfAll, reportedFailure, type FailedFiles, type SentDataset } from '@geoinsights/formats';
import { withGivenFiles } from '../files/open-files.ts';
import type { ToolContext } from '../tool.ts';

/** What is needed to find datasets among files, and to say how far the work is. */
export type DatasetsContext = Pick<ToolContext<unknown>, 'inputs' | 'workFolder' | 'onProgress'>;

/** What came of the datasets among the files of a tool. */
export interface Batch<Done> {
  /** Of every dataset that did not fail, in the order sent; at least one. */
  readonly done: Done[];
  readonly failures: Failure[];
  readonly notes: Report['notes'];
}

/** @param onProgress takes the share of this dataset that is done */
export type DatasetWork<Done> = (dataset: SentDataset, onProgress: (share: number, stage: string) => void, position: number) => Promise<Done>;

/**
 * Opens the files, finds the datasets among them and works on one after the other. A file or dataset that cannot be worked
 * on keeps none of the others from it: it is named with its problem. Whatever is not the fault of one file (a full disk, a
 * fault of ours) ends everything.
 *
 * @param work on one dataset; what it leaves behind when it throws is its own to remove.
 * @throws ProblemError when nothing is left to work on, or more than 1000 datasets failed.
 */
export async function workOnEachDataset<Done>(context: DatasetsContext, work: DatasetWork<Done>): Promise<Batch<Done>> {
  return withDatasets(context, async ({ datasets, unusable, notes }) => {
    const progress = new SharedProgress(datasets, context);
    const done: Done[] = [];
    const failures: FailedFiles[] = [...unusable];
    for (const [position, dataset] of datasets.entries()) {
      const result = await outcomeOf(dataset, () => work(dataset, progress.of(position), position));
      if (result.kind === 'done') done.push(result.value);
      else failures.push(result.failure);
      if (failures.length > MOST_FAILURES) throw problemOfAll(failures);
    }
    if (done.length === 0) throw problemOfAll(failures);
    return { done, failures: inOrderSent(failures).map(reportedFailure), notes: [...notes] };
  });
}

/** The datasets among the files of a tool while they can be read. */
export interface FoundDatasets {
  /** At least one, in the order sent. */
  readonly datasets: readonly SentDataset[];
  /** What can be no dataset. */
  readonly unusable: readonly FailedFiles[];
  readonly notes: Report['notes'];
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

type Outcome<Done> = { readonly kind: 'done'; readonly value: Done } | { readonly kind: 'failed'; readonly failure: FailedFiles };

/** What came of work on a dataset, be it the fault of its files; anything else is thrown. */
export async function outcomeOf<Done>({ archive, files, position }: SentDataset, work: () => Promise<Done>): Promise<Outcome<Done>> {
  try {
    return { kind: 'done', value: await namingArchive(archive, work) };
  } catch (problem) {
    if (!(problem instanceof ProblemError && problem.isOfOneFile)) throw problem;
    return { kind: 'failed', failure: { files: files.map(({ name }) => name), ...(archive === undefined ? {} : { archive }), problem, position } };
  }
}

/** Progress of several datasets as one, each weighing as many bytes as it has. */
class SharedProgress {
  private readonly ends: number[] = [];
  private readonly total: number;
  private readonly context: DatasetsContext;

  constructor(datasets: readonly SentDataset[], context: DatasetsContext) {
    this.context = context;
    let sum = 0;
    for (const dataset of datasets) this.ends.push((sum += 1 + dataset.files[0].size));
    this.total = sum;
  }

  of(position: number): (share: number, stage: string) => void {
    const start = position === 0 ? 0 : this.ends[position - 1];
    return (share, stage) => this.context.onProgress((start + (this.ends[position] - start) * share) / this.total, stage);
  }
}
