import type { Loss } from '@geoinsights/contract';
import type { OutputFolder } from '../driver.ts';
import type { FeatureBatch } from './feature-batch.ts';
import type { LayerSchema } from './feature-dataset.ts';

/** The destination of a new dataset. */
export interface DatasetTarget {
  readonly folder: OutputFolder;
  /** The name of the main file without its extension; all files of the dataset begin with it. It leaves room for suffixes. */
  readonly name: string;
  /** A folder for temporary files. */
  readonly workFolder: string;
}

export interface CreateOptions {
  /** Decimals of coordinates that are written as text. If absent, as many as it takes to read back the same number. */
  readonly decimals?: number;
}

/** A dataset that has been written. */
export interface WrittenDataset {
  /** File names, the main file first. */
  readonly files: readonly string[];
  /** What the layers are called in the file, where they had to get other names. */
  readonly layerNames?: readonly string[];
  /** What the format cannot hold, or holds differently; empty if the files hold everything as given. */
  readonly losses: readonly Loss[];
}

/**
 * Writes a new dataset. Layers are written one after the other in order: a batch for a later layer ends the ones before it.
 * No file has its final name until `close` succeeds; of very many files, the first get theirs earlier.
 */
export interface DatasetWriter {
  /** @param layer index of the layer in the schemas. @throws ProblemError if the format cannot hold the batch */
  write(layer: number, batch: FeatureBatch): Promise<void>;
  close(): Promise<WrittenDataset>;
  /** Discards what was written. */
  abort(): Promise<void>;
}

/**
 * Begins a dataset with these layers. Coordinates are written as given: the caller must already have transformed them
 * into a reference system that the format supports.
 * @throws ProblemError if the format cannot hold such layers at all
 */
export type CreateDataset = (target: DatasetTarget, layers: readonly LayerSchema[], options?: CreateOptions) => Promise<DatasetWriter>;
