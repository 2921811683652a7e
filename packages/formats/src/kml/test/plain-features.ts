import type { Layer, PartKind } from '@geoinsights/geometry';
import { WGS84_BY_FORMAT } from '../../crs.ts';
import type { FeatureBatch, FeatureId, GeometryType } from '../../features/feature-batch.ts';
import type { FeatureDataset, FeatureLayer, LayerSchema } from '../../features/feature-dataset.ts';
import type { Field, FieldType, FieldValue } from '../../features/field.ts';
import { fileOfBytes } from '../../files/memory.ts';
import { openKmlFeatures } from '../features.ts';

export type Position = readonly number[];
export interface PlainPart {
  readonly kind: PartKind;
  readonly rings: readonly (readonly Position[])[];
}
/** A feature as comparable lists. */
export interface PlainFeature {
  readonly type: GeometryType;
  readonly parts: readonly PlainPart[];
  readonly row: readonly FieldValue[];
}
export interface PlainLayer {
  readonly name: string;
  readonly fields: readonly (readonly [name: string, type: FieldType])[];
  readonly features: readonly PlainFeature[];
}

export function openText(text: string, name = 'file'): Promise<FeatureDataset> {
  return openKmlFeatures({ format: 'kml', name, files: [fileOfBytes('file.kml', new TextEncoder().encode(text))] });
}

/** The whole contents of a layer, checking that its batches are consecutive. */
export async function plainLayer(layer: FeatureLayer): Promise<PlainLayer> {
  const features: PlainFeature[] = [];
  for await (const batch of layer.read()) {
    if (batch.first !== features.length) throw new Error(`a batch begins at ${batch.first} instead of ${features.length}`);
    features.push(...plainFeatures(batch));
  }
  if (features.length !== layer.count) throw new Error(`${features.length} features instead of ${layer.count}`);
  return { name: layer.name, fields: layer.fields.map(({ name, type }) => [name, type] as const), features };
}

function plainFeatures({ geometry, types, rows }: FeatureBatch): PlainFeature[] {
  return rows.map((row, i) => ({
    type: typeOf(types[i]),
    row,
    parts: range(geometry.featureOffsets, i).map((part) => ({ kind: kindOf(geometry.partKinds[part]), rings: range(geometry.partOffsets, part).map((ring) => positions(geometry, ring)) })),
  }));
}

function positions({ xy, z, ringOffsets }: Layer, ring: number): Position[] {
  return range(ringOffsets, ring).map((vertex) => {
    const altitude = z?.[vertex] ?? NaN;
    const place = [xy[2 * vertex], xy[2 * vertex + 1]];
    return Number.isNaN(altitude) ? place : [...place, altitude];
  });
}

function range(offsets: Int32Array, i: number): number[] {
  return Array.from({ length: offsets[i + 1] - offsets[i] }, (_, k) => offsets[i] + k);
}

const TYPES: readonly GeometryType[] = [0, 1, 2, 3, 4, 5, 6, 7];
const KINDS: readonly PartKind[] = [1, 2, 3];

function typeOf(type: number): GeometryType {
  return TYPES[type];
}

function kindOf(kind: number): PartKind {
  return KINDS[kind - 1];
}

export function field(name: string, type: FieldType, width: number | null = null): Field {
  return { name, type, width, decimals: null };
}

export interface GivenLayer {
  readonly schema: LayerSchema;
  readonly batches: readonly FeatureBatch[];
}

/** A layer to write. @param size features per batch */
export function givenLayer(name: string, fields: readonly Field[], features: readonly PlainFeature[], ids: readonly FeatureId[] | null = null, size = 2): GivenLayer {
  const hasZ = features.some(({ parts }) => parts.some(({ rings }) => rings.some((ring) => ring.some((position) => position.length > 2))));
  const geometryTypes = [...new Set(features.map(({ type }) => type))].filter((type) => type !== 0).sort((a, b) => a - b);
  const batches = Array.from({ length: Math.ceil(features.length / size) }, (_, i) => batchOf(i * size, features.slice(i * size, (i + 1) * size), hasZ, ids));
  return { schema: { name, crs: WGS84_BY_FORMAT, fields, geometryTypes, hasZ, hasM: false, ids: ids === null ? 'none' : 'own', count: features.length }, batches };
}

function batchOf(first: number, features: readonly PlainFeature[], hasZ: boolean, ids: readonly FeatureId[] | null): FeatureBatch {
  const parts = features.flatMap((feature) => feature.parts);
  const rings = parts.flatMap((part) => part.rings);
  const all = rings.flat();
  return {
    first,
    types: Uint8Array.from(features, ({ type }) => type),
    rows: features.map(({ row }) => row),
    ids: ids === null ? null : ids.slice(first, first + features.length),
    geometry: {
      xy: Float64Array.from(all.flatMap(([x, y]) => [x, y])),
      z: hasZ ? Float64Array.from(all, (position) => (position.length > 2 ? position[2] : NaN)) : null,
      m: null,
      ringOffsets: offsets(rings.map((ring) => ring.length)),
      partOffsets: offsets(parts.map((part) => part.rings.length)),
      featureOffsets: offsets(features.map((feature) => feature.parts.length)),
      partKinds: Uint8Array.from(parts, ({ kind }) => kind),
    },
  };
}

function offsets(counts: readonly number[]): Int32Array {
  const sums = new Int32Array(counts.length + 1);
  for (const [i, count] of counts.entries()) sums[i + 1] = sums[i] + count;
  return sums;
}
