import { PartKind } from '@geoinsights/geometry';
import { join } from 'node:path';
import { GeometryType } from '../../features/feature-batch.ts';
import type { FeatureBatch, FeatureId } from '../../features/feature-batch.ts';
import type { WrittenDataset } from '../../features/dataset-writer.ts';
import type { FeatureDataset, FeatureLayer, LayerSchema } from '../../features/feature-dataset.ts';
import type { Field, FieldType, FieldValue } from '../../features/field.ts';
import { diskFolder, openDiskFile } from '../../files/disk.ts';
import { openGeopackageFeatures } from '../reading/open-features.ts';
import { geopackageCreator } from '../writing/create-geopackage.ts';
import { CLOCK, newFolder } from './work-folder.ts';

export interface Part {
  readonly kind: PartKind;
  /** Rings of positions of two to four numbers. */
  readonly rings: readonly (readonly (readonly number[])[])[];
}

/** A feature in readable form. */
export interface PlainFeature {
  readonly type: number;
  readonly parts: readonly Part[];
  readonly row?: readonly FieldValue[];
  readonly id?: FeatureId;
}

export const point = (...position: number[]): PlainFeature => ({ type: GeometryType.Point, parts: [{ kind: PartKind.Point, rings: [[position]] }] });
export const none: PlainFeature = { type: GeometryType.None, parts: [] };

export const WGS84 = { name: 'WGS 84', code: 'EPSG:4326', units: { kind: 'geographic' }, metresPerUnit: null } as const;

export function field(name: string, type: FieldType, width: number | null = null): Field {
  return { name, type, width, decimals: null };
}

export function schemaOf(schema: Partial<LayerSchema> = {}): LayerSchema {
  return { name: 'farms', crs: WGS84, fields: [], geometryTypes: [GeometryType.Point], hasZ: false, hasM: false, ids: 'none', count: 0, ...schema };
}

/** @param dimensions the ordinates of a position, as `xyz` */
export function batchOf(features: readonly PlainFeature[], { dimensions = 'xy', first = 0 } = {}): FeatureBatch {
  const xy: number[] = [];
  const z: number[] = [];
  const m: number[] = [];
  const ringOffsets = [0];
  const partOffsets = [0];
  const featureOffsets = [0];
  const partKinds: number[] = [];
  for (const { parts } of features) {
    for (const { kind, rings } of parts) {
      for (const ring of rings) {
        for (const position of ring) {
          xy.push(position[0], position[1]);
          z.push(position[dimensions.indexOf('z')] ?? NaN);
          m.push(position[dimensions.indexOf('m')] ?? NaN);
        }
        ringOffsets.push(xy.length / 2);
      }
      partOffsets.push(ringOffsets.length - 1);
      partKinds.push(kind);
    }
    featureOffsets.push(partOffsets.length - 1);
  }
  return {
    first,
    geometry: {
      xy: Float64Array.from(xy),
      z: dimensions.includes('z') ? Float64Array.from(z) : null,
      m: dimensions.includes('m') ? Float64Array.from(m) : null,
      ringOffsets: Int32Array.from(ringOffsets),
      partOffsets: Int32Array.from(partOffsets),
      featureOffsets: Int32Array.from(featureOffsets),
      partKinds: Uint8Array.from(partKinds),
    },
    types: Uint8Array.from(features, ({ type }) => type),
    rows: features.map(({ row = [] }) => row),
    ids: features.some(({ id }) => id !== undefined) ? features.map(({ id = null }) => id) : null,
  };
}

/** The features of a batch in readable form, with Z and M after x and y if the batch has them. */
function plainFeatures({ geometry, types, rows, ids }: FeatureBatch): PlainFeature[] {
  const { xy, z, m, ringOffsets, partOffsets, featureOffsets, partKinds } = geometry;
  const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);
  const position = (vertex: number): number[] => [xy[vertex * 2], xy[vertex * 2 + 1], ...(z === null ? [] : [z[vertex]]), ...(m === null ? [] : [m[vertex]])];
  return rows.map((row, feature) => ({
    type: types[feature],
    parts: range(featureOffsets[feature], featureOffsets[feature + 1]).map((part) => ({
      kind: partKinds[part] === PartKind.Point ? PartKind.Point : partKinds[part] === PartKind.Line ? PartKind.Line : PartKind.Polygon,
      rings: range(partOffsets[part], partOffsets[part + 1]).map((ring) => range(ringOffsets[ring], ringOffsets[ring + 1]).map(position)),
    })),
    row,
    id: ids === null ? null : ids[feature],
  }));
}

export async function readAll(layer: FeatureLayer): Promise<PlainFeature[]> {
  const features: PlainFeature[] = [];
  for await (const batch of layer.read()) features.push(...plainFeatures(batch));
  return features;
}

/** Opens a file, passes it to `work`, and closes it. */
export async function withFeatures<Result>(path: string, work: (dataset: FeatureDataset) => Promise<Result> | Result): Promise<Result> {
  const file = await openDiskFile(path);
  try {
    const dataset = await openGeopackageFeatures({ format: 'geopackage', name: 'test', files: [file] }, { workFolder: newFolder() });
    try {
      return await work(dataset);
    } finally {
      await dataset.close();
    }
  } finally {
    await file.close();
  }
}

export const create = geopackageCreator(() => new Date(CLOCK));

/** Writes layers into a new folder. */
export async function written(layers: readonly { readonly schema: LayerSchema; readonly batches: readonly FeatureBatch[] }[]): Promise<WrittenDataset & { path: string; folder: string }> {
  const folder = newFolder();
  const writer = await create({ folder: diskFolder(folder), name: 'result', workFolder: folder }, layers.map(({ schema }) => schema));
  for (const [index, { batches }] of layers.entries()) for (const batch of batches) await writer.write(index, batch);
  const { files, losses } = await writer.close();
  return { files, losses, folder, path: join(folder, files[0]) };
}
