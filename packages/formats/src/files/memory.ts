import type { InputFile, OutputFile, OutputFolder } from '../driver.ts';

/** An input file whose bytes are already in memory. They must not change while it is in use. */
export function fileOfBytes(name: string, bytes: Uint8Array): InputFile {
  // A Buffer is also a Uint8Array, but its `slice` does not copy, and readers rely on a copy.
  const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    name,
    size: plain.byteLength,
    read: (start, end) => Promise.resolve(plain.subarray(start, end)),
  };
}

/** An output folder in memory: for the browser, for tests, and for results that are known to be small. */
export interface MemoryFolder extends OutputFolder {
  /** Closed files by name, in the order of closing. */
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** @returns a folder that keeps what is written to it; as on disk, a file exists only once it is closed. */
export function memoryFolder(): MemoryFolder {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  return { files, create: (name) => Promise.resolve(memoryFile(name, files)) };
}

function memoryFile(name: string, files: Map<string, Uint8Array<ArrayBuffer>>): OutputFile {
  let chunks: Uint8Array[] = [];
  return {
    write(bytes) {
      // The writer may reuse its buffer after this call.
      chunks.push(new Uint8Array(bytes));
      return Promise.resolve();
    },
    close() {
      const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0));
      let at = 0;
      for (const chunk of chunks) {
        whole.set(chunk, at);
        at += chunk.byteLength;
      }
      chunks = [];
      files.set(name, whole);
      return Promise.resolve();
    },
    abort() {
      chunks = [];
      return Promise.resolve();
    },
  };
}
