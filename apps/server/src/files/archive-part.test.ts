import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { extractEntries } from './archive-part.ts';

const NAME = Buffer.from('a.json');

/** An archive of one packed file. */
function archiveOf(content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(content.length, 18);
  common.writeUInt16LE(NAME.length, 22);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, NAME, packed]);
  const record = Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), common, Buffer.alloc(14), NAME]);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(record.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, record, end]);
}

const CONTENT = Buffer.from(randomBytes(1 << 21).toString('hex'));

function stored(bytes: Buffer, opened: Readable[], open: (part: Buffer) => Readable = (part) => Readable.from(pieces(part), { objectMode: false })) {
  return {
    name: 'a.zip',
    size: bytes.length,
    open: ({ start, end }: { start: number; end: number }) => {
      const stream = open(bytes.subarray(start, end + 1));
      opened.push(stream);
      return Promise.resolve(stream);
    },
  };
}

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

test('one packed file is sent unpacked', async () => {
  const part = await extractEntries(stored(archiveOf(CONTENT), []), ['a.json']);
  expect(part?.size).toBe(CONTENT.length);
  expect((await buffer(part?.content ?? Readable.from([]))).equals(CONTENT)).toBe(true);
});

test('who breaks off leaves nothing of the storage open', async () => {
  const opened: Readable[] = [];
  const part = await extractEntries(stored(archiveOf(CONTENT), opened), ['a.json']);
  for await (const chunk of part?.content ?? []) if (chunk.length > 0) break;
  await expect.poll(() => opened.map(({ destroyed }) => destroyed)).toEqual(opened.map(() => true));
});

test('a storage that fails meanwhile is reported', async () => {
  const breaking = (bytes: Buffer): Readable => {
    if (bytes.length < 100_000) return Readable.from(pieces(bytes), { objectMode: false });
    const stream = new PassThrough();
    stream.write(bytes.subarray(0, 1000));
    setImmediate(() => stream.destroy(new Error('the storage is gone')));
    return stream;
  };
  const archive = archiveOf(CONTENT);
  const whole = stored(archive, []);
  const part = await extractEntries({ ...whole, open: (range) => (range.end - range.start > 100_000 && range.end < archive.length - 22 ? stored(archive, [], breaking).open(range) : whole.open(range)) }, ['a.json']);
  await expect(buffer(part?.content ?? Readable.from([]))).rejects.toThrow('the storage is gone');
});
