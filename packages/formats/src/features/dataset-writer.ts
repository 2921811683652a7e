import type { Loss } from '@geoinsights/contract';
import type { OutputFolder } from '../driver.ts';
import type { FeatureBatch } from './feature-batch.ts';
import type { LayerSchema } from './feature-dataset.ts';

/** Where a new dataset is written. */
export interface DatasetTarget {
  readonly folder: OutputFolder;
  /** The name of the main file without its extension; files of one dataset begin with it. It is short enough for what is added. */
  readonly name: string;
  /** A folder for temporary files. */
  readonly workFolder: string;
}

export interface CreateOptions {
  /** Digits behind the point of coordinates that are written as text; all that it takes to read the same number where it is left out. */
  readonly decimals?: number;
}

/** A dataset that was written. */
export interface WrittenDataset {
  /** Names of the files, the main one first. */
  readonly files: readonly string[];
  /** What of the layers the format cannot hold, or holds otherwise; empty when everything is in the files as it was given. */
  readonly losses: readonly Loss[];
}

/**
 * Writes a new dataset. The layers are written one behind the other, in their order: a batch of a later one ends the ones before it.
 * Nothing stands under a final name until `close` has succeeded.
 */
export interface DatasetWriter {
  /** @param layer its place among the schemas. @throws ProblemError when the format cannot hold it */
  write(layer: number, batch: FeatureBatch): Promise<void>;
  close(): Promise<WrittenDataset>;
  /** Drops what was written. */
  abort(): Promise<void>;
}

/**
 * Begins a dataset of these layers. Coordinates are written as they are given: who calls has brought them into a reference system that
 * the format has.
 * @throws ProblemError when the format cannot hold such layers at all
 */
export type CreateDataset = (target: DatasetTarget, layers: readonly LayerSchema[], options?: CreateOptions) => Promise<DatasetWriter>;
