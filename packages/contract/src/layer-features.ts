import { z } from 'zod';

/** A number written as text; an empty text is not a number. */
function written(minimum: number, maximum: number) {
  const words = `has to be a number from ${String(minimum)} to ${String(maximum)}`;
  return z
    .string(words)
    .trim()
    .min(1, words)
    .pipe(z.coerce.number<string>(words).min(minimum, words).max(maximum, words));
}

/** A place on the map: degrees on WGS 84, and the size of a pixel there in EPSG:3857 metres, which determines the tolerance. */
export const placeSchema = z.object({
  longitude: written(-360, 360),
  latitude: written(-85.06, 85.06),
  resolution: written(1e-4, 200_000),
});
export type Place = z.output<typeof placeSchema>;

/** The maximum number of features told of a layer at a place. */
export const MOST_FEATURES_AT_PLACE = 10;

/** The features of one layer at a place. Values are text as people read it; missing values are empty. */
export const layerFeaturesSchema = z.object({
  features: z.array(
    z.object({
      /** The feature's name in the layer; null if it has none. */
      label: z.string().nullable(),
      attributes: z.array(z.object({ name: z.string(), value: z.string() })),
      /** How many more attributes it has than are given. */
      more_attributes: z.number().int().nonnegative().default(0),
    }),
  ),
  /** More features lie there than are given. */
  has_more: z.boolean().default(false),
});
export type LayerFeatures = z.output<typeof layerFeaturesSchema>;
