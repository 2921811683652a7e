import { PartKind } from '@geoinsights/geometry';
import type { Layer } from '@geoinsights/geometry';
import type { CreateOptions, WrittenDataset } from '../../features/dataset-writer.ts';
import type { FeatureBatch, FeatureId } from '../../features/feature-batch.ts';
import { GeometryType } from '../../features/feature-batch.ts';
import type { FeatureDataset } from '../../features/feature-dataset.ts';
import type { FieldValue } from '../../features/field.ts';
import { fileOfBytes, memoryFolder } from '../../files/memory.ts';
import { createGeoJson } from '../create.ts';
import { openGeoJsonFeatures } from '../features.ts';
import { filesOf } from './patching.ts';

/** For tests: a feature as nested lists. */
export interface PlainFeature {
  readonly type: number;
  /** Parts of rings of positions, each with as many ordinates as it has. */
  readonly parts: { readonly kind: number; readonly rings: number[][][] }[];
  readonly row: readonly FieldValue[];
  readonly id: FeatureId;
}

/** For tests: opens a text, or bytes, as a file; `chunk` limits the length of every read. */
export function openFeatures(content: string | Uint8Array, chunk?: number): Promise<FeatureDataset> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return openGeoJsonFeatures(filesOf(fileOfBytes('test.geojson', bytes), chunk));
}

/** For tests: all batches of the only layer. */
export async function batchesOf({ layers }: FeatureDataset): Promise<FeatureBatch[]> {
  const batches: FeatureBatch[] = [];
  for await (const batch of layers[0].read()) batches.push(batch);
  return batches;
}

/** For tests: all features of the only layer. */
export async function featuresOf(dataset: FeatureDataset): Promise<PlainFeature[]> {
  return (await batchesOf(dataset)).flatMap(plainFeatures);
}

export function plainFeatures({ geometry, types, rows, ids }: FeatureBatch): PlainFeature[] {
  return [...types].map((type, feature) => ({ type, parts: partsOf(geometry, feature), row: rows[feature], id: ids === null ? null : ids[feature] }));
}

function partsOf(layer: Layer, feature: number): PlainFeature['parts'] {
  return range(layer.featureOffsets, feature).map((part) => ({
    kind: layer.partKinds[part],
    rings: range(layer.partOffsets, part).map((ring) => range(layer.ringOffsets, ring).map((vertex) => position(layer, vertex))),
  }));
}

function position({ xy, z, m }: Layer, vertex: number): number[] {
  const position = [xy[2 * vertex], xy[2 * vertex + 1], z?.[vertex] ?? NaN, m?.[vertex] ?? NaN];
  while (position.length > 2 && Number.isNaN(position.at(-1))) position.pop();
  return position;
}

function range(offsets: Int32Array, index: number): number[] {
  return Array.from({ length: offsets[index + 1] - offsets[index] }, (_, step) => offsets[index] + step);
}

/** For tests: a batch of features given as nested lists, without Z unless a position has three numbers. */
export function batchOf(features: readonly PlainFeature[], hasIds = false): FeatureBatch {
  const parts = features.flatMap((feature) => feature.parts);
  const rings = parts.flatMap((part) => part.rings);
  const positions = rings.flat();
  const offsets = (lengths: number[]): Int32Array => Int32Array.from([0, ...lengths]).map(((sum) => (length: number) => (sum += length))(0));
  const ordinate = (axis: number): Float64Array | null => (positions.some((each) => each.length > axis) ? Float64Array.from(positions, (each) => each[axis] ?? NaN) : null);
  return {
    first: 0,
    geometry: {
      xy: Float64Array.from(positions.flatMap(([x, y]) => [x, y])),
      z: ordinate(2),
      m: ordinate(3),
      ringOffsets: offsets(rings.map(({ length }) => length)),
      partOffsets: offsets(parts.map((part) => part.rings.length)),
      featureOffsets: offsets(features.map((feature) => feature.parts.length)),
      partKinds: Uint8Array.from(parts, ({ kind }) => kind),
    },
    types: Uint8Array.from(features, ({ type }) => type),
    rows: features.map(({ row }) => row),
    ids: hasIds ? features.map(({ id }) => id) : null,
  };
}

/** For tests: writes all layers of a dataset again. @returns the texts by file name, and the writer's result */
export async function rewritten(dataset: FeatureDataset, options?: CreateOptions): Promise<{ texts: Map<string, string>; written: WrittenDataset }> {
  const folder = memoryFolder();
  const writer = await createGeoJson({ folder, name: 'out', workFolder: '' }, dataset.layers, options);
  for (const [index, layer] of dataset.layers.entries()) for await (const batch of layer.read()) await writer.write(index, batch);
  const written = await writer.close();
  return { texts: new Map([...folder.files].map(([name, bytes]) => [name, new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)])), written };
}

/** For tests: a polygon of these rings, as a feature. */
export function polygon(...rings: number[][][]): PlainFeature {
  return { type: GeometryType.Polygon, parts: [{ kind: PartKind.Polygon, rings }], row: [], id: null };
}
