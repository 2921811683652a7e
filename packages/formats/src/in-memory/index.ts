export type { Attributes } from '../attributes.ts';
import type { FormatName } from '@geoinsights/contract';
import type { FormatReader, GivenFile } from '../driver.ts';
import { groupFiles, type GroupedDatasets } from '../grouping.ts';
import { streamUnpacking } from '../kmz/stream-unpacking.ts';
import type { Unpacking } from '../kmz/unpacking.ts';

/** Reads files where there is neither a disk nor Node: in the browser, and in tests. It writes nothing. */

export interface MemoryReaders {
  /** Finds the datasets among the files. @throws ProblemError if no dataset is left */
  group(files: readonly GivenFile[]): Promise<GroupedDatasets>;
  readerFor(format: FormatName): Promise<FormatReader>;
}

/** @param mostUnpacked memory limit in bytes for what archives unpack to */
export function readersInMemory(mostUnpacked: number): MemoryReaders {
  const unpacking = streamUnpacking(mostUnpacked);
  return { group: (files) => groupFiles(files, unpacking), readerFor: (format) => READERS[format](unpacking) };
}

/** Each is loaded when a file of its format comes. */
const READERS: Record<FormatName, (unpacking: Unpacking) => Promise<FormatReader>> = {
  shapefile: async () => (await import('../shapefile/index.ts')).shapefileDriver,
  kml: async () => (await import('../kml/index.ts')).kmlDriver,
  kmz: async (unpacking) => (await import('./kmz.ts')).kmzReader(unpacking),
  geopackage: async () => (await import('./geopackage.ts')).geopackageReader,
  geojson: async () => (await import('../geojson/index.ts')).geojsonDriver,
};

export { fileOfBlob } from '../files/blob.ts';
export type { DatasetFiles, DatasetLayer, DatasetNote, FormatReader, GivenFile, ReadDataset, SentName } from '../driver.ts';
export type { GroupedDatasets, SentDataset } from '../grouping.ts';
export { inOrderSent, MOST_FAILURES, problemOfAll, reportedFailure, type FailedFiles } from '../failures.ts';
export { namingArchive } from '../naming-archive.ts';
