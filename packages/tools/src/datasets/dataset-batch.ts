import type { Failure, Report } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import { inOrderSent, MOST_FAILURES, namingArchive, problemOfAll, reportedFailure, type FailedFiles, type SentDataset } from '@geoinsights/formats/in-memory';
import { namingSent, sentAs } from './sent-as.ts';

type OnProgress = (share: number, stage: string) => void;

/** The outcome for the datasets among the files of a tool. */
export interface Batch<Done> {
  /** The results of all datasets that did not fail, in the order sent; at least one. */
  readonly done: Done[];
  readonly failures: Failure[];
  readonly notes: Report['notes'];
}

/** @param onProgress called with the share of this dataset that is done */
export type DatasetWork<Done> = (dataset: SentDataset, onProgress: (share: number, stage: string) => void, position: number) => Promise<Done>;

/** The datasets among the files of a tool, while they are readable. */
export interface FoundDatasets {
  /** At least one, in the order sent. */
  readonly datasets: readonly SentDataset[];
  /** Files that form no dataset. */
  readonly unusable: readonly FailedFiles[];
  readonly notes: Report['notes'];
}

/**
 * Processes one dataset after the other, as described at `workOnEachDataset`.
 * @throws ProblemError if no dataset succeeds, or more than 1000 fail.
 */
export async function workOnDatasets<Done>({ datasets, unusable, notes }: FoundDatasets, onProgress: OnProgress, work: DatasetWork<Done>): Promise<Batch<Done>> {
  const progress = new SharedProgress(datasets, onProgress);
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
}

type Outcome<Done> = { readonly kind: 'done'; readonly value: Done } | { readonly kind: 'failed'; readonly failure: FailedFiles };

/** The outcome of work on a dataset. An error caused by its files is an outcome, too; any other error is thrown. */
export async function outcomeOf<Done>(dataset: SentDataset, work: () => Promise<Done>): Promise<Outcome<Done>> {
  const { files, position } = dataset;
  const { name, archive } = sentAs(dataset);
  try {
    return { kind: 'done', value: await namingArchive(archive, () => namingSent(dataset, work)) };
  } catch (problem) {
    if (!(problem instanceof ProblemError && problem.isOfOneFile)) throw problem;
    return { kind: 'failed', failure: { files: files[0].sent === undefined ? files.map((file) => file.name) : [name], ...(archive === undefined ? {} : { archive }), problem, position } };
  }
}

/** Progress of several datasets as one, each weighted by its size in bytes. */
class SharedProgress {
  private readonly ends: number[] = [];
  private readonly total: number;
  private readonly onProgress: OnProgress;

  constructor(datasets: readonly SentDataset[], onProgress: OnProgress) {
    this.onProgress = onProgress;
    let sum = 0;
    for (const dataset of datasets) this.ends.push((sum += 1 + dataset.files[0].size));
    this.total = sum;
  }

  of(position: number): (share: number, stage: string) => void {
    const start = position === 0 ? 0 : this.ends[position - 1];
    return (share, stage) => this.onProgress((start + (this.ends[position] - start) * share) / this.total, stage);
  }
}
