import type { Readable } from 'node:stream';

/** A file of an upload as it is stored. */
export interface StoredFile {
  /** As `storedName` makes it. */
  readonly stored_name: string;
  /** In bytes. */
  readonly size: number;
}

/** What the database knows: everything else is left over. */
export interface KnownFiles {
  readonly uploads: ReadonlySet<string>;
  readonly results: ReadonlySet<string>;
  /** Resumable uploads whose parts are wanted. */
  readonly resumable: ReadonlySet<string>;
}

/** The first and the last byte that are wanted. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where uploads and results are kept. Nothing is seen of either before it is whole and survives a loss of power: whoever gets a uuid from
 * here can tell it to others.
 *
 * Every function throws ProblemError `storage-unavailable` when the storage does not answer, and `storage-full` when it has no room.
 */
export interface FileStorage {
  /** The files lie on no disk of this machine, and other servers use them as well. */
  readonly isShared: boolean;

  /** Makes ready what is needed, once at the start. @throws StorageUnusableError when it can only be put right by the operator */
  prepare(): Promise<void>;

  /** @throws when it cannot be worked with. */
  check(): Promise<void>;

  /** Nothing is kept of an upload before `keep`. */
  beginUpload(): Promise<IncomingUpload>;

  /**
   * Stores one part of a resumable upload under a name that it never had before; it survives a loss of power when this returns. Nothing is kept
   * of it when this throws. The error of `content`, if it has one, is thrown as it is.
   */
  keepPart(upload: string, part: string, content: AsyncIterable<Uint8Array>): Promise<void>;

  /** @throws ProblemError `upload-over` when it is not there */
  openPart(upload: string, part: string): Promise<Readable>;

  /** What cannot be deleted now is left to `sweepOrphans`, as with all deletions here. */
  deletePart(upload: string, part: string): Promise<void>;
  deleteParts(upload: string): Promise<void>;

  /**
   * The files of an upload, in their order, where a program can read them. Their sizes are those that were stored.
   * @param folder the task's own, which goes with it; what has to be brought here lies in it
   * @param signal breaks it off, with the signal's reason
   * @returns absolute paths
   * @throws ProblemError `input-deleted` when one is not there
   */
  fetchUpload(upload: string, files: readonly StoredFile[], folder: string, signal: AbortSignal): Promise<string[]>;

  /** Takes over a finished file; returns the uuid that it has from now on, and its size in bytes. It may be called again after it has thrown. */
  keepResult(file: string, signal: AbortSignal): Promise<{ uuid: string; size: number }>;

  /** The bytes of a result, once the first are there to be had. @throws ProblemError `unknown-file` when there is no such result */
  openResult(uuid: string, range: ByteRange): Promise<Readable>;

  /**
   * Where a visitor can read a result without this server, for some minutes.
   * @returns null where downloads come through this server
   */
  addressOfResult(uuid: string, headers: { readonly contentDisposition: string; readonly contentType: string }): Promise<string | null>;

  /** What cannot be deleted now, since the storage does not answer, is left to `sweepOrphans`. */
  deleteUpload(uuid: string): Promise<void>;
  deleteResult(uuid: string): Promise<void>;

  /**
   * Deletes what the database does not know and what was stored before a time: what is younger may be on its way into the database.
   * @param known is asked after what there is was listed
   */
  sweepOrphans(known: () => Promise<KnownFiles>, before: Date): Promise<void>;

  close(): void;
}

/** An upload while it arrives. */
export interface IncomingUpload {
  readonly uuid: string;
  /** Stores one file. The error of `content`, if it has one, is thrown as it is. */
  receive(storedName: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** From now on the files are to be had. */
  keep(): Promise<void>;
  /** Forgets all of it. */
  drop(): Promise<void>;
}
