import { ProblemError } from '@geoinsights/contract';
import { companionKind, splitName } from '@geoinsights/formats/file-names';
import type { ToolDefinition } from '@geoinsights/tools';

/** Companions of another file do not count. An archive counts as one; its contents are examined when the task runs. @throws ProblemError too-many-inputs */
export function requireAllowedCount({ name, inputs: { maximum } }: Pick<ToolDefinition, 'name' | 'inputs'>, files: readonly { readonly name: string }[]): void {
  if (maximum === null) return;
  const count = files.filter((file) => companionKind(splitName(file.name).extension) === null).length;
  if (count > maximum) throw new ProblemError('too-many-inputs', { tool: name, limit: maximum, count });
}
