import { z } from 'zod';

/**
 * What the page and the worker that reads files say to each other. Files are named by their place in the pick. Both sides
 * check what they send as well as what they get: an infinite number, say, is refused where it is made.
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
  /** Reads one file anew, its coordinates in a system that the visitor named. */
  z.object({ kind: z.literal('place'), id: z.number(), index: z.number().int(), system: z.string() }),
  /** Every vertex of everything. */
  z.object({ kind: z.literal('draw-all'), id: z.number() }),
  /** What can be seen in a view, with no more vertices than the renderer takes. */
  z.object({ kind: z.literal('draw-view'), id: z.number(), extent: extentSchema, resolution: z.number().positive(), mostVertices: z.number().int().positive() }),
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
  /** `system` is the name of the reference system, unless it is the one that the page takes for granted. */
  z.object({ state: z.literal('read'), features: z.number(), outside: z.number(), moved: z.number(), system: z.string().nullable() }),
  /** The coordinates are no degrees, and nothing says what they are: the codes of the systems that they may be in, the likeliest first. */
  z.object({ state: z.literal('unplaced'), reason: z.string(), systems: z.array(z.string()) }),
  z.object({ state: z.literal('unreadable'), reason: z.string() }),
]);
export type ReadOutcome = z.output<typeof fileOutcomeSchema>;

/** `source` is the file that holds the feature; a remark says what could not be read of it. */
const foundFeatureSchema = z.object({ source: z.string(), label: z.string(), attributes: z.array(z.tuple([z.string(), z.string()])), remark: z.string().nullable() });

export const answerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), index: z.number(), outcome: fileOutcomeSchema }),
  z.object({ kind: z.literal('read'), id: z.number(), extent: extentSchema.nullable(), vertices: z.number(), graphics: z.enum(['hardware', 'software', 'none']) }),
  z.object({ kind: z.literal('drawn'), id: z.number(), drawing: drawingSchema }),
  z.object({ kind: z.literal('found'), id: z.number(), features: z.array(foundFeatureSchema) }),
  /** What was asked cannot be answered; without an id the worker itself is out of order. */
  z.object({ kind: z.literal('failed'), id: z.number().nullable(), message: z.string() }),
]);
export type AreasAnswer = z.output<typeof answerSchema>;
