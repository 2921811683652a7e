import { balanceEntrySchema, FINDING_WEIGHTS } from '@geoinsights/contract';
import { z } from 'zod';
import { BALANCE_COLUMNS } from './balance-view.ts';
import { SYMBOLS } from './kinds.ts';

/** The messages between the page and the worker that keeps a report. Both sides validate what they receive. */

const extentSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);
export type Extent = z.output<typeof extentSchema>;
const weightSchema = z.enum(FINDING_WEIGHTS);
const sideSchema = z.enum(['before', 'after']);
export type Side = z.output<typeof sideSchema>;

const onSheet = { id: z.number(), sheet: z.number().int() };

export const requestSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('load'), id: z.number(), report: z.instanceof(Blob), files: z.array(z.instanceof(File)) }),
  /** Which findings are listed and marked: those of these weights and kinds, with this text in a name. */
  z.object({ kind: z.literal('filter'), ...onSheet, weights: z.array(weightSchema), kinds: z.array(z.string()).nullable(), search: z.string() }),
  /** Rows of the list, by position. */
  z.object({ kind: z.literal('rows'), ...onSheet, from: z.number().int(), to: z.number().int() }),
  /** The position of a finding in the list. */
  z.object({ kind: z.literal('locate'), ...onSheet, finding: z.number().int() }),
  z.object({
    kind: z.literal('balance'),
    ...onSheet,
    search: z.string(),
    column: z.enum(BALANCE_COLUMNS).nullable(),
    isDescending: z.boolean(),
    from: z.number().int(),
    to: z.number().int(),
  }),
  z.object({ kind: z.literal('draw-all'), ...onSheet, side: sideSchema }),
  z.object({ kind: z.literal('draw-view'), ...onSheet, side: sideSchema, extent: extentSchema, resolution: z.number().positive(), mostVertices: z.number().int().positive() }),
  z.object({ kind: z.literal('marks'), ...onSheet, extent: extentSchema, window: extentSchema, resolution: z.number().positive() }),
  /** The listed finding at a position on the map. */
  z.object({ kind: z.literal('hit'), ...onSheet, x: z.number(), y: z.number(), tolerance: z.number() }),
]);
export type ReviewRequest = z.output<typeof requestSchema>;

const emptiedSchema = z.object({ label: z.string(), position: z.number(), why: z.string() });

const sheetSchema = z.object({
  dataset: z.string(),
  /** The main file of the dataset. */
  file: z.string(),
  layer: z.string(),
  features: z.number(),
  isGeographic: z.boolean(),
  metresPerUnit: z.number().nullable(),
  /** Of everything drawn, in map coordinates; null if nothing is. */
  extent: extentSchema.nullable(),
  /** The number of vertices of each side. */
  vertices: z.object({ before: z.number(), after: z.number() }),
  /** Whether unchanged features are drawn: the visitor's own file was available. */
  hasContext: z.boolean(),
  /** The number of changed features, and for how many the report has the geometry. */
  changed: z.number(),
  changedDrawn: z.number(),
  findings: z.number(),
  weights: z.array(z.tuple([weightSchema, z.number()])),
  kinds: z.array(z.tuple([z.string(), z.number()])),
  digest: z.object({
    noticed: z.number(),
    emptied: z.array(emptiedSchema),
    emptiedCount: z.number(),
    largest: z.object({ from: z.string(), of_m2: z.number(), to: z.string(), area_m2: z.number() }).nullable(),
    farthestM: z.number(),
  }),
});
export type SheetAnswer = z.output<typeof sheetSchema>;

const rowSchema = z.object({
  finding: z.number(),
  kind: z.string(),
  weight: weightSchema,
  action: z.string(),
  reason: z.string().nullable(),
  position: z.number(),
  label: z.string(),
  other: z.number().nullable(),
  otherLabel: z.string().nullable(),
  receivedBy: z.number().nullable(),
  receiverLabel: z.string().nullable(),
  areaM2: z.number().nullable(),
  /** In layer coordinates. */
  at: z.tuple([z.number(), z.number()]).nullable(),
  /** In map coordinates; null if it has no position there. */
  extent: extentSchema.nullable(),
});
export type FindingRow = z.output<typeof rowSchema>;

const namedSchema = z.object({ position: z.number(), label: z.string(), area_m2: z.number() });
const balanceRowSchema = balanceEntrySchema.omit({ gave: true, received: true }).extend({ gave: z.array(namedSchema), received: z.array(namedSchema) });
export type BalanceRow = z.output<typeof balanceRowSchema>;

const numbers = z.instanceof(Float64Array);
const ends = z.instanceof(Int32Array);
const drawingSchema = z.object({ polygons: numbers, ringEnds: ends, bundleEnds: ends, lines: numbers, lineEnds: ends, points: numbers });

const markSchema = z.object({ x: z.number(), y: z.number(), count: z.number(), finding: z.number(), kind: z.string(), weight: weightSchema, symbol: z.enum(SYMBOLS) });
const drawnSchema = z.object({ finding: z.number(), weight: weightSchema, isLand: z.boolean(), coordinates: numbers, ends: z.array(z.number()) });
export type DrawnAnswer = z.output<typeof drawnSchema>;
const labelSchema = z.object({ x: z.number(), y: z.number(), text: z.string(), feature: z.number() });
export type LabelAnswer = z.output<typeof labelSchema>;

export const answerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('loading'), share: z.number() }),
  z.object({ kind: z.literal('loaded'), id: z.number(), sheets: z.array(sheetSchema) }),
  z.object({ kind: z.literal('filtered'), id: z.number(), count: z.number() }),
  z.object({ kind: z.literal('rows'), id: z.number(), rows: z.array(rowSchema) }),
  z.object({ kind: z.literal('located'), id: z.number(), place: z.number().nullable(), row: rowSchema }),
  z.object({ kind: z.literal('balance'), id: z.number(), count: z.number(), rows: z.array(balanceRowSchema) }),
  z.object({ kind: z.literal('drawn'), id: z.number(), drawing: drawingSchema }),
  z.object({ kind: z.literal('marks'), id: z.number(), marks: z.array(markSchema), drawn: z.array(drawnSchema), labels: z.array(labelSchema), seen: z.number(), weightiest: rowSchema.nullable() }),
  z.object({ kind: z.literal('hit'), id: z.number(), finding: z.number().nullable() }),
  /** The question cannot be answered; without an id the worker itself is broken. */
  z.object({ kind: z.literal('failed'), id: z.number().nullable(), message: z.string() }),
]);
export type ReviewAnswer = z.output<typeof answerSchema>;
