import { repairOptionsSchema, reportSchema } from '@geoinsights/contract';
import { z } from 'zod';
import type { ToolDefinition } from '../tool.ts';
import { runPreviewTolerances, TOOL_NAME } from './run.ts';

const previewReportSchema = reportSchema.omit({ then: true }).extend({ tool: z.literal(TOOL_NAME) });

/** Reports what fix-geometry would measure with, and repairs nothing. It takes the same options, except those for after a repair. */
export const previewTolerances: ToolDefinition<typeof repairOptionsSchema, typeof previewReportSchema> = {
  name: TOOL_NAME,
  title: 'Preview tolerances',
  summary: 'Report the snap distance and gap width that Fix geometry would use, without repairing anything.',
  inputs: { minimum: 1, maximum: null },
  optionsSchema: repairOptionsSchema,
  reportSchema: previewReportSchema,
  commandExamples: [],
  compilesLate: true,
  run: async (context) => {
    const { report, ...files } = await runPreviewTolerances(context);
    return { ...files, report: { ...report, tool: TOOL_NAME } };
  },
};
