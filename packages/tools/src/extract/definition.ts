import { featuresReportSchema } from '@geoinsights/contract';
import { z } from 'zod';
import { formatOption, fromOption } from '../features/options.ts';
import type { ToolDefinition } from '../tool.ts';

const BBOX = 'takes four numbers: west, south, east, north, such as -50,-16,-48,-15';
const BBOX_TEXT = 'takes a text with four numbers: west, south, east, north, such as "-50,-16,-48,-15"';
const BBOX_ORDER = 'takes west, south, east, north: the first number must be smaller than the third, and the second smaller than the fourth';

const bboxOption = z
  .string({ error: BBOX_TEXT })
  .max(200)
  .transform((text, context): [number, number, number, number] => {
    const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
    const [west, south, east, north] = numbers;
    const isFour = numbers.length === 4 && numbers.every(Number.isFinite);
    if (!isFour || west >= east || south >= north) {
      context.addIssue({ code: 'custom', message: isFour ? BBOX_ORDER : BBOX });
      return z.NEVER;
    }
    return [west, south, east, north];
  })
  .optional()
  .describe('A rectangle x0,y0,x1,y1 in the coordinates of the file.');

const optionsSchema = z
  .strictObject({
    where: z.string().min(1).max(20_000).optional().describe("A filter in CQL2 text, such as \"area_ha > 10 AND owner LIKE 'Silva%'\"."),
    bbox: bboxOption,
    within: z.string().min(1).max(255).optional().meta({ input: true }).describe('A file whose polygons select the features.'),
    clip: z.boolean().default(false).describe('Clip features to the rectangle or the polygons. By default, features that intersect are kept whole.'),
    format: formatOption.optional(),
    from: fromOption,
  })
  .refine(({ where, bbox, within }) => where !== undefined || bbox !== undefined || within !== undefined, { error: 'say which features to extract: where, bbox or within' })
  .refine(({ bbox, within, clip }) => !clip || bbox !== undefined || within !== undefined, { path: ['clip'], error: 'can only be used with bbox or within' });

const reportSchema = featuresReportSchema.extend({
  tool: z.literal('extract'),
  chosen: z.array(z.object({ dataset: z.string(), layer: z.string(), of: z.number().int(), chosen: z.number().int(), cut: z.number().int() })),
});

export const extract: ToolDefinition<typeof optionsSchema, typeof reportSchema> = {
  name: 'extract',
  title: 'Extract',
  summary: 'Extract features by attribute, by rectangle or by the polygons of another file, whole or clipped.',
  inputs: { minimum: 1, maximum: null },
  optionsSchema,
  reportSchema,
  commandExamples: ['geotools extract parcels.gpkg -o large.gpkg --where "area_ha > 100"', 'geotools extract parcels.shp -o here.shp --bbox=-50,-16,-48,-15', 'geotools extract parcels.shp -o farm.gpkg --within farm.kml --clip'],
  summaryLines: ({ chosen }) => chosen.map(({ layer, of, chosen: count, cut }) => `${layer}: ${count.toLocaleString('en')} of ${of.toLocaleString('en')} ${of === 1 ? 'feature' : 'features'} extracted${cut === 0 ? '' : `, ${cut.toLocaleString('en')} of them clipped`}`),
  worksBatchByBatch: true,
  checkOptions: async ({ where, from }) => {
    const [{ parseFilter }, { requireSystems }] = await Promise.all([import('./cql2/parse.ts'), import('../features/called-system.ts')]);
    if (where !== undefined) parseFilter(where);
    requireSystems(from);
  },
  run: async (context) => (await import('./run.ts')).runExtract(context),
};
