import { z } from 'zod';

/**
 * What a finding means for the people responsible for the land: `ownership`, land changed hands, or is claimed by several or by nobody,
 * wider than the snap distance; `shape`, a feature's own rings; `cosmetic`, nothing wider than the snap distance. The most serious first.
 */
export const FINDING_WEIGHTS = ['ownership', 'shape', 'cosmetic'] as const;
export type FindingWeight = (typeof FINDING_WEIGHTS)[number];

/** Positions of features in their layer, from one on, as people count them. */
const positionSchema = z.number().int().positive();

/** How the file identifies a feature, if it does. */
const featureIdSchema = z.union([z.string(), z.number()]).nullable();

/** In coordinates of the layer. */
const placeSchema = z.array(z.number());
export const landGeometrySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(placeSchema)) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(z.array(placeSchema))) }),
  z.object({ type: z.literal('LineString'), coordinates: z.array(placeSchema) }),
  z.object({ type: z.literal('MultiLineString'), coordinates: z.array(z.array(placeSchema)) }),
]);
export type LandGeometry = z.infer<typeof landGeometrySchema>;

/** A finding as land: its members in addition to the original ones. */
export const landOfFindingSchema = z.object({
  position: positionSchema,
  id: featureIdSchema,
  other_position: positionSchema.nullable(),
  other_id: featureIdSchema,
  weight: z.enum(FINDING_WEIGHTS),
  /** Of an overlap or a gap; null for findings without land. */
  area_m2: z.number().nullable(),
  /** Who has the land of an overlap or a gap after the repair; null if nobody or several have it, or if there is no land. */
  received_by: positionSchema.nullable(),
  /** The land of an overlap or a gap, or the line of a border that moved; null for findings that are only a point. */
  geometry: landGeometrySchema.nullable(),
});

/** Land that went from one feature to another: it lies in the one before and in the other after. */
const gaveSchema = z.object({ to: positionSchema, area_m2: z.number() });
const receivedSchema = z.object({ from: positionSchema, area_m2: z.number() });

/**
 * The land of one changed feature before and after, geodesic if coordinates are degrees. It lost the land that lay in it before and does
 * not after, and gained the opposite, so that after = before - lost + gained. What it gave to others, and to nobody, is all that it
 * lost. It may have claimed received land before as well; then it gained nothing by it.
 */
export const balanceEntrySchema = z.object({
  position: positionSchema,
  id: featureIdSchema,
  label: z.string(),
  area_before_m2: z.number(),
  area_after_m2: z.number(),
  lost_m2: z.number(),
  gained_m2: z.number(),
  /** The maximum distance of any point of its old border from the new one, or of the new one from the old. */
  max_displacement_m: z.number(),
  gave: z.array(gaveSchema),
  received: z.array(receivedSchema),
  /** The part of its loss that no feature has now, and the part of its gain that no feature claimed before. */
  to_nobody_m2: z.number(),
  from_nobody_m2: z.number(),
  /** Why a feature has no land left, in a sentence; null if it has land. */
  emptied: z.string().nullable(),
  /** Whose land it duplicated, if that is why it has none left; otherwise absent. */
  repeats: positionSchema.exactOptional(),
});
export type BalanceEntry = z.infer<typeof balanceEntrySchema>;

/** What a repair made of one feature, as land and lines in layer coordinates; null if there is no feature, or neither land nor lines. */
export const changedFeatureSchema = z.object({
  position: positionSchema,
  id: featureIdSchema,
  label: z.string(),
  before: landGeometrySchema.nullable(),
  after: landGeometrySchema.nullable(),
});
export type ChangedFeature = z.infer<typeof changedFeatureSchema>;

/** The totals over all changed features of a layer. */
export const balanceTotalsSchema = z.object({
  features: z.number().int(),
  area_before_m2: z.number(),
  area_after_m2: z.number(),
  /** Land that lies in one feature before, and in another after. */
  changed_hands_m2: z.number(),
  to_nobody_m2: z.number(),
  from_nobody_m2: z.number(),
});
export type BalanceTotals = z.infer<typeof balanceTotalsSchema>;
