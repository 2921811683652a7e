import { PartKind } from '@geoinsights/geometry';
import type { DatasetFiles, OutputFolder } from '../../src/driver.ts';
import { fileOfBytes, memoryFolder } from '../../src/files/memory.ts';
import { GeometryType } from '../../src/features/feature-batch.ts';
import type { FeatureBatch, FeatureId } from '../../src/features/feature-batch.ts';
import type { WrittenDataset } from '../../src/features/dataset-writer.ts';
import type { FeatureLayer, LayerSchema } from '../../src/features/feature-dataset.ts';
import type { Field, FieldValue } from '../../src/features/field.ts';
import { shapefileCreation } from '../../src/shapefile/create.ts';
import { openShapefileFeatures } from '../../src/shapefile/features.ts';
import { memoryScratch } from './memory-scratch.ts';

/** x, y, Z, M; NaN for a missing ordinate. */
type Vertex = readonly number[];

/** A feature as people write one: parts, rings, vertices. */
export interface Feature {
  readonly type: number;
  readonly parts: readonly { readonly kind: number; readonly rings: readonly (readonly Vertex[])[] }[];
  readonly row: readonly FieldValue[];
  readonly id?: FeatureId;
}

export const point = (vertex: Vertex, ...row: FieldValue[]): Feature => ({ type: GeometryType.Point, parts: [{ kind: PartKind.Point, rings: [[vertex]] }], row });
export const multiPoint = (vertices: readonly Vertex[], ...row: FieldValue[]): Feature => ({ type: GeometryType.MultiPoint, parts: [{ kind: PartKind.Point, rings: [vertices] }], row });
export const lines = (chains: readonly (readonly Vertex[])[], ...row: FieldValue[]): Feature => ({
  type: chains.length === 1 ? GeometryType.LineString : GeometryType.MultiLineString,
  parts: chains.map((chain) => ({ kind: PartKind.Line, rings: [chain] })),
  row,
});
export const polygons = (parts: readonly (readonly (readonly Vertex[])[])[], ...row: FieldValue[]): Feature => ({
  type: parts.length === 1 ? GeometryType.Polygon : GeometryType.MultiPolygon,
  parts: parts.map((rings) => ({ kind: PartKind.Polygon, rings })),
  row,
});
export const without = (...row: FieldValue[]): Feature => ({ type: GeometryType.None, parts: [], row });

export function batchOf(features: readonly Feature[], first = 0): FeatureBatch {
  const parts = features.flatMap((feature) => feature.parts);
  const rings = parts.flatMap((part) => part.rings);
  const vertices = rings.flat();
  const column = (index: number): Float64Array | null => (vertices.some((vertex) => !Number.isNaN(vertex[index] ?? NaN)) ? Float64Array.from(vertices, (vertex) => vertex[index] ?? NaN) : null);
  return {
    first,
    geometry: {
      xy: Float64Array.from(vertices.flatMap(([x, y]) => [x, y])),
      z: column(2),
      m: column(3),
      ringOffsets: offsets(rings.map(({ length }) => length)),
      partOffsets: offsets(parts.map((part) => part.rings.length)),
      featureOffsets: offsets(features.map((feature) => feature.parts.length)),
      partKinds: Uint8Array.from(parts, ({ kind }) => kind),
    },
    types: Uint8Array.from(features, ({ type }) => type),
    rows: features.map(({ row }) => row),
    ids: features.some(({ id }) => id !== undefined) ? features.map(({ id }) => id ?? null) : null,
  };
}

function offsets(lengths: readonly number[]): Int32Array {
  let sum = 0;
  return Int32Array.of(0, ...lengths.map((length) => (sum += length)));
}

/** The features of a batch, in the form in which they were passed in. */
export function featuresIn({ geometry, types, rows, ids }: FeatureBatch): Feature[] {
  const { xy, z, m, ringOffsets, partOffsets, featureOffsets, partKinds } = geometry;
  const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);
  const vertexAt = (vertex: number): Vertex => [xy[2 * vertex], xy[2 * vertex + 1], ...(z === null && m === null ? [] : [z === null ? NaN : z[vertex]]), ...(m === null ? [] : [m[vertex]])];
  return [...types].map((type, feature) => ({
    type,
    parts: range(featureOffsets[feature], featureOffsets[feature + 1]).map((part) => ({
      kind: partKinds[part],
      rings: range(partOffsets[part], partOffsets[part + 1]).map((ring) => range(ringOffsets[ring], ringOffsets[ring + 1]).map(vertexAt)),
    })),
    row: rows[feature],
    ...(ids === null ? {} : { id: ids[feature] }),
  }));
}

export const text = (name: string, width: number | null = null): Field => ({ name, type: 'text', width, decimals: null });
export const field = (name: string, type: Field['type']): Field => ({ name, type, width: null, decimals: null });

const UNKNOWN = { name: 'unknown', code: null, units: { kind: 'planar' }, metresPerUnit: null } as const;

export function schemaOf(features: readonly Feature[], more: Partial<LayerSchema> = {}): LayerSchema {
  const types = [...new Set(features.map(({ type }) => type))].filter((type) => type !== 0).sort((a, b) => a - b);
  return { name: 'layer', crs: UNKNOWN, fields: [], geometryTypes: types, hasZ: false, hasM: false, ids: 'none', count: features.length, ...more };
}

export interface Written extends WrittenDataset {
  readonly contents: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** Writes layers, each in batches of three features, into memory, or into a folder. */
export async function written(layers: readonly { readonly schema: LayerSchema; readonly features: readonly Feature[] }[], name = 'made', folder?: OutputFolder): Promise<Written> {
  const memory = memoryFolder();
  const writer = await shapefileCreation(() => memoryScratch())({ folder: folder ?? memory, name, workFolder: '' }, layers.map(({ schema }) => schema));
  for (const [layer, { features }] of layers.entries()) {
    for (let first = 0; first < features.length; first += 3) await writer.write(layer, batchOf(features.slice(first, first + 3), first));
  }
  return { ...(await writer.close()), contents: memory.files };
}

/** The set of one shapefile among files. */
export function setOf(contents: ReadonlyMap<string, Uint8Array>, base = 'made', leftOut: readonly string[] = []): DatasetFiles {
  const extensions = ['shp', 'shx', 'dbf', 'prj', 'cpg'].filter((extension) => !leftOut.includes(extension));
  const files = extensions.flatMap((extension) => {
    const bytes = contents.get(`${base}.${extension}`);
    return bytes === undefined ? [] : [fileOfBytes(`${base}.${extension}`, bytes)];
  });
  return { format: 'shapefile', name: base, files };
}

export interface ReadBack {
  readonly layer: FeatureLayer;
  readonly features: readonly Feature[];
  readonly batches: readonly FeatureBatch[];
  readonly notes: readonly string[];
}

export async function readBack(dataset: DatasetFiles): Promise<ReadBack> {
  const { layers, notes } = await openShapefileFeatures(dataset);
  const [layer] = layers;
  const batches: FeatureBatch[] = [];
  for await (const batch of layer.read()) batches.push(batch);
  return { layer, features: batches.flatMap(featuresIn), batches, notes: notes.map(({ code }) => code) };
}
