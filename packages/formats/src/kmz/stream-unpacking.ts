import { crc32 } from './crc32.ts';
import { UnpackableError, type Unpacking } from './unpacking.ts';

/** Unpacks with browser APIs: the Compression Streams standard, and a checksum computed in JavaScript. @param mostInMemory bytes of all entries together */
export function streamUnpacking(mostInMemory: number): Unpacking {
  return { crc32, inflate, mostInMemory };
}

/** Chunks wait for their reader: nothing is expanded far beyond what was requested. */
async function* inflate(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const stream = new DecompressionStream('deflate-raw');
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  const writing = writeAll(packed, writer);
  // The reader, which is awaited, gets this error as well.
  writing.catch(() => undefined);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
    await writing;
  } catch (error) {
    // By the standard, data that cannot be expanded gives a TypeError; a file that can no longer be read gives another error.
    if (error instanceof TypeError) throw new UnpackableError(error.message, { cause: error });
    throw error;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Hands on all packed bytes. If they cannot be read, the stream breaks, too: its reader would wait forever. */
async function writeAll(packed: AsyncIterable<Uint8Array>, writer: ReturnType<DecompressionStream['writable']['getWriter']>): Promise<void> {
  try {
    for await (const chunk of packed) await writer.write(new Uint8Array(chunk));
    await writer.close();
  } catch (error) {
    await writer.abort(error);
    throw error;
  }
}
