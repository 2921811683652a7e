import type { InputFile } from '../driver.ts';
import { FileWindow } from './window.ts';

/** The same file, read by larger pieces: for many small ranges that follow each other. What it gives is valid until the next reading. */
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
