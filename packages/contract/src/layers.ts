import { z } from 'zod';

/** Where the data of a layer comes from, and since when. */
export const layerTaskSchema = z.object({
  provider_date: z.iso.datetime().nullable(),
  source_date: z.iso.datetime().nullable(),
  details: z.string(),
});

/**
 * How a layer is drawn on the map: `filled` areas; `outlined`, only the borders of areas, so that layers below stay readable; `background`,
 * filled and below the street map, visible where that does not reach.
 */
export const layerStyleSchema = z.enum(['filled', 'outlined', 'background']);
export type LayerStyle = z.infer<typeof layerStyleSchema>;

/** One layer of the map: a WMS address and the layer's name (`code`) there. */
export const layerSchema = z.object({
  uuid: z.string(),
  name: z.string(),
  code: z.string(),
  /** Layers are in ascending order within their group. */
  position: z.number(),
  /** Whether it is shown when the explorer opens. */
  is_visible: z.boolean(),
  color: z.string(),
  description: z.string(),
  source: z.string(),
  /**
   * The address of the WMS. For layers that this server draws itself it is an absolute path, `/api/v1/wms`, which works behind every host
   * name, port and proxy: as in any page, resolve it against the address of this response.
   */
  webmap: z.object({ url: z.string() }),
  layer_tasks: z.array(layerTaskSchema),
  /** Below this zoom the service is not asked. */
  minimum_zoom: z.number().nullable().optional(),
  style: layerStyleSchema.optional(),
  licence: z.string().nullable().optional(),
  attribution: z.string().nullable().optional(),
  /** When the service was last seen working, by us or according to someone else; null if unknown. */
  last_checked: z.iso.datetime().nullable().optional(),
  /**
   * For layers that this server draws itself: changes with every new version of the data. Sent as `v` with map requests, it allows
   * pictures to be cached forever.
   */
  revision: z.string().nullable().optional(),
});
export type LayerTask = z.infer<typeof layerTaskSchema>;
export type CatalogueLayer = z.infer<typeof layerSchema>;

export const layerGroupSchema = z.object({
  name: z.string(),
  position: z.number(),
  is_visible: z.boolean(),
  layers: z.array(layerSchema),
});
export type LayerGroup = z.infer<typeof layerGroupSchema>;

export const layerGroupsSchema = z.array(layerGroupSchema);
