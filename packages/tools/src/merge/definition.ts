import { featuresReportSchema } from '@geoinsights/contract';
import { z } from 'zod';
import { formatOption, fromOption } from '../features/options.ts';
import type { ToolDefinition } from '../tool.ts';

const optionsSchema = z.strictObject({
  layers: z.enum(['one', 'each']).default('one').describe('One layer with all features, or one layer for each input layer.'),
  format: formatOption.optional(),
  crs: z.string().min(1).max(200).optional().describe('The CRS of the result. Default: that of the first layer.'),
  from: fromOption,
  sourceField: z.string().min(1).max(60).optional().describe('Add a field of this name with the file that each feature comes from.'),
});

const reportSchema = featuresReportSchema.extend({ tool: z.literal('merge') });

export const merge: ToolDefinition<typeof optionsSchema, typeof reportSchema> = {
  name: 'merge',
  title: 'Merge',
  summary: 'Merge the features of several files into one, whatever their formats and coordinate reference systems.',
  inputs: { minimum: 1, maximum: null },
  optionsSchema,
  reportSchema,
  commandExamples: ['geotools merge north.shp south.kml -o farm.gpkg', 'geotools merge *.geojson -o all.gpkg --layers each', 'geotools merge a.kml b.kml -o all.kml --source-field file'],
  checkOptions: async ({ crs, from }) => (await import('../features/called-system.ts')).requireSystems(crs, from),
  run: async (context) => (await import('./run.ts')).runMerge(context),
};
