import { z } from 'zod';

/** What may be lost or changed when features go from one format to another. */
export const LOSS_CODES = [
  /** The format has other rules for names: too long, not unique, with other characters. */
  'field-renamed',
  /** The format lacks the type: dates as texts, integers as reals, lists as texts. */
  'field-type-changed',
  /** The format cannot hold the field at all. */
  'field-left-out',
  'text-cut',
  'number-rounded',
  /** Values that the field cannot hold and that are missing in the result. */
  'value-left-out',
  'characters-replaced',
  'z-left-out',
  'm-left-out',
  'ids-left-out',
  'ids-as-field',
  /** The format allows one geometry type per file, so there are several files. */
  'geometry-types-divided',
  'geometry-type-changed',
  'empty-geometry-left-out',
  /** Parts and holes of a feature that were too small for what was done; the feature itself is left. */
  'parts-left-out',
  'layers-divided',
  'layer-renamed',
  'system-changed',
  'coordinates-rounded',
  'features-left-out',
  /** Invalid geometries were repaired before the tool worked on them. */
  'geometry-repaired',
  /** A layer without features, for which the format has no place. */
  'layer-left-out',
  /** Features that lie on both sides of the 180th meridian, or of the edge of another map, after a transformation, and are not cut there. */
  'across-180',
] as const;
export type LossCode = (typeof LOSS_CODES)[number];

/** One difference between a result and its source. */
export const lossSchema = z.object({
  code: z.enum(LOSS_CODES),
  layer: z.string(),
  /** The field concerned, as the source names it; null if there is none. */
  field: z.string().nullable(),
  /** How many values or features are concerned; null for all of them. */
  count: z.number().int().nullable(),
  /** A sentence for people. */
  text: z.string(),
});
export type Loss = z.infer<typeof lossSchema>;
