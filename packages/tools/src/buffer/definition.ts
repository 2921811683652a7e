import { featuresReportSchema } from '@geoinsights/contract';
import { LARGEST_BUFFER } from '@geoinsights/contract/tool-limits';
import { z } from 'zod';
import { formatOption, fromOption } from '../features/options.ts';
import type { ToolDefinition } from '../tool.ts';

const optionsSchema = z.strictObject({
  distance: z
    .number()
    .min(-LARGEST_BUFFER)
    .max(LARGEST_BUFFER)
    .refine((distance) => distance !== 0, { error: 'takes a distance other than 0' })
    .describe('The buffer distance in metres on the ground; a negative one shrinks polygons.'),
  joins: z.enum(['round', 'mitre', 'bevel']).default('round').describe('The shape of corners.'),
  dissolve: z.boolean().default(false).describe('Dissolve all buffers into one feature.'),
  format: formatOption.optional(),
  from: fromOption,
});

const reportSchema = featuresReportSchema.extend({ tool: z.literal('buffer') });

export const buffer: ToolDefinition<typeof optionsSchema, typeof reportSchema> = {
  name: 'buffer',
  title: 'Buffer',
  summary: 'Draw buffers around points, lines or polygons, at a distance in metres on the ground.',
  inputs: { minimum: 1, maximum: null },
  optionsSchema,
  reportSchema,
  commandExamples: ['geotools buffer river.shp -o protected.shp --distance 30', 'geotools buffer parcels.gpkg -o inner.gpkg --distance=-5', 'geotools buffer springs.kml -o zones.kml --distance 50 --dissolve'],
  worksBatchByBatch: true,
  checkOptions: async ({ from }) => (await import('../features/called-system.ts')).requireSystems(from),
  run: async (context) => (await import('./run.ts')).runBuffer(context),
};
