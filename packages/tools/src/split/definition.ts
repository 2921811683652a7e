import { featuresReportSchema } from '@geoinsights/contract';
import { z } from 'zod';
import { formatOption, fromOption } from '../features/options.ts';
import type { ToolDefinition } from '../tool.ts';

const optionsSchema = z
  .strictObject({
    by: z.string().min(1).max(200).describe('The field to split by, with one file for each of its values; or layer (one file per layer), count (files of a fixed number of features) or part (one feature per part).'),
    field: z.string().min(1).max(200).optional().describe('The field to split by, if its name is layer, count or part.'),
    count: z.number().int().min(1).max(100_000_000).optional().describe('The number of features in each file.'),
    format: formatOption.optional(),
    from: fromOption,
  })
  .refine(({ by, field, count }) => by !== 'count' || field !== undefined || count !== undefined, { path: ['count'], error: 'is required when splitting by count' })
  .refine(({ by, field, count }) => count === undefined || (by === 'count' && field === undefined), { path: ['count'], error: 'can only be used when splitting by count' });

const reportSchema = featuresReportSchema.extend({ tool: z.literal('split') });

export const split: ToolDefinition<typeof optionsSchema, typeof reportSchema> = {
  name: 'split',
  title: 'Split',
  summary: 'Split a file into several: by the values of a field, by layer, by part, or by number of features.',
  inputs: { minimum: 1, maximum: null },
  optionsSchema,
  reportSchema,
  commandOutput: 'OUTPUT is a folder for the files of the result under their own names, or a .zip file with them. If the result is one\nfile, as by part, OUTPUT may name it.',
  commandExamples: ['geotools split parcels.shp -o by-owner/ --by owner', 'geotools split parcels.gpkg -o layers/ --by layer', 'geotools split parcels.geojson -o thousands/ --by count --count 1000'],
  checkOptions: async ({ from }) => (await import('../features/called-system.ts')).requireSystems(from),
  run: async (context) => (await import('./run.ts')).runSplit(context),
};
