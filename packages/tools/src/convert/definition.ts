import { featuresReportSchema } from '@geoinsights/contract';
import { z } from 'zod';
import { decimalsOption, formatOption, fromOption, isText } from '../features/options.ts';
import type { ToolDefinition } from '../tool.ts';

const optionsSchema = z
  .strictObject({ to: formatOption, from: fromOption, decimals: decimalsOption })
  .refine(({ to, decimals }) => decimals === undefined || isText(to), { path: ['decimals'], error: 'can only be used with kml, kmz and geojson, which write coordinates as text; rounding saves no space in shapefile and geopackage' });

const reportSchema = featuresReportSchema.extend({ tool: z.literal('convert') });

export const convert: ToolDefinition<typeof optionsSchema, typeof reportSchema> = {
  name: 'convert',
  title: 'Convert',
  summary: 'Convert files to another format, and report field by field what that format cannot hold.',
  inputs: { minimum: 1, maximum: null },
  optionsSchema,
  reportSchema,
  commandExamples: ['geotools convert parcels.shp -o parcels.gpkg', 'geotools convert farm.kml fields.geojson -o shapefiles/ --to shapefile'],
  worksBatchByBatch: true,
  checkOptions: async ({ from }) => (await import('../features/called-system.ts')).requireSystems(from),
  run: async (context) => (await import('./run.ts')).runConvert(context),
};
