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
    if ((await stateOf(input)) !== before[place]) throw new ProblemError('input-unreadable', { file: input.name, reason: 'another program changed it at the same time' });
  }
  return ended;
}

/** Differs if the file was written to, or replaced by another one. */
async function stateOf({ path }: ToolFile): Promise<string> {
  const status = await stat(path, { bigint: true }).catch(() => null);
  return status === null ? 'gone' : `${status.dev} ${status.ino} ${status.size} ${status.mtimeNs}`;
}
