import { lossSchema, toolReportSchema } from '@geoinsights/contract';
import { z } from 'zod';
import type { ToolDefinition } from '../tool.ts';
import { summaryLines } from './summary.ts';

const TOOL_NAME = 'compress';

const optionsSchema = z.strictObject({ decimals: z.number().int().min(0).max(15).optional().describe('Round the coordinates of lines and polygons to this many decimal places, without making anything cross. By default nothing is rounded.') });

const bytesSchema = z.number().int().nonnegative();
const reportSchema = toolReportSchema.extend({
  tool: z.literal(TOOL_NAME),
  /** Every file of the archive, in order, with its name there. */
  files: z.array(z.object({ name: z.string(), bytes: bytesSchema, packed_bytes: bytesSchema })),
  /** The total size of all files before packing, and of the archive. */
  bytes: bytesSchema,
  packed_bytes: bytesSchema,
  /** What the files no longer hold. */
  losses: z.array(lossSchema),
});

export const compress: ToolDefinition<typeof optionsSchema, typeof reportSchema> = {
  name: TOOL_NAME,
  title: 'Compress files',
  summary: 'Pack files into one small ZIP archive, unchanged or with rounded coordinates.',
  inputs: { minimum: 1, maximum: null },
  optionsSchema,
  reportSchema,
  commandOutput: 'OUTPUT is a .zip file, or a folder for the archive under its own name.',
  commandExamples: ['geotools compress parcels.shp farm.kml -o season.zip', 'geotools compress survey.geojson -o survey.zip --decimals 6'],
  summaryLines,
  run: async (context) => {
    const { runCompress } = await import('./run.ts');
    const { report, ...files } = await runCompress(context);
    return { ...files, report: { tool: TOOL_NAME, ...report } };
  },
};
