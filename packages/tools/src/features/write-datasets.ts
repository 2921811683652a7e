import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FormatName, Loss } from '@geoinsights/contract';
import { identifySystem } from '@geoinsights/crs';
import { diskFolder, featureFormat, type CreateOptions, type FeatureDataset, type FeatureLayer } from '@geoinsights/formats';
import { Tally } from './tally.ts';

/** A dataset to be written. */
export interface WantedDataset {
  readonly format: FormatName;
  /** Its main file without the extension. */
  readonly name: string;
  readonly dataset: Pick<FeatureDataset, 'layers'>;
}

/** What a report says of every layer, be it read or written. */
export interface LayerOnDisk {
  readonly name: string;
  readonly features: number;
  readonly crs: { readonly name: string; readonly code: string | null };
}

/**
 * The code is that of the register which the system is found to have, where the file says none: a .prj of ArcGIS never does.
 * @param features how many of them were read or written
 */
export function reportedLayer({ name, crs }: Pick<FeatureLayer, 'name' | 'crs'>, features: number): LayerOnDisk {
  return { name, features, crs: { name: crs.name, code: crs.code ?? identifySystem(crs)?.code ?? null } };
}

/** A dataset that was written, in a folder of its own. */
export interface DatasetOnDisk {
  readonly format: FormatName;
  readonly name: string;
  readonly folder: string;
  /** Names in the folder, the main file first. */
  readonly files: readonly string[];
  readonly layers: readonly LayerOnDisk[];
  readonly losses: readonly Loss[];
  /** What was given to be written. */
  readonly tally: Tally;
}

/**
 * Writes a dataset into a new folder, layer after layer as they are read. When it fails nothing of it stays.
 * @param onProgress told the share of the features that is written
 */
export async function writeDataset({ format, name, dataset }: WantedDataset, folder: string, workFolder: string, options: CreateOptions, onProgress: (share: number) => void): Promise<DatasetOnDisk> {
  await mkdir(folder, { recursive: true });
  try {
    const { create } = await featureFormat(format);
    const writer = await create({ folder: diskFolder(folder), name, workFolder }, dataset.layers, options);
    const counts: number[] = [];
    const tally = new Tally();
    const total = Math.max(1, dataset.layers.reduce((sum, { count }) => sum + count, 0));
    let written = 0;
    try {
      for (const [position, layer] of dataset.layers.entries()) {
        let features = 0;
        for await (const batch of layer.read()) {
          await writer.write(position, batch);
          tally.add(batch);
          features += batch.rows.length;
          written += batch.rows.length;
          onProgress(Math.min(1, written / total));
        }
        counts.push(features);
      }
    } catch (error) {
      await writer.abort();
      throw error;
    }
    const { files, losses } = await writer.close();
    const layers = dataset.layers.map((layer, position) => reportedLayer(layer, counts[position]));
    return { format, name, folder, files, layers, losses, tally };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Where the files of a dataset lie. */
export function placesOf({ folder, files }: Pick<DatasetOnDisk, 'folder' | 'files'>): string[] {
  return files.map((file) => path.join(folder, file));
}
