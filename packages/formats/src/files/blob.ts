import type { InputFile } from '../driver.ts';

/** An input file over a Blob or a File chosen in the browser; it reads only the requested ranges. */
export function fileOfBlob(name: string, blob: Blob): InputFile {
  return {
    name,
    size: blob.size,
    read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
  };
}
