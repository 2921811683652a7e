import { layerStyleSchema, layerTaskSchema } from '@geoinsights/contract';
import { z } from 'zod';

const line = z.string().trim().min(1).max(200);
const text = z.string().trim().max(10_000);
const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'a colour is written #rrggbb');
const minimumZoom = z.number().min(0).max(24).nullable();
/**
 * The code of a layer in our own WMS, optionally with a namespace. Commas separate names in a request; clients differ in how they encode
 * anything beyond ASCII letters.
 */
export const layerCodeSchema = z.string().regex(/^\w[\w.:-]{0,199}$/, 'a code is 1 to 200 letters, digits, ".", ":", "_" or "-", and begins with a letter or digit');
/** Among its siblings, from 1 on; a larger value means the last position. */
const position = z.number().int().min(1);
const lastChecked = z.iso.datetime().nullable();

/** What an operator can state about a layer, wherever its data comes from. */
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
  position,
};

/** Where a layer's pictures come from: another WMS, or data that this server draws. */
export const layerPlaceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('wms'), url: z.url({ protocol: /^https?$/ }).max(2000), code: z.string().trim().min(1).max(500), last_checked: lastChecked.default(null) }),
  z.strictObject({ kind: z.literal('local'), data: z.uuid() }),
]);
export type LayerPlace = z.infer<typeof layerPlaceSchema>;

/** A layer for the catalogue. The group is created if there is none with that name; omitted properties get a plain default. */
export const newLayerSchema = z.strictObject({
  group: line,
  place: layerPlaceSchema,
  /** For a layer that we draw; by default it is made from the name. */
  code: layerCodeSchema.optional(),
  task: layerTaskSchema.optional(),
  ...z.strictObject(descriptionShape).partial().required({ name: true }).shape,
});
export type NewLayer = z.infer<typeof newLayerSchema>;

/** The changes to a layer; everything else stays. A new place comes with its task. */
export const layerChangesSchema = z.strictObject({
  group: line.optional(),
  place: layerPlaceSchema.optional(),
  /** For a layer that we draw. */
  code: layerCodeSchema.optional(),
  task: layerTaskSchema.optional(),
  ...z.strictObject(descriptionShape).partial().shape,
});
export type LayerChanges = z.infer<typeof layerChangesSchema>;

/** The changes to a group; its layers stay in it. */
export const groupChangesSchema = z.strictObject({ name: line, position, is_visible: z.boolean() }).partial();
export type GroupChanges = z.infer<typeof groupChangesSchema>;
