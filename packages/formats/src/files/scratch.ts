import type { InputFile } from '../driver.ts';

/**
 * Bytes set aside to be read again, for formats whose files begin with data known only at the end.
 * A scratch file is first written, then read, then dropped.
 */
export interface ScratchFile {
  /** The caller may reuse the bytes once the promise has settled. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends writing and releases its handles. */
  finish(): Promise<void>;
  /** Reads what was written; call it after `finish`. @param isOneOfThousands whether it should hold nothing open between reads */
  open(isOneOfThousands?: boolean): Promise<InputFile & { close(): Promise<void> }>;
  /** Removes the file. No reads or writes may follow. */
  drop(): Promise<void>;
  /** Where it is, if it is a file on disk: an output can take it over instead of copying it. */
  readonly path?: string;
}

export interface ScratchFolder {
  create(): Promise<ScratchFile>;
}
