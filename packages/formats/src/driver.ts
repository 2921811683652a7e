import type { ChangedFeatures, CoordinateUnits, Layer, Patch, Winding } from '@geoinsights/geometry';
import type { FormatName, NoteCode } from '@geoinsights/contract';
import type { ProblemError } from '@geoinsights/contract/errors';
import type { AttributeReader } from './attributes.ts';

/** A file as its owner sent it. */
export interface SentName {
  readonly name: string;
  readonly folder?: string;
  /** The name of the ZIP archive it came in. */
  readonly archive?: string;
}

/** One input file. It is read by range so that no driver needs all of it in memory. */
export interface InputFile {
  /** Base name without a folder. */
  readonly name: string;
  readonly size: number;
  /**
   * Bytes [start, end); fewer only at the end of the file.
   * @param room a buffer to reuse if the bytes fit. A caller that reads a large file piece by piece passes the same one
   * each time, so that no piece waits for the garbage collector. The result may lie in it or elsewhere.
   */
  read(start: number, end: number, room?: Uint8Array): Promise<Uint8Array>;
  /** Its path on disk, for drivers that need a real file (GeoPackage). Absent in the browser. */
  readonly path?: string;
  /** The owner's folder, if known: files from different folders do not belong together. */
  readonly folder?: string;
  /** Of a file that an earlier step made: the main file of what its owner sent. */
  readonly sent?: SentName;
}

/** A file that was sent but cannot be read; only its name is known. */
export interface UnreadableFile {
  readonly name: string;
  readonly folder?: string;
  readonly problem: ProblemError;
}

/** A file of a batch, readable or not. */
export type GivenFile = InputFile | UnreadableFile;

/** One file being written. It appears under its final name only once `close` succeeds. */
export interface OutputFile {
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Takes over a finished file on disk as its whole content, and puts `head` in the place of its first bytes. Nothing else may be written, before
   * or after. @returns false if that is impossible, e.g. from another disk; nothing has happened then.
   */
  takeOver?(path: string, head: Uint8Array): Promise<boolean>;
  close(): Promise<void>;
  /** Discards what was written. */
  abort(): Promise<void>;
}

/** The destination of results; a folder on disk in Node. */
export interface OutputFolder {
  create(name: string): Promise<OutputFile>;
  /** The path of a file of this name in the folder, for drivers that write through a library (GeoPackage). */
  pathOf?(name: string): string;
  /** Whether files get their names before their bytes are on disk. Then whoever made the folder flushes them. */
  readonly isFlushedLater?: boolean;
}

/** Enough of a CRS to know what its coordinates measure and to name it in a report. */
export interface CoordinateReferenceSystem {
  /** As the file names it, in a GeoJSON by its code; "WGS 84 (by the format)" if the format fixes it; "unknown" if there is none. */
  readonly name: string;
  readonly code: string | null;
  readonly units: CoordinateUnits;
  /** Metres per coordinate unit, for planar systems that state it. */
  readonly metresPerUnit: number | null;
  /** The well-known text from the file, if it has one; a transformation can be built from it. */
  readonly wkt?: string;
}

export interface DatasetLayer {
  readonly name: string;
  readonly crs: CoordinateReferenceSystem;
  readonly geometry: Layer;
  /** The name of feature i in a report: its id, name or record number. */
  label(feature: number): string;
  /** The field that `label` takes names from; null if the format has none, or only ids and record numbers. */
  readonly labelField: string | null;
  /** How the file identifies feature i (the id in GeoJSON and KML, the key in a GeoPackage); null if it does not. */
  id(feature: number): string | number | null;
}

export interface DatasetNote {
  readonly code: NoteCode;
  /** A sentence for people. */
  readonly text: string;
}

/** The files that make up one dataset: a shapefile's set, or a single file. */
export interface DatasetFiles {
  readonly format: FormatName;
  /** Base name without extension, in the spelling of the main file. */
  readonly name: string;
  /** The main file first. */
  readonly files: readonly InputFile[];
  /** The name of the ZIP archive they came in. */
  readonly archive?: string;
}

/** What a format has read from the files of a dataset. */
export interface DatasetContent {
  readonly format: FormatName;
  readonly name: string;
  readonly layers: readonly DatasetLayer[];
  readonly notes: readonly DatasetNote[];
  /** The winding that new shells take in this format. */
  readonly shellWinding: Winding;
  /** Releases what `open` holds (handles, temporary files). */
  close(): Promise<void>;
}

/** The result of writing a dataset. */
export interface WrittenFiles {
  /** File names, the main file first. */
  readonly files: string[];
  /** Side effects of the patches (a widened column type, a rebuilt index). */
  readonly notes: DatasetNote[];
}

/** A dataset open for reading. */
export interface ReadDataset extends DatasetContent {
  /** Reads the attributes of layer `layer` while the dataset is open. */
  attributes(layer: number): AttributeReader;
}

/** An open dataset. Only the driver that opened it reads and writes it. */
export interface Dataset extends ReadDataset {
  /** Writes the dataset with `patches[i]` applied to layer i; every file keeps its name. Pass large patches feature by feature. */
  apply(patches: readonly (Patch | ChangedFeatures | null)[], to: OutputFolder): Promise<WrittenFiles>;
}

/** Opens files of a format for reading. */
export interface FormatReader {
  readonly format: FormatName;
  /** @throws ProblemError with a code of the error table for every file that is not what it should be. */
  open(dataset: DatasetFiles, options?: OpenOptions): Promise<ReadDataset>;
}

/**
 * A driver reads geometry from a file and applies a patch to the same bytes; it never converts. If every patch is null,
 * the output files equal the input files byte for byte.
 */
export interface FormatDriver extends FormatReader {
  /** @throws ProblemError with a code of the error table for every file that is not what it should be. */
  open(dataset: DatasetFiles, options?: OpenOptions): Promise<Dataset>;
}

export interface OpenOptions {
  /** Called from time to time with the share read so far, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** A folder for temporary files, for drivers that need one (GeoPackage). Node only. */
  readonly workFolder?: string;
}
