import { repairOptionsSchema, reportSchema } from '@geoinsights/contract';
import { z } from 'zod';
import type { ToolDefinition } from '../tool.ts';
import { runCheckGeometry, TOOL_NAME } from './run.ts';

const checkReportSchema = reportSchema.omit({ then: true }).extend({ tool: z.literal(TOOL_NAME) });

/** Reports what fix-geometry would find, and repairs nothing: `geotools check` for people without a command line. */
export const checkGeometry: ToolDefinition<typeof repairOptionsSchema, typeof checkReportSchema> = {
  name: TOOL_NAME,
  title: 'Check geometry',
  summary: 'Report what Fix geometry would find in files, without repairing anything. The result is the report.',
  inputs: { minimum: 1, maximum: null },
  optionsSchema: repairOptionsSchema,
  reportSchema: checkReportSchema,
  commandExamples: [],
  compilesLate: true,
  run: async (context) => {
    const { report, ...files } = await runCheckGeometry(context);
    return { ...files, report: { ...report, tool: TOOL_NAME } };
  },
};
