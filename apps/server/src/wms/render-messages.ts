import { z } from 'zod';
import { INFO_FORMATS, MAP_FORMATS } from './request.ts';

/** Messages between the server and its render threads. */
const viewSchema = z.object({
  width: z.number(),
  height: z.number(),
  plane: z.enum(['mercator', 'geographic']),
  west: z.number(),
  south: z.number(),
  east: z.number(),
  north: z.number(),
  density: z.number().exactOptional(),
});
const layerSchema = z.object({ folder: z.string(), version: z.string(), color: z.string(), isOutlined: z.boolean(), code: z.string(), title: z.string() });
const appearanceSchema = z.object({ format: z.enum(MAP_FORMATS), transparent: z.boolean(), background: z.string() });

export const renderOrderSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('map'), layers: z.array(layerSchema), view: viewSchema, appearance: appearanceSchema }),
  z.object({ kind: z.literal('legend'), layer: layerSchema, width: z.number(), height: z.number(), appearance: appearanceSchema }),
  z.object({
    kind: z.literal('info'),
    layers: z.array(layerSchema),
    view: viewSchema,
    column: z.number(),
    row: z.number(),
    /** As many features of each layer as the client asks for. */
    count: z.number(),
    format: z.enum(INFO_FORMATS),
  }),
]);
export type RenderOrder = z.infer<typeof renderOrderSchema>;

export const renderAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), body: z.instanceof(Uint8Array) }),
  z.object({ kind: z.literal('failed'), reason: z.string() }),
]);
export type RenderAnswer = z.infer<typeof renderAnswerSchema>;
