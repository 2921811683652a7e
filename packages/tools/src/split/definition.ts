import { featuresReportSchema } from '@geoinsights/contract';
import { z } from 'zod';
import { formatOption, fromOption } from '../features/options.ts';
import type { ToolDefinition } from '../tool.ts';

const optionsSchema = z
  .strictObject({
    by: z.string().min(1).max(200).describe('A field, for a file for each of its values; or layer, for a file for each layer; count, for so many features each; part, for a feature of each part.'),
    field: z.string().min(1).max(200).optional().describe('The field, where it is called layer, count or part.'),
    count: z.number().int().min(1).max(100_000_000).optional().describe('How many features go into a file.'),
    format: formatOption.optional(),
    from: fromOption,
  })
  .refine(({ by, field, count }) => by !== 'count' || field !== undefined || count !== undefined, { path: ['count'], error: 'is needed to split by count' })
  .refine(({ by, field, count }) => count === undefined || (by === 'count' && field === undefined), { path: ['count'], error: 'goes with by count alone' });

const reportSchema = featuresReportSchema.extend({ tool: z.literal('split') });

export const split: ToolDefinition<typeof optionsSchema, typeof reportSchema> = {
  name: 'split',
  title: 'Split',
  summary: 'Make several files of one: for each value of a field, for each layer, or for so many features.',
  inputs: { minimum: 1, maximum: null },
  optionsSchema,
  reportSchema,
  commandExamples: ['geotools split parcels.shp -o by-owner/ --by owner', 'geotools split parcels.gpkg -o layers/ --by layer', 'geotools split parcels.geojson -o thousands/ --by count --count 1000'],
  run: async (context) => (await import('./run.ts')).runSplit(context),
};
