import type { FileDigest, FixGeometryOptions, Report } from '@geoinsights/contract';
import type { GivenFile, MemoryReaders } from '@geoinsights/formats/in-memory';
import { workOnDatasets } from './datasets/dataset-batch.ts';
import { checkDataset } from './fix-geometry/check-dataset.ts';
import { reportText } from './fix-geometry/findings-report.ts';
import { reportOf } from './fix-geometry/report-of.ts';
import { WorkBudget, type WorkBound } from './work-bound.ts';

/** What `geotools check` does, where there is neither a disk nor Node: the same findings in the same report. */

export interface CheckContext {
  readonly files: readonly GivenFile[];
  /** By what the files can be told later; undefined where that cannot be counted. */
  readonly inputs: readonly FileDigest[] | undefined;
  readonly readers: MemoryReaders;
  readonly options: FixGeometryOptions;
  /** What the work may cost; null for any cost. */
  readonly bound: WorkBound | null;
  /** Told now and then how much is done (0 to 1, never going back) and what is being done, in a few words. */
  readonly onProgress: (share: number, stage: string) => void;
}

export interface CheckResult {
  /** Without the findings. */
  readonly report: Report;
  /** The report with every finding, one a line, as JSON in pieces; to be read once. */
  readonly text: Iterable<string>;
}

/**
 * Reports what a repair would find in the files, and writes nothing.
 * @throws ProblemError when no file can be worked on, or the work would cost more than is allowed.
 */
export async function checkInMemory({ files, inputs, readers, options, bound, onProgress }: CheckContext): Promise<CheckResult> {
  const { datasets, failures, notes, close } = await readers.group(files);
  try {
    const budget = new WorkBudget(bound);
    const batch = await workOnDatasets({ datasets, unusable: failures, notes: [...notes] }, onProgress, (dataset, progress) =>
      checkDataset(dataset, (format) => readers.readerFor(format), { options, threads: 1, startWorkers: undefined, budget, tellsLand: true, onProgress: progress }),
    );
    const report = reportOf(batch.done.map((done) => done.report), batch, options, inputs);
    return { report, text: reportText(report, batch.done.map(({ findings }) => findings)) };
  } finally {
    await close();
  }
}

export type { WorkBound } from './work-bound.ts';
