import { expect, test } from 'vitest';
import type { InputFile } from '../driver.ts';
import { fileOfBytes } from './memory.ts';
import { FileWindow } from './window.ts';

const SIZE = 1 << 16;
const numbered = Uint8Array.from({ length: 1_000_003 }, (_, at) => (at * 7) % 251);

interface Watched extends InputFile {
  readonly asked: { readonly start: number; readonly end: number }[];
}

/** A file that writes into the given room at once and answers later, and fails for the ranges that `fails` names. */
function watched(fails: (start: number, attempt: number) => boolean = () => false): Watched {
  const asked: Watched['asked'] = [];
  return {
    name: 'a',
    size: numbered.length,
    asked,
    read(start, end, room) {
      const attempt = asked.filter((range) => range.start === start).length;
      asked.push({ start, end });
      if (fails(start, attempt)) return Promise.reject(new Error(`no bytes at ${String(start)}`));
      const bytes = numbered.subarray(start, end);
      if (room === undefined || room.length < bytes.length) return Promise.resolve(bytes.slice());
      room.set(bytes);
      return new Promise((resolve) => setImmediate(() => resolve(room.subarray(0, bytes.length))));
    },
  };
}

/** Reads records of these lengths one after the other, over and over, to the end of the file. @returns all of them in one */
async function readThrough(file: InputFile, lengths: readonly number[]): Promise<Uint8Array> {
  const window = new FileWindow(file, SIZE);
  const all = new Uint8Array(file.size);
  for (let at = 0, record = 0; at < file.size; record++) {
    const end = Math.min(file.size, at + lengths[record % lengths.length]);
    if (!window.has(at, end)) expect(await window.load(at, end)).toBe(true);
    all.set(window.bytes.subarray(at - window.start, end - window.start), at);
    expect(window.view.getUint8(end - 1 - window.start)).toBe(numbered[end - 1]);
    at = end;
  }
  return all;
}

test.each([[[100]], [[SIZE]], [[17, 5000, 1]], [[SIZE / 4, SIZE / 4 + 1]], [[40_000, 3]], [[3, 200_000, 90]]])('records of %j bytes are read one after the other', async (lengths) => {
  for (const file of [watched(), fileOfBytes('a', numbered)]) expect(Buffer.compare(await readThrough(file, lengths), numbered)).toBe(0);
});

test('what follows is being read while a window is in use, and each byte once', async () => {
  const file = watched();
  await readThrough(file, [1000]);
  // The first window and the one after it were waited for; the end of the latter, in which a record begins, is not read again.
  const starts = file.asked.map(({ start }) => start);
  expect(starts.slice(0, 4)).toEqual([0, 65_000, 65_000 + SIZE, 65_000 + 2 * SIZE]);
  const window = new FileWindow(file, SIZE);
  await window.load(0, 10);
  await window.load(SIZE - 10, SIZE + 10);
  expect(file.asked.at(-1)).toEqual({ start: 2 * SIZE - 10, end: 3 * SIZE - 10 });
});

test('nothing is read ahead for scattered records, nor for small windows', async () => {
  const file = watched();
  const scattered = new FileWindow(file, SIZE);
  for (const start of [0, 200_000, 100_000, 500_000]) await scattered.load(start, start + 10);
  const small = new FileWindow(file, 1000);
  for (const start of [0, 1000, 2000]) await small.load(start, start + 1000);
  expect(file.asked).toHaveLength(7);
});

test('what was read ahead and is not wanted does not come instead of what is', async () => {
  const window = new FileWindow(watched(), SIZE);
  for (const start of [0, 60_000, 900_000, 120_000, 180_000, 10]) {
    await window.load(start, start + 6000);
    expect(window.bytes.subarray(start - window.start, start - window.start + 6000)).toEqual(numbered.subarray(start, start + 6000));
  }
});

test('a range whose reading ahead failed is read again, and fails then if it must', async () => {
  const once = watched((start, attempt) => start === 2 * SIZE && attempt === 0);
  expect(Buffer.compare(await readThrough(once, [SIZE]), numbered)).toBe(0);
  await expect(readThrough(watched((start) => start === 2 * SIZE), [SIZE])).rejects.toThrow('no bytes at 131072');
});
