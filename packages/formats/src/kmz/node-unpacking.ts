import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { diskScratch } from '../files/disk.ts';
import { UnpackableError, type Unpacking } from './unpacking.ts';

const CHUNK = 1 << 18;
const MOST_IN_MEMORY = 512 << 20;

/** @param workFolder for large entries; without it all stay in memory */
export function nodeUnpacking(workFolder?: string): Unpacking {
  return { crc32, inflate, mostInMemory: MOST_IN_MEMORY, ...(workFolder === undefined ? {} : { folder: diskScratch(workFolder) }) };
}

async function* inflate(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = Readable.from(packed);
  const expanding = createInflateRaw({ chunkSize: CHUNK });
  source.on('error', (error) => expanding.destroy(error));
  try {
    for await (const chunk of source.pipe(expanding)) if (chunk instanceof Uint8Array) yield chunk;
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) throw new UnpackableError(error.message, { cause: error });
    throw error;
  } finally {
    source.destroy();
    expanding.destroy();
  }
}
