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
  /** Reads what was written; call it after `finish`. */
  open(): Promise<InputFile & { close(): Promise<void> }>;
  /** Removes the file. No reads or writes may follow. */
  drop(): Promise<void>;
  /** Where it is, if it is a file on disk: an output can take it over instead of copying it. */
  readonly path?: string;
}

export interface ScratchFolder {
  create(): Promise<ScratchFile>;
}

/** Scratch files in memory: for the browser, for tests, and for content known to be small. */
export function memoryScratch(): ScratchFolder {
  return { create: () => Promise.resolve(memoryFile()) };
}

function memoryFile(): ScratchFile {
  let bytes = new Uint8Array(1 << 12);
  let size = 0;
  return {
    write(more) {
      if (size + more.length > bytes.length) {
        const larger = new Uint8Array(Math.max(2 * bytes.length, size + more.length));
        larger.set(bytes);
        bytes = larger;
      }
      bytes.set(more, size);
      size += more.length;
      return Promise.resolve();
    },
    finish: () => Promise.resolve(),
    open() {
      const whole = bytes.subarray(0, size);
      return Promise.resolve({ name: 'scratch', size, read: (start, end) => Promise.resolve(whole.subarray(start, end)), close: () => Promise.resolve() });
    },
    drop() {
      bytes = new Uint8Array(0);
      size = 0;
      return Promise.resolve();
    },
  };
}
