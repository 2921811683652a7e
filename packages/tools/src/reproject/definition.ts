import { featuresReportSchema } from '@geoinsights/contract';
import { LARGEST_DEVIATION } from '@geoinsights/contract/tool-limits';
import { z } from 'zod';
import { formatOption, fromOption } from '../features/options.ts';
import type { ToolDefinition } from '../tool.ts';

const optionsSchema = z.strictObject({
  to: z.string().min(1).max(200).describe('The target CRS: a code such as EPSG:31982, or a name such as "SIRGAS 2000 / UTM zone 22S".'),
  format: formatOption.optional(),
  from: fromOption,
  densify: z.number().positive().max(LARGEST_DEVIATION).optional().describe('Add vertices to long edges so that none deviates from its true line by more than this many metres.'),
});

const reportSchema = featuresReportSchema.extend({
  tool: z.literal('reproject'),
  transformations: z.array(
    z.object({
      dataset: z.string(),
      layer: z.string(),
      from: z.string(),
      to: z.string(),
      /** How it was done, naming the datum shift. */
      description: z.string(),
      /** The possible error of positions in metres due to that shift; null if nobody has stated one. */
      accuracy_m: z.number().nullable(),
    }),
  ),
});

export const reproject: ToolDefinition<typeof optionsSchema, typeof reportSchema> = {
  name: 'reproject',
  title: 'Reproject',
  summary: 'Transform coordinates to another coordinate reference system (CRS), and report the datum shift and its accuracy.',
  inputs: { minimum: 1, maximum: null },
  optionsSchema,
  reportSchema,
  commandExamples: ['geotools reproject farm.shp -o farm-utm.gpkg --to EPSG:31982', 'geotools reproject old.shp -o new.shp --from "SAD69 / UTM zone 22S" --to "SIRGAS 2000 / UTM zone 22S"'],
  summaryLines: ({ transformations }) => transformations.map(({ layer, description }) => `${layer}: ${description}`),
  checkOptions: async ({ to, from }) => (await import('../features/called-system.ts')).requireSystems(to, from),
  run: async (context) => (await import('./run.ts')).runReproject(context),
};
