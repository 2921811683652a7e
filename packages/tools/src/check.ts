import type { FileDigest, FixGeometryOptions, Report } from '@geoinsights/contract';
import type { GivenFile, MemoryReaders } from '@geoinsights/formats/in-memory';
import { workOnDatasets } from './datasets/dataset-batch.ts';
import { checkDataset } from './fix-geometry/check-dataset.ts';
import { reportText } from './fix-geometry/findings-report.ts';
import { reportOf } from './fix-geometry/report-of.ts';
import { WorkBudget, type WorkBound } from './work-bound.ts';

/** `geotools check` without a disk or Node: the same findings in the same report. */

interface CheckContext {
  readonly files: readonly GivenFile[];
  /** Digests that identify the files later; undefined if they cannot be computed. */
  readonly inputs: readonly FileDigest[] | undefined;
  readonly readers: MemoryReaders;
  readonly options: FixGeometryOptions;
  /** The cost limit; null for no limit. */
  readonly bound: WorkBound | null;
  /** Called from time to time with the share done (0 to 1, never decreasing) and a short description of the current step. */
  readonly onProgress: (share: number, stage: string) => void;
}

interface CheckResult {
  /** Without the findings. */
  readonly report: Report;
  /** The report with every finding, one per line, as JSON in pieces; can be read only once. */
  readonly text: Iterable<string>;
}

/**
 * Reports what a repair would find in the files, and writes nothing.
 * @throws ProblemError if no file can be processed, or the work would exceed the cost limit.
 */
export async function checkInMemory({ files, inputs, readers, options, bound, onProgress }: CheckContext): Promise<CheckResult> {
  const { datasets, failures, notes, close } = await readers.group(files);
  try {
    const budget = new WorkBudget(bound);
    const batch = await workOnDatasets({ datasets, unusable: failures, notes: [...notes] }, onProgress, (dataset, progress) =>
      checkDataset(dataset, (format) => readers.readerFor(format), { options, threads: 1, startWorkers: undefined, budget, reportsLand: true, onProgress: progress }),
    );
    const report = reportOf(batch.done.map((done) => done.report), batch, options, inputs);
    return { report, text: reportText(report, batch.done.map(({ findings }) => findings)) };
  } finally {
    await close();
  }
}

export type { WorkBound } from './work-bound.ts';
