import { z } from 'zod';

/** Where the data of a layer comes from, and since when. */
export const layerTaskSchema = z.object({
  provider_date: z.iso.datetime().nullable(),
  source_date: z.iso.datetime().nullable(),
  details: z.string(),
});

/** One layer of the map: a WMS address and the name (`code`) that the layer has there. */
export const layerSchema = z.object({
  uuid: z.string(),
  name: z.string(),
  code: z.string(),
  /** Layers stand in ascending order within their group. */
  position: z.number(),
  /** Whether it is shown when the explorer opens. */
  is_visible: z.boolean(),
  color: z.string(),
  description: z.string(),
  source: z.string(),
  webmap: z.object({ url: z.string() }),
  layer_tasks: z.array(layerTaskSchema),
  /** Below this zoom the service is not asked. */
  minimum_zoom: z.number().nullable().optional(),
  licence: z.string().nullable().optional(),
  attribution: z.string().nullable().optional(),
  /** When the service was last seen working; null when it never was by us. */
  last_checked: z.iso.datetime().nullable().optional(),
});
export type CatalogueLayer = z.infer<typeof layerSchema>;

export const layerGroupSchema = z.object({
  name: z.string(),
  position: z.number(),
  is_visible: z.boolean(),
  layers: z.array(layerSchema),
});
export type LayerGroup = z.infer<typeof layerGroupSchema>;

export const layerGroupsSchema = z.array(layerGroupSchema);
