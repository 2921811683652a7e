import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FormatName, Loss, ToolReport } from '@geoinsights/contract';
import { identifySystem } from '@geoinsights/crs';
import { descriptionOf, featureFormat, GeometryType, unflushedFolder, WGS84_BY_FORMAT, type CreateOptions, type FeatureDataset, type FeatureLayer } from '@geoinsights/formats';
import type { SentName } from '@geoinsights/formats/in-memory';
import { invalidNote, nameIn, shortLinesNote, type InvalidInLayers, type NamedFeatures } from '../validity/invalid-note.ts';
import { LineWatch } from '../validity/line-watch.ts';
import { PolygonWatch } from '../validity/polygon-watch.ts';
import { Tally } from './tally.ts';

/** A dataset to be written. */
interface WantedDataset {
  readonly format: FormatName;
  /** The name of its main file without extension. */
  readonly name: string;
  readonly dataset: Pick<FeatureDataset, 'layers'>;
}

/** The report entry of every layer, read or written. */
interface LayerOnDisk {
  readonly name: string;
  readonly features: number;
  readonly crs: { readonly name: string; readonly code: string | null };
}

/**
 * If the file states no code, it is the code of the identified system in the register: a .prj of ArcGIS never states one. If it states only a code,
 * the name is that of the register.
 * @param features how many of them were read or written
 */
export function reportedLayer({ name, crs }: Pick<FeatureLayer, 'name' | 'crs'>, features: number): LayerOnDisk {
  const found = identifySystem(crs);
  return { name, features, crs: { name: crs.name === crs.code ? (found?.name ?? crs.name) : crs.name, code: crs.code ?? found?.code ?? null } };
}

/** The report entry of a layer that was written. That the source's format fixed the system does not apply to it. */
export function writtenLayer(format: FormatName, { name, crs }: Pick<FeatureLayer, 'name' | 'crs'>, features: number): LayerOnDisk {
  const isFixedElsewhere = crs.name === WGS84_BY_FORMAT.name && descriptionOf(format).holds.system === null;
  return reportedLayer({ name, crs: isFixedElsewhere ? { ...crs, name: 'WGS 84' } : crs }, features);
}

/** What is wrong with a layer that was written. */
export interface Fault {
  readonly layer: string;
  readonly note: ToolReport['notes'][number];
}

/** @param where what the number of the first feature refers to */
export function faultsOf(layers: readonly FeatureLayer[], invalid: InvalidInLayers, where: string): Fault[] {
  const kinds: readonly (readonly [InvalidInLayers['polygons'], (layer: string, features: NamedFeatures) => Fault['note']])[] = [[invalid.polygons, invalidNote], [invalid.lines, shortLinesNote]];
  return layers.flatMap((layer, position) => kinds.flatMap(([found, noteOf]) => {
    const features = found[position];
    if (features === null) return [];
    const { count, first, row } = features;
    return [{ layer: layer.name, note: noteOf(layer.name, { count, first, name: nameIn(layer.fields, row), where }) }];
  }));
}

/** A written dataset, in a folder of its own. Its bytes are on disk once `checkWrittenDataset` is done. */
export interface DatasetOnDisk {
  readonly format: FormatName;
  readonly name: string;
  readonly folder: string;
  /** File names in the folder, the main file first. */
  readonly files: readonly string[];
  readonly layers: readonly LayerOnDisk[];
  readonly losses: readonly Loss[];
  /** What is wrong with what was written, by layer. */
  readonly faults: readonly Fault[];
  /** The fingerprint of the features that were meant to be written. */
  readonly tally: Tally;
  /** The main file that its owner sent, if the dataset is made of that file alone and not one of many named after their content. */
  readonly sent?: SentName;
}

/**
 * Writes a dataset into a new folder, layer by layer as they are read. If this fails, everything is removed.
 * @param onProgress called with the share of the features written
 */
export async function writeDataset({ format, name, dataset }: WantedDataset, folder: string, workFolder: string, options: CreateOptions, onProgress: (share: number) => void): Promise<DatasetOnDisk> {
  await mkdir(folder, { recursive: true });
  try {
    const { create } = await featureFormat(format);
    const writer = await create({ folder: unflushedFolder(folder), name, workFolder }, dataset.layers, options);
    const counts: number[] = [];
    const tally = new Tally();
    const watch = new PolygonWatch(format, dataset.layers.length, polygonsIn(dataset.layers));
    const lines = new LineWatch(dataset.layers.length);
    const total = Math.max(1, dataset.layers.reduce((sum, { count }) => sum + count, 0));
    let written = 0;
    let polygons: InvalidInLayers['polygons'];
    try {
      for (const [position, layer] of dataset.layers.entries()) {
        let features = 0;
        for await (const batch of layer.read()) {
          await writer.write(position, batch);
          tally.add(batch);
          await watch.add(position, batch);
          lines.add(position, batch);
          features += batch.rows.length;
          written += batch.rows.length;
          onProgress(Math.min(1, written / total));
        }
        counts.push(features);
      }
      polygons = await watch.finish();
    } catch (error) {
      await writer.abort();
      throw error;
    } finally {
      await watch.end();
    }
    const { files, layerNames, losses } = await writer.close();
    const layers = dataset.layers.map((layer, position) => writtenLayer(format, { ...layer, name: layerNames?.[position] ?? layer.name }, counts[position]));
    return { format, name, folder, files, layers, losses, tally, faults: faultsOf(dataset.layers, { polygons, lines: lines.layers }, 'the result') };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** The features of layers that hold only polygons; some may have no geometry. */
function polygonsIn(layers: readonly FeatureLayer[]): number {
  const isPolygonal = ({ geometryTypes }: FeatureLayer): boolean => geometryTypes.length > 0 && geometryTypes.every((type) => type === GeometryType.Polygon || type === GeometryType.MultiPolygon);
  return layers.reduce((sum, layer) => sum + (isPolygonal(layer) ? layer.count : 0), 0);
}

/** The paths of a dataset's files. */
export function placesOf({ folder, files }: Pick<DatasetOnDisk, 'folder' | 'files'>): string[] {
  return files.map((file) => path.join(folder, file));
}
