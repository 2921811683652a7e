import { featuresReportSchema } from '@geoinsights/contract';
import { z } from 'zod';
import { formatOption, fromOption } from '../features/options.ts';
import type { ToolDefinition } from '../tool.ts';

const optionsSchema = z.strictObject({
  layers: z.enum(['one', 'each']).default('one').describe('One layer with the features of all, or a layer for each that came.'),
  format: formatOption.optional(),
  crs: z.string().min(1).max(200).optional().describe('The reference system of the result; that of the first layer where it is left out.'),
  from: fromOption,
  sourceField: z.string().min(1).max(60).optional().describe('The name of a field that says which file a feature comes from.'),
});

const reportSchema = featuresReportSchema.extend({ tool: z.literal('merge') });

export const merge: ToolDefinition<typeof optionsSchema, typeof reportSchema> = {
  name: 'merge',
  title: 'Merge',
  summary: 'Bring the features of several files together in one, whatever their formats and reference systems.',
  inputs: { minimum: 1, maximum: null },
  optionsSchema,
  reportSchema,
  commandExamples: ['geotools merge north.shp south.kml -o farm.gpkg', 'geotools merge *.geojson -o all.gpkg --layers each', 'geotools merge a.kml b.kml -o all.kml --source-field file'],
  run: async (context) => (await import('./run.ts')).runMerge(context),
};
