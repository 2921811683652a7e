import { featuresReportSchema } from '@geoinsights/contract';
import { LARGEST_SIMPLIFICATION } from '@geoinsights/contract/tool-limits';
import { z } from 'zod';
import { formatOption, fromOption } from '../features/options.ts';
import type { ToolDefinition } from '../tool.ts';

const optionsSchema = z
  .strictObject({
    distance: z.number().positive().max(LARGEST_SIMPLIFICATION).optional().describe('Metres, on the ground for degrees; units of the coordinates where a file does not say how long they are. Bends smaller than this go.'),
    share: z.number().min(0).max(1).optional().describe('The share of the vertices that is to stay, 0 to 1, in place of a distance.'),
    method: z.enum(['visvalingam', 'douglas-peucker']).default('visvalingam').describe('Visvalingam makes smoother borders; with Douglas-Peucker no border moves by more than the distance.'),
    keepAll: z.boolean().default(true).describe('Of every feature something stays, however small it is.'),
    format: formatOption.optional(),
    from: fromOption,
  })
  .refine(({ distance, share }) => (distance === undefined) !== (share === undefined), { error: 'give either a distance or a share' });

const reportSchema = featuresReportSchema.extend({
  tool: z.literal('simplify'),
  simplified: z.array(z.object({ dataset: z.string(), layer: z.string(), vertices_before: z.number().int(), vertices_after: z.number().int(), distance: z.number().nullable(), vanished_features: z.number().int() })),
});

export const simplify: ToolDefinition<typeof optionsSchema, typeof reportSchema> = {
  name: 'simplify',
  title: 'Simplify',
  summary: 'Take vertices out of lines and borders; shared borders are simplified once, so that no gap or overlap appears.',
  inputs: { minimum: 1, maximum: null },
  optionsSchema,
  reportSchema,
  commandExamples: ['geotools simplify parcels.shp -o light.shp --distance 5', 'geotools simplify states.geojson -o small.geojson --share 0.1'],
  summaryLines: ({ simplified }) => simplified.map(({ layer, vertices_before: before, vertices_after: after }) => `${layer}: ${String(after)} of ${String(before)} ${before === 1 ? 'vertex' : 'vertices'} left`),
  run: async (context) => (await import('./run.ts')).runSimplify(context),
};
