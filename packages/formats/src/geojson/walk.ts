import type { InputFile } from '../driver.ts';
import { FEED } from './reader.ts';
import type { Walk } from './reader.ts';
import type { JsonScanner } from './scanner.ts';

const CHUNK = 1 << 20;

/** Drives a reading over the bytes [start, end) of a file. `onRead` hears where reading stands. */
export async function walkOver<T>(walk: Walk<T>, scanner: JsonScanner, file: InputFile, start: number, end: number, onRead?: (offset: number) => void): Promise<T> {
  let next = start;
  const chunk = async (): Promise<Uint8Array> => {
    const bytes = await file.read(next, Math.min(end, next + CHUNK));
    // A file that became shorter while it is read ends here.
    next = bytes.length === 0 ? end : next + bytes.length;
    onRead?.(next);
    return bytes;
  };
  scanner.place(start, await chunk(), next >= end);
  for (;;) {
    const step = walk.next();
    if (step.done === true) return step.value;
    if (step.value === FEED) {
      if (scanner.last) throw new Error('the reader asks for bytes behind the end');
      scanner.feed(await chunk(), next >= end);
    } else {
      next = step.value;
      const bytes = await chunk();
      scanner.place(step.value, bytes, next >= end);
    }
  }
}
