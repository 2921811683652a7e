import { z } from 'zod';

/**
 * The messages between the page and the worker that reads files. Files are identified by their index in the selection. Both sides validate
 * what they send as well as what they receive: an infinite number, for instance, is refused at its source.
 */

const extentSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);

const chosenFileSchema = z.object({
  index: z.number().int(),
  format: z.enum(['kml', 'shapefile']),
  file: z.instanceof(File),
  /** The files of the same name that belong to a shapefile. */
  companions: z.array(z.instanceof(File)),
});
export type ChosenFile = z.output<typeof chosenFileSchema>;

export const requestSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read'), id: z.number(), files: z.array(chosenFileSchema) }),
  /** Reads one file again, with its coordinates in a system chosen by the visitor. */
  z.object({ kind: z.literal('place'), id: z.number(), index: z.number().int(), system: z.string() }),
  /** Every vertex of everything. */
  z.object({ kind: z.literal('draw-all'), id: z.number() }),
  /** What is visible in a view, with at most as many vertices as the renderer can handle. */
  z.object({ kind: z.literal('draw-view'), id: z.number(), extent: extentSchema, resolution: z.number().positive(), mostVertices: z.number().int().positive() }),
  /** Marks of what is too small to be seen in a view. */
  z.object({ kind: z.literal('draw-marks'), id: z.number(), extent: extentSchema, resolution: z.number().positive() }),
  z.object({ kind: z.literal('look'), id: z.number(), x: z.number(), y: z.number(), tolerance: z.number() }),
]);
export type AreasRequest = z.output<typeof requestSchema>;

const drawingSchema = z.object({
  polygons: z.instanceof(Float64Array),
  ringEnds: z.instanceof(Int32Array),
  bundleEnds: z.instanceof(Int32Array),
  lines: z.instanceof(Float64Array),
  lineEnds: z.instanceof(Int32Array),
  points: z.instanceof(Float64Array),
});

const fileOutcomeSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('reading'), share: z.number() }),
  /** `bare` counts those without a geometry, `system` is the name of the reference system, unless it is the page's default. */
  z.object({ state: z.literal('read'), features: z.number(), bare: z.number(), outside: z.number(), moved: z.number(), system: z.string().nullable() }),
  /** The coordinates are not degrees, and nothing says what they are: the codes of the possible systems, the most likely first. */
  z.object({ state: z.literal('unplaced'), reason: z.string(), systems: z.array(z.string()) }),
  z.object({ state: z.literal('unreadable'), reason: z.string() }),
  /** Some of the code that reads files could not be loaded. */
  z.object({ state: z.literal('unloaded') }),
]);
export type ReadOutcome = z.output<typeof fileOutcomeSchema>;

/** `source` is the file with the feature; a remark says which part of it could not be read. */
const foundFeatureSchema = z.object({ source: z.string(), label: z.string(), attributes: z.array(z.tuple([z.string(), z.string()])), remark: z.string().nullable() });

export const answerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), index: z.number(), outcome: fileOutcomeSchema }),
  z.object({ kind: z.literal('read'), id: z.number(), extent: extentSchema.nullable(), vertices: z.number(), graphics: z.enum(['hardware', 'software', 'none']) }),
  z.object({ kind: z.literal('drawn'), id: z.number(), drawing: drawingSchema }),
  z.object({ kind: z.literal('found'), id: z.number(), features: z.array(foundFeatureSchema), hasMore: z.boolean() }),
  /** Some of the code that reads files did not arrive; this worker does not request it again. */
  z.object({ kind: z.literal('incomplete') }),
  /** The question cannot be answered; without an id the worker itself is broken. */
  z.object({ kind: z.literal('failed'), id: z.number().nullable(), message: z.string() }),
]);
export type AreasAnswer = z.output<typeof answerSchema>;
