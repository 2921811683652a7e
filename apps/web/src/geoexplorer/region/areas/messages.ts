import { z } from 'zod';

/** What the page and the worker that reads files say to each other. Files are named by their place in the pick. */

const extentSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);

export const requestSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read'), files: z.array(z.object({ index: z.number(), format: z.enum(['kml', 'shapefile']), file: z.instanceof(File) })) }),
  z.object({ kind: z.literal('draw'), id: z.number(), extent: extentSchema, resolution: z.number(), mostVertices: z.number() }),
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
  z.object({ state: z.literal('drawn'), features: z.number(), outside: z.number(), moved: z.number() }),
  z.object({ state: z.literal('unreadable'), reason: z.string() }),
]);
export type FileOutcome = z.output<typeof fileOutcomeSchema>;

/** `source` is the file or the layer that holds the feature. */
const foundFeatureSchema = z.object({ source: z.string(), label: z.string(), attributes: z.array(z.tuple([z.string(), z.string()])) });
export type FoundFeature = z.output<typeof foundFeatureSchema>;

export const answerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), index: z.number(), outcome: fileOutcomeSchema }),
  z.object({ kind: z.literal('read'), extent: extentSchema.nullable(), vertices: z.number(), graphics: z.enum(['hardware', 'software', 'none']) }),
  z.object({ kind: z.literal('drawn'), id: z.number(), drawing: drawingSchema }),
  z.object({ kind: z.literal('found'), id: z.number(), features: z.array(foundFeatureSchema) }),
]);
export type AreasAnswer = z.output<typeof answerSchema>;
