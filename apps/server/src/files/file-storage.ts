import type { Readable } from 'node:stream';

/** A file of an upload as it is stored. */
export interface StoredFile {
  /** As its owner knows it. */
  readonly name: string;
  /** As made by `storedName`. */
  readonly stored_name: string;
  /** In bytes. */
  readonly size: number;
}

/** What the database knows: everything else is an orphan. */
export interface KnownFiles {
  readonly uploads: ReadonlySet<string>;
  readonly results: ReadonlySet<string>;
  /** Resumable uploads whose parts are still needed. */
  readonly resumable: ReadonlySet<string>;
}

/** The first and the last byte wanted. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where uploads and results are stored. Neither becomes visible before it is complete and survives a power failure: a uuid returned
 * from here can be passed on.
 *
 * Every function throws ProblemError `storage-unavailable` if the storage does not answer, and `storage-full` if it has no room.
 */
export interface FileStorage {
  /** The files are not on a disk of this machine, and other servers use them as well. */
  readonly isShared: boolean;

  /** Initialises the storage, once at the start. @throws StorageUnusableError if only the operator can fix it */
  prepare(): Promise<void>;

  /** @throws if it does not work. */
  check(): Promise<void>;

  /** Nothing of an upload is kept before `keep`. */
  beginUpload(): Promise<IncomingUpload>;

  /**
   * Stores one part of a resumable upload under a name never used before; it survives a power failure once this returns. If this
   * throws, nothing is kept. An error of `content` is rethrown as it is.
   * @throws ProblemError `upload-over` if the parts of the upload were deleted meanwhile and the storage notices
   */
  keepPart(upload: string, part: string, content: AsyncIterable<Uint8Array>): Promise<void>;

  /** @throws ProblemError `upload-over` if it does not exist */
  openPart(upload: string, part: string): Promise<Readable>;

  /** If deletion fails now, `sweepOrphans` does it later; so with all deletions here. */
  deletePart(upload: string, part: string): Promise<void>;
  deleteParts(upload: string): Promise<void>;

  /**
   * The files of an upload, in order, where a program can read them. Their sizes are as stored.
   * @param folder the task's own, deleted with it; fetched files go there
   * @param signal aborts the fetch, with the signal's reason
   * @returns absolute paths
   * @throws ProblemError `input-deleted` if one does not exist, `upload-damaged` if one no longer has its size
   */
  fetchUpload(upload: string, files: readonly StoredFile[], folder: string, signal: AbortSignal): Promise<string[]>;

  /** Takes over a finished file; returns its new uuid and its size in bytes. May be called again after it has thrown. */
  keepResult(file: string, signal: AbortSignal): Promise<{ uuid: string; size: number }>;

  /** The bytes of a result, once the first are available. @throws ProblemError `unknown-file` if there is no such result, `result-damaged` if it does not have these bytes */
  openResult(uuid: string, range: ByteRange): Promise<Readable>;

  /**
   * Where a visitor can download a result without this server, for some minutes.
   * @returns null if downloads go through this server
   */
  addressOfResult(uuid: string, headers: { readonly contentDisposition: string; readonly contentType: string }): Promise<string | null>;

  /** If the storage does not answer, deletion is left to `sweepOrphans`. */
  deleteUpload(uuid: string): Promise<void>;
  deleteResult(uuid: string): Promise<void>;

  /**
   * Deletes what the database does not know and what was stored before a given time: newer files may not have their rows yet.
   * @param known is called after listing the files
   */
  sweepOrphans(known: () => Promise<KnownFiles>, before: Date): Promise<void>;

  close(): void;
}

/** An upload while it arrives. */
export interface IncomingUpload {
  readonly uuid: string;
  /** Stores one file. An error of `content` is rethrown as it is. */
  receive(storedName: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Makes the files available. */
  keep(): Promise<void>;
  /** Discards all of it. */
  drop(): Promise<void>;
}
