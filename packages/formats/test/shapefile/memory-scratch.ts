import type { ScratchFile, ScratchFolder } from '../../src/files/scratch.ts';

/** Scratch files in memory. */
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
