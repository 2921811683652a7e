import { toolReportSchema } from '@geoinsights/contract';
import { z } from 'zod';
import type { ToolDefinition } from '../tool.ts';
import { summaryLines } from './summary.ts';

const TOOL_NAME = 'compress';

const optionsSchema = z.strictObject({});

const bytesSchema = z.number().int().nonnegative();
const reportSchema = toolReportSchema.extend({
  tool: z.literal(TOOL_NAME),
  /** Every file of the archive, in its order, under the name that it has there. */
  files: z.array(z.object({ name: z.string(), bytes: bytesSchema, packed_bytes: bytesSchema })),
  /** Of all files before, and of the archive. */
  bytes: bytesSchema,
  packed_bytes: bytesSchema,
});

export const compress: ToolDefinition<typeof optionsSchema, typeof reportSchema> = {
  name: TOOL_NAME,
  title: 'Compress files',
  summary: 'Pack files into one ZIP archive, as small as it goes, with nothing in them changed.',
  inputs: { minimum: 1, maximum: null },
  optionsSchema,
  reportSchema,
  commandExamples: ['geotools compress parcels.shp farm.kml -o season.zip'],
  summaryLines,
  run: async (context) => {
    const { runCompress } = await import('./run.ts');
    const { report, ...files } = await runCompress(context);
    return { ...files, report: { tool: TOOL_NAME, ...report } };
  },
};
