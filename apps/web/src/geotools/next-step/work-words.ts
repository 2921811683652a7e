import { listOf } from '@geoinsights/contract/units';
import { FIX_GEOMETRY } from './job.ts';
import { TOOLS } from './tools/index.ts';

/** The noun for a task and the participle for its results. */
export interface WorkWords {
  readonly noun: string;
  readonly participle: string;
}

export const REPAIR: WorkWords = { noun: 'repair', participle: 'repaired' };

/** A check that changes nothing, on this device or, at this address, by the server. */
export const CHECK: WorkWords = { noun: 'check', participle: 'checked' };
export const CHECK_GEOMETRY = 'check-geometry';

const OF_ANY_TOOL: WorkWords = { noun: 'task', participle: 'worked on' };

/** @param tool its name in the API; undefined in old reports. */
export function workOf(tool: string | undefined): WorkWords {
  if (tool === undefined || tool === FIX_GEOMETRY) return REPAIR;
  if (tool === CHECK_GEOMETRY) return CHECK;
  return TOOLS.find(({ name }) => name === tool) ?? OF_ANY_TOOL;
}

/** The words for several tools that run one after the other in a task: `repair and conversion`. */
export function worksOf(tools: readonly string[]): string {
  return listOf(tools.map((tool) => workOf(tool).noun), 'and');
}

/** The tool whose address is used to query a task, according to the page's address; the repair if it names no known one. */
export function endpointOf(parameter: string | null): string {
  return parameter === CHECK_GEOMETRY ? CHECK_GEOMETRY : (TOOLS.find(({ name }) => name === parameter)?.name ?? FIX_GEOMETRY);
}
