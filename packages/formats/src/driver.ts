import type { ChangedFeatures, CoordinateUnits, Layer, Patch } from '@geoinsights/geometry';
import type { FormatName, NoteCode } from '@geoinsights/contract';
import type { ProblemError } from '@geoinsights/contract/errors';
import type { AttributeReader } from './attributes.ts';

/** One file as it came in. Reading is by range so that no driver needs the whole of it in memory. */
export interface InputFile {
  /** Base name, without any folder. */
  readonly name: string;
  readonly size: number;
  /**
   * Bytes [start, end); fewer only past the end of the file.
   * @param room memory that may be used for them if they fit: whoever reads a large file piece by piece gives the same one
   * again, so that no piece waits to be collected. The answer may stand in it or elsewhere.
   */
  read(start: number, end: number, room?: Uint8Array): Promise<Uint8Array>;
  /** Where the file lies on disk, for drivers that need a real file (GeoPackage). Absent in the browser. */
  readonly path?: string;
  /** The folder that its owner keeps it in, where that is known: files of different folders do not belong together. */
  readonly folder?: string;
}

/** A file that was sent and cannot be read: known by its name alone. */
export interface UnreadableFile {
  readonly name: string;
  readonly folder?: string;
  readonly problem: ProblemError;
}

/** A file of a batch, be it readable or not. */
export type GivenFile = InputFile | UnreadableFile;

/** One file being written. Nothing is visible under its final name until `close` succeeds. */
export interface OutputFile {
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
  /** Drops what was written. */
  abort(): Promise<void>;
}

/** Where results go; a folder on disk in Node. */
export interface OutputFolder {
  create(name: string): Promise<OutputFile>;
  /** Path of a file of this name inside the folder, for drivers that write through a library (GeoPackage). */
  pathOf?(name: string): string;
}

/** Enough of a CRS to know what its coordinates measure, and to name it in a report. */
export interface CoordinateReferenceSystem {
  /** As the file names it; "WGS 84 (by the format)" when the format fixes it; "unknown" when there is none. */
  readonly name: string;
  readonly code: string | null;
  readonly units: CoordinateUnits;
  /** Metres in one coordinate unit, for planar systems that say so. */
  readonly metresPerUnit: number | null;
  /** The well-known text that the file gives for it, when it gives one: what a transformation can be made from. */
  readonly wkt?: string;
}

export interface DatasetLayer {
  readonly name: string;
  readonly crs: CoordinateReferenceSystem;
  readonly geometry: Layer;
  /** What the format calls feature i in a report: its id, name or record number. */
  label(feature: number): string;
  /** The field that `label` takes names from; null where the format has none, or only ids and record numbers. */
  readonly labelField: string | null;
  /** What the file identifies feature i by (the id of GeoJSON and KML, the key of a GeoPackage); null where it does not. */
  id(feature: number): string | number | null;
}

export interface DatasetNote {
  readonly code: NoteCode;
  /** A sentence for people. */
  readonly text: string;
}

/** The files that together are one dataset: a shapefile's set, or a single file. */
export interface DatasetFiles {
  readonly format: FormatName;
  /** Base name without extension, as spelt in the main file. */
  readonly name: string;
  /** The main file first. */
  readonly files: readonly InputFile[];
  /** The name of the ZIP archive that they came in. */
  readonly archive?: string;
}

/** What a format has read out of the files of a dataset. */
export interface DatasetContent {
  readonly format: FormatName;
  readonly name: string;
  readonly layers: readonly DatasetLayer[];
  readonly notes: readonly DatasetNote[];
  /** The direction that shells take in this format when they are new. */
  readonly shellWinding: 'clockwise' | 'counter-clockwise';
  /** Releases what `open` holds (handles, temporary files). */
  close(): Promise<void>;
}

/** What was written of a dataset. */
export interface WrittenFiles {
  /** Their names, the main file first. */
  readonly files: string[];
  /** What else had to follow from the patches (a widened column type, a rebuilt index). */
  readonly notes: DatasetNote[];
}

/** A dataset that is open for reading. */
export interface ReadDataset extends DatasetContent {
  /** Reads the attributes of layer `layer`, as long as the dataset is open. */
  attributes(layer: number): AttributeReader;
}

/** A dataset that is open. It is written and read by the driver that opened it, and by no other. */
export interface Dataset extends ReadDataset {
  /** Writes the dataset with `patches[i]` laid over layer i, file by file under the names the files came with. Large ones are better given feature by feature. */
  apply(patches: readonly (Patch | ChangedFeatures | null)[], to: OutputFolder): Promise<WrittenFiles>;
}

/** Opens files of a format for reading. */
export interface FormatReader {
  readonly format: FormatName;
  /** @throws ProblemError with a code of the error table, for every file that is not what it should be. */
  open(dataset: DatasetFiles, options?: OpenOptions): Promise<ReadDataset>;
}

/**
 * A format reads geometry out of a file and lays a patch over the same bytes: it never converts. With every patch null
 * the files that come out are the files that came in, byte for byte.
 */
export interface FormatDriver extends FormatReader {
  /** @throws ProblemError with a code of the error table, for every file that is not what it should be. */
  open(dataset: DatasetFiles, options?: OpenOptions): Promise<Dataset>;
}

export interface OpenOptions {
  /** Called now and then with the share that is read, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** A folder for temporary files, for drivers that need one (GeoPackage). Node only. */
  readonly workFolder?: string;
}
