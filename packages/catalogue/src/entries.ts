import { layerStyleSchema, layerTaskSchema } from '@geoinsights/contract';
import { z } from 'zod';

const line = z.string().trim().min(1).max(200);
const text = z.string().trim().max(10_000);
const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'a colour is written #rrggbb');
const minimumZoom = z.number().min(0).max(24).nullable();
const lastChecked = z.iso.datetime().nullable();

/** What an operator can say of a layer, wherever its data come from. */
const descriptionShape = {
  name: line,
  color,
  description: text,
  source: text,
  licence: text.nullable(),
  attribution: text.nullable(),
  minimum_zoom: minimumZoom,
  style: layerStyleSchema,
  is_visible: z.boolean(),
  position: z.number().int(),
};

/** Where a layer's pictures come from: a WMS of someone else, or data that this server draws. */
export const layerPlaceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('wms'), url: z.url({ protocol: /^https?$/ }).max(2000), code: z.string().trim().min(1).max(500), last_checked: lastChecked.default(null) }),
  z.strictObject({ kind: z.literal('local'), data: z.uuid() }),
]);
export type LayerPlace = z.infer<typeof layerPlaceSchema>;

/** A layer for the catalogue. The group is made when there is none of its name; what is left out gets a plain default. */
export const newLayerSchema = z.strictObject({
  group: line,
  place: layerPlaceSchema,
  task: layerTaskSchema.optional(),
  ...z.strictObject(descriptionShape).partial().required({ name: true }).shape,
});
export type NewLayer = z.infer<typeof newLayerSchema>;

/** What changes of a layer; everything else stays. A new place brings its task with it. */
export const layerChangesSchema = z.strictObject({
  group: line.optional(),
  place: layerPlaceSchema.optional(),
  task: layerTaskSchema.optional(),
  ...z.strictObject(descriptionShape).partial().shape,
});
export type LayerChanges = z.infer<typeof layerChangesSchema>;
