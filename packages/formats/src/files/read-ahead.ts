import type { InputFile } from '../driver.ts';
import { FileWindow } from './window.ts';

/** The same file, read in larger pieces, for many small ranges in sequence. The bytes it returns are valid until the next read. */
export function readAhead(file: InputFile): InputFile {
  const window = new FileWindow(file);
  return {
    name: file.name,
    size: file.size,
    async read(start, end) {
      const to = Math.min(end, file.size);
      if (start >= to) return new Uint8Array(0);
      if (!window.has(start, to)) await window.load(start, to);
      return window.bytes.subarray(start - window.start, to - window.start);
    },
  };
}
