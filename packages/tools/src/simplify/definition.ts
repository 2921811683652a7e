import { featuresReportSchema } from '@geoinsights/contract';
import { LARGEST_SIMPLIFICATION } from '@geoinsights/contract/tool-limits';
import { z } from 'zod';
import { formatOption, fromOption } from '../features/options.ts';
import type { ToolDefinition } from '../tool.ts';

const optionsSchema = z
  .strictObject({
    distance: z.number().positive().max(LARGEST_SIMPLIFICATION).optional().describe('Remove bends smaller than this: metres (on the ground if coordinates are in degrees), or coordinate units if the file does not say which unit they are in.'),
    share: z.number().min(0).max(1).optional().describe('The share of vertices to keep, from 0 to 1, instead of a distance.'),
    method: z.enum(['visvalingam', 'douglas-peucker']).default('visvalingam').describe('Visvalingam gives smoother borders; with Douglas-Peucker no border moves by more than the distance.'),
    keepAll: z.boolean().default(true).describe('Keep every feature, however small.'),
    format: formatOption.optional(),
    from: fromOption,
  })
  .refine(({ distance, share }) => (distance === undefined) !== (share === undefined), { error: 'give either distance or share' });

const reportSchema = featuresReportSchema.extend({
  tool: z.literal('simplify'),
  simplified: z.array(z.object({ dataset: z.string(), layer: z.string(), vertices_before: z.number().int(), vertices_after: z.number().int(), vertices_restored: z.number().int(), distance: z.number().nullable(), vanished_features: z.number().int() })),
});

export const simplify: ToolDefinition<typeof optionsSchema, typeof reportSchema> = {
  name: 'simplify',
  title: 'Simplify',
  summary: 'Simplify lines and polygons. Shared borders are simplified once, so that no gaps or overlaps appear.',
  inputs: { minimum: 1, maximum: null },
  optionsSchema,
  reportSchema,
  commandExamples: ['geotools simplify parcels.shp -o light.shp --distance 5', 'geotools simplify states.geojson -o small.geojson --share 0.1'],
  summaryLines: ({ simplified }) => simplified.map(({ layer, vertices_before: before, vertices_after: after, vertices_restored: restored }) => `${layer}: ${after.toLocaleString('en')} of ${before.toLocaleString('en')} ${before === 1 ? 'vertex' : 'vertices'} left${restored === 0 ? '' : `; ${restored.toLocaleString('en')} of them ${restored === 1 ? 'stays' : 'stay'} because lines or borders would cross, or features vanish, without ${restored === 1 ? 'it' : 'them'}`}`),
  checkOptions: async ({ from }) => (await import('../features/called-system.ts')).requireSystems(from),
  run: async (context) => (await import('./run.ts')).runSimplify(context),
};
