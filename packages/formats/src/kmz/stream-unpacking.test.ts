import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { streamUnpacking } from './stream-unpacking.ts';

const packed = deflateRawSync(Buffer.from('abc'.repeat(100_000)));

async function unpacked(pieces: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const chunk of streamUnpacking(0).inflate(pieces)) bytes += chunk.length;
  return bytes;
}

it('ends with the error of a file that can no longer be read, and does not wait for its bytes', async () => {
  async function* gone(): AsyncGenerator<Uint8Array> {
    yield packed.subarray(0, 100);
    await Promise.resolve();
    throw new Error('the file is gone');
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    await Promise.resolve();
    yield packed;
  }
  expect(await unpacked(whole())).toBe(300_000);
  await expect(unpacked(gone())).rejects.toThrow('the file is gone');
}, 5000);
