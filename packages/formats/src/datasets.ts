import type { GivenFile } from './driver.ts';
import { groupFiles, type GroupedDatasets } from './grouping.ts';
import { nodeUnpacking } from './kmz/node-unpacking.ts';

export interface GroupOptions {
  /** A folder for large files from archives. Without it they stay in memory, with a lower size limit. */
  readonly workFolder?: string;
}

/**
 * Like `groupFiles`, with Node's way to unpack archives.
 * @throws ProblemError if no dataset is left.
 */
export async function groupDatasets(files: readonly GivenFile[], { workFolder }: GroupOptions = {}): Promise<GroupedDatasets> {
  return groupFiles(files, nodeUnpacking(workFolder));
}
