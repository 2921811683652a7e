import type { GivenFile } from './driver.ts';
import { groupFiles, type GroupedDatasets } from './grouping.ts';
import { nodeUnpacking } from './kmz/node-unpacking.ts';

export interface GroupOptions {
  /** A folder for large files out of archives; without it they stay in memory and must be smaller. */
  readonly workFolder?: string;
}

/**
 * As `groupFiles`, with what Node unpacks archives by.
 * @throws ProblemError when no dataset is left.
 */
export async function groupDatasets(files: readonly GivenFile[], { workFolder }: GroupOptions = {}): Promise<GroupedDatasets> {
  return groupFiles(files, nodeUnpacking(workFolder));
}
