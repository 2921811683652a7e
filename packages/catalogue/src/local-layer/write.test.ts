import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { layerOfParts, rectangle } from '../../test/local-layer.fixture.ts';
import { writeLocalLayer } from './write.ts';

type Write = (bytes: NodeJS.ArrayBufferView, offset?: number, length?: number) => Promise<{ bytesWritten: number }>;
const writerSchema = z.custom<{ write: Write }>((value) => typeof value === 'object' && value !== null && 'write' in value);
const MOST_AT_ONCE = 100;

let folder = '';
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

it('is whole where the system takes only a part of what it is given, as a disk does that is almost full', async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'local-layer-'));
  const [usual, inParts] = [path.join(folder, 'usual'), path.join(folder, 'in-parts')];
  const features = Array.from({ length: 200 }, (_, feature) => [{ kind: 'polygon' as const, rings: [rectangle(feature / 10, 0, feature / 10 + 0.05, 1)] }]);
  const source = { geometry: layerOfParts(features), attributes: (feature: number) => ({ number: feature }) };
  await writeLocalLayer(usual, source);
  const handle = await open(path.join(folder, 'any'), 'w');
  const files = writerSchema.parse(Object.getPrototypeOf(handle));
  await handle.close();
  const { write } = files;
  vi.spyOn(files, 'write').mockImplementation(function writePart(this: unknown, bytes, offset = 0, length = bytes.byteLength - offset) {
    return write.call(this, new Uint8Array(bytes.buffer, bytes.byteOffset + offset, Math.min(length, MOST_AT_ONCE)));
  });
  await writeLocalLayer(inParts, source);
  for (const name of await readdir(usual)) expect([name, await readFile(path.join(inParts, name))]).toEqual([name, await readFile(path.join(usual, name))]);
});
