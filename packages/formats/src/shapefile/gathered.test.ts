import { expect, test } from 'vitest';
import type { ScratchFile, ScratchFolder } from '../files/scratch.ts';
import { fileOfBytes } from '../files/memory.ts';
import { Gathered } from './gathered.ts';

interface SlowScratch extends ScratchFolder {
  readonly pieces: Uint8Array[];
}

/** A scratch file that looks at the bytes of a write as late as it may: just before it says that it is done. */
function slowScratch(fails = false): SlowScratch {
  const pieces: Uint8Array[] = [];
  const file: ScratchFile = {
    write: (bytes) =>
      new Promise((resolve, reject) => {
        setTimeout(() => {
          pieces.push(bytes.slice());
          if (fails) reject(new Error('the disk is full'));
          else resolve();
        }, 2);
      }),
    finish: () => Promise.resolve(),
    open: () => Promise.resolve({ ...fileOfBytes('scratch', Buffer.concat(pieces)), close: () => Promise.resolve() }),
    drop: () => Promise.resolve(),
  };
  return { pieces, create: () => Promise.resolve(file) };
}

/** Appends numbered pieces, settling after each. */
async function fill(gathered: Gathered, lengths: readonly number[]): Promise<Uint8Array> {
  const expected: Uint8Array[] = [];
  for (const [place, length] of lengths.entries()) {
    const bytes = new Uint8Array(length).fill(place + 1);
    expected.push(bytes);
    gathered.append(bytes);
    await gathered.settle();
  }
  return Buffer.concat(expected);
}

test('pieces that come while others are written are all there, in order', async () => {
  for (const lengths of [[700_000, 700_000, 700_000, 700_000, 1], [3_000_000, 5, 2_500_000, 400_000, 900_000], [10, 20]]) {
    const scratch = slowScratch();
    const gathered = new Gathered(scratch);
    const expected = await fill(gathered, lengths);
    await gathered.finish();
    expect(gathered.size).toBe(expected.length);
    await gathered.read(async (file) => expect(Buffer.compare(await file.read(0, file.size), expected)).toBe(0));
  }
});

test('few bytes wait until there are more', async () => {
  const scratch = slowScratch();
  const gathered = new Gathered(scratch);
  await fill(gathered, Array.from({ length: 300 }, () => 10_000));
  await gathered.finish();
  expect(scratch.pieces).toHaveLength(3);
});

test('the error of a write comes with the next call, and nothing waits for it after that', async () => {
  const gathered = new Gathered(slowScratch(true));
  await expect(fill(gathered, [1_100_000, 1_100_000])).rejects.toThrow('the disk is full');
  await gathered.drop();
  const last = new Gathered(slowScratch(true));
  await fill(last, [1_100_000]);
  await expect(last.finish()).rejects.toThrow('the disk is full');
});
