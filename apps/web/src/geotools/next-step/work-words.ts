import { FIX_GEOMETRY } from './job.ts';
import { TOOLS } from './tools/index.ts';

/** What a task is called, and what files are after it. */
export interface WorkWords {
  readonly noun: string;
  readonly participle: string;
}

export const REPAIR: WorkWords = { noun: 'repair', participle: 'repaired' };

/** A look at files that changes nothing, on this device or, at this address, by the server. */
export const CHECK: WorkWords = { noun: 'check', participle: 'checked' };
export const CHECK_GEOMETRY = 'check-geometry';

const OF_ANY_TOOL: WorkWords = { noun: 'task', participle: 'worked on' };

/** @param tool its name in the API; undefined in reports of old. */
export function workOf(tool: string | undefined): WorkWords {
  if (tool === undefined || tool === FIX_GEOMETRY) return REPAIR;
  if (tool === CHECK_GEOMETRY) return CHECK;
  return TOOLS.find(({ name }) => name === tool) ?? OF_ANY_TOOL;
}

/** The tool at whose address a task is asked for, as the page's address has it; a repair when it says none that is known. */
export function endpointOf(parameter: string | null): string {
  return parameter === CHECK_GEOMETRY ? CHECK_GEOMETRY : (TOOLS.find(({ name }) => name === parameter)?.name ?? FIX_GEOMETRY);
}
