import { z } from 'zod';

/**
 * A local layer on disk is a folder:
 *
 *   layer.json        the manifest (schema below)
 *   level-full.bin    every feature unchanged
 *   level-<zoom>.bin  an overview: what can be distinguished at that web map zoom, coarser ones made from finer ones
 *   attributes.bin    one JSON text per feature, in the order of the source
 *
 * A level is a sequence of flat arrays, little-endian, each aligned to eight bytes. Its shapes are rings, lines and groups of points,
 * sorted so that neighbours in the plane are neighbours in the file; a map reads only the vertices of the shapes it shows.
 */
export const MANIFEST = 'layer.json';
export const ATTRIBUTES = 'attributes.bin';
export const STORE_VERSION = 1;

/** Shells wind counter-clockwise with y upwards, holes clockwise. Rings do not repeat their first vertex. */
export const ShapeKind = { Shell: 0, Hole: 1, Line: 2, Points: 3 } as const;

/** Cells per side of a block; see `cellBlocks`. */
export const BLOCK_SIDE = 64;

const sectionSchema = z.object({ offset: z.int().nonnegative(), bytes: z.int().nonnegative() });
export type Section = z.infer<typeof sectionSchema>;

const levelSchema = z.object({
  file: z.string().regex(/^level-(full|\d+)\.bin$/),
  /** Null for the level with all details. */
  zoom: z.int().min(0).max(24).nullable(),
  shapes: z.int().nonnegative(),
  vertices: z.int().nonnegative(),
  sections: z.object({
    /** Flatbush of Int32 boxes, in steps; empty if there are no shapes. */
    index: sectionSchema,
    /** Uint32: first vertex of each shape, and the vertex count at the end. */
    offsets: sectionSchema,
    /** Uint8: the `ShapeKind` of each shape. */
    kinds: sectionSchema,
    /** Uint32: the feature of each shape, numbered as in the source. */
    features: sectionSchema,
    /** Uint32: the part of each shape, numbered within the level. */
    parts: sectionSchema,
    /**
     * Int32: x0, y0, x1, y1 … in steps. The x is doubled; its lowest bit says that the edge from this vertex to the next one is not
     * stroked, since a neighbour that shares the edge strokes it.
     */
    vertices: sectionSchema,
    /** Int32: column, row and first cell of each block, and the cell count at the end. Rows count downwards from the equator. */
    cellBlocks: sectionSchema,
    /** Four bytes per cell: column and row in its block, coverage by fills, coverage by strokes (of 255). */
    cells: sectionSchema,
  }),
});
export type LevelRecord = z.infer<typeof levelSchema>;

export const manifestSchema = z.object({
  version: z.literal(STORE_VERSION),
  features: z.int().nonnegative(),
  /** West, south, east, north in degrees; null if nothing has a position. */
  extent: z.tuple([z.number(), z.number(), z.number(), z.number()]).readonly().nullable(),
  /** From fine to coarse, starting with the full level. */
  levels: z.tuple([levelSchema], levelSchema),
  /** Float64: where each feature's text begins in attributes.bin, and the end of the last. */
  attributeOffsets: sectionSchema,
});
export type Manifest = z.infer<typeof manifestSchema>;

/** The text of a feature in attributes.bin. */
export const attributesRecordSchema = z.object({
  label: z.string().nullable(),
  attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
