import { repairOptionsSchema } from '@geoinsights/contract';
import type { ToolDefinition } from '../tool.ts';
import { runPreviewTolerances, TOOL_NAME } from './run.ts';

/** Says what fix-geometry would measure with, and repairs nothing. It takes the same options. */
export const previewTolerances: ToolDefinition<typeof repairOptionsSchema> = {
  name: TOOL_NAME,
  optionsSchema: repairOptionsSchema,
  run: runPreviewTolerances,
};
