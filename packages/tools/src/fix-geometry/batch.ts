import type { Failure, FixGeometryOptions, Report } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import { groupDatasets, inOrderSent, MOST_FAILURES, namingArchive, problemOfAll, reportedFailure, type DatasetFiles, type FailedFiles, type SentDataset } from '@geoinsights/formats';
import type { ToolContext } from '../tool.ts';
import { WorkBudget } from '../work-bound.ts';
import { withGivenFiles } from '../files/open-files.ts';
import type { RepairSettings } from './repair-dataset.ts';

/** A tool's context, in which the threads of this machine may be joined by others that repair pieces of a layer. */
export interface RepairContext extends Omit<ToolContext<FixGeometryOptions>, 'elsewhere'> {
  readonly shareWork?: RepairSettings['shareWork'];
}

/** What came of the datasets among the files of a tool. */
export interface Batch<Done> {
  /** Of every dataset that did not fail, in the order sent; at least one. */
  readonly done: Done[];
  readonly failures: Failure[];
  readonly notes: Report['notes'];
}

/**
 * Opens the files, finds the datasets among them and works on one after the other. A file or dataset that cannot be worked
 * on keeps none of the others from it: it is named with its problem. Whatever is not the fault of one file (a full disk, a
 * fault of ours) ends everything.
 *
 * @param work on one dataset; what it leaves behind when it throws is its own to remove.
 * @throws ProblemError when nothing is left to work on, or more than 1000 datasets failed.
 */
export async function workOnEach<Done>(
  context: RepairContext,
  work: (dataset: DatasetFiles, settings: RepairSettings, position: number) => Promise<Done>,
): Promise<Batch<Done>> {
  const { inputs, options, threads, workFolder, shareWork, bound = null } = context;
  const budget = new WorkBudget(bound);
  return withGivenFiles(inputs, async (files) => {
    const { datasets, failures: unusable, notes, close } = await groupDatasets(files, { workFolder });
    try {
      const progress = new SharedProgress(datasets, context);
      const done: Done[] = [];
      const failures: FailedFiles[] = [...unusable];
      for (const [position, dataset] of datasets.entries()) {
        const settings = { options, threads, workFolder, budget, onProgress: progress.of(position), ...(shareWork === undefined ? {} : { shareWork }) };
        const result = await outcomeOf(dataset, () => work(dataset, settings, position));
        if (result.kind === 'done') done.push(result.value);
        else failures.push(result.failure);
        if (failures.length > MOST_FAILURES) throw problemOfAll(failures);
      }
      if (done.length === 0) throw problemOfAll(failures);
      return { done, failures: inOrderSent(failures).map(reportedFailure), notes: [...notes] };
    } finally {
      await close();
    }
  });
}

type Outcome<Done> = { readonly kind: 'done'; readonly value: Done } | { readonly kind: 'failed'; readonly failure: FailedFiles };

async function outcomeOf<Done>({ archive, files, position }: SentDataset, work: () => Promise<Done>): Promise<Outcome<Done>> {
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
  private readonly context: ToolContext<FixGeometryOptions>;

  constructor(datasets: readonly DatasetFiles[], context: ToolContext<FixGeometryOptions>) {
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
