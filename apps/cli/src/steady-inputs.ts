import { stat } from 'node:fs/promises';
import { ProblemError } from '@geoinsights/contract/errors';
import type { ToolFile } from '@geoinsights/tools/fix-geometry';

/**
 * Runs work that reads files more than once. If another program changes one meanwhile, its parts may not belong together, whether the work succeeds
 * or fails, and whatever its error says.
 * @throws ProblemError that names the file
 */
export async function whileUnchanged<Result>(inputs: readonly ToolFile[], work: () => Promise<Result>): Promise<Result> {
  const before = await Promise.all(inputs.map(stateOf));
  const ended = work();
  await ended.catch(() => undefined);
  for (const [place, input] of inputs.entries()) {
    const reason = changeBetween(before[place], await stateOf(input));
    if (reason !== null) throw new ProblemError('input-unreadable', { file: input.name, reason });
  }
  return ended;
}

interface FileState {
  /** Which file it is, and how long. Differs if it was replaced, or became longer or shorter. */
  readonly identity: string;
  readonly modified: bigint;
}

/** Whether the bytes differ if only the time does could be told by reading every file once more beforehand, which is not worth it. */
function changeBetween(before: FileState, now: FileState): string | null {
  if (now.identity !== before.identity) return 'another program changed it at the same time';
  if (now.modified !== before.modified) return 'another program wrote to it, or set its time, while it was read';
  return null;
}

async function stateOf({ path }: ToolFile): Promise<FileState> {
  const status = await stat(path, { bigint: true }).catch(() => null);
  return status === null ? { identity: 'gone', modified: 0n } : { identity: `${status.dev} ${status.ino} ${status.size}`, modified: status.mtimeNs };
}
