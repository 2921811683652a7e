import { mkdtemp, readdir, readFile, rm, writeFile as write } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileOfBlob } from './blob.ts';
import { copyFile, writeFile } from './copy.ts';
import { diskFolder, diskScratch, openDiskFile } from './disk.ts';
import { fileOfBytes, memoryFolder } from './memory.ts';
import { FileWindow } from './window.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'));
});
afterEach(() => rm(folder, { recursive: true }));

const bytes = Uint8Array.from({ length: 1000 }, (_, at) => at % 251);

test('all kinds of input file read the same ranges', async () => {
  await write(join(folder, 'a'), bytes);
  const disk = await openDiskFile(join(folder, 'a'), 'name');
  for (const file of [disk, fileOfBytes('name', bytes), fileOfBlob('name', new Blob([bytes]))]) {
    expect(file.name).toBe('name');
    expect(file.size).toBe(1000);
    expect(await file.read(10, 20)).toEqual(bytes.slice(10, 20));
    expect(await file.read(990, 2000)).toEqual(bytes.slice(990));
    expect(await file.read(2000, 3000)).toHaveLength(0);
  }
  await disk.close();
});

test('a file appears in the folder whole when it is closed, and not before', async () => {
  const output = await diskFolder(folder).create('result.bin');
  const large = new Uint8Array(600_000).fill(7);
  await output.write(bytes);
  await output.write(large);
  await output.write(bytes);
  expect((await readdir(folder)).filter((name) => !name.endsWith('.part'))).toEqual([]);
  await output.close();
  expect(await readdir(folder)).toEqual(['result.bin']);
  expect(new Uint8Array(await readFile(join(folder, 'result.bin')))).toEqual(Uint8Array.from([...bytes, ...large, ...bytes]));
});

test('a file written in pieces of any size has all of them in order', async () => {
  const output = await diskFolder(folder).create('result.bin');
  const pieces = [10, 65_530, 700, 0, 1_000_000, 3_000_000, 5, 1_048_576, 1, 40_000, 1_048_575].map((length, piece) => Uint8Array.from({ length }, (_, at) => (at + piece) % 251));
  for (const piece of pieces) await output.write(piece);
  await output.close();
  expect(Buffer.compare(await readFile(join(folder, 'result.bin')), Buffer.concat(pieces))).toBe(0);
});

test('a file can take over the content of another, with a new head', async () => {
  const scratch = await diskScratch(folder).create();
  await scratch.write(bytes);
  await scratch.finish();
  const output = await diskFolder(folder).create('result.bin');
  expect(await output.takeOver?.(join(folder, 'missing'), Uint8Array.of(1))).toBe(false);
  expect(await output.takeOver?.(scratch.path ?? '', Uint8Array.of(9, 8, 7))).toBe(true);
  await output.close();
  await scratch.drop();
  expect(await readdir(folder)).toEqual(['result.bin']);
  expect(new Uint8Array(await readFile(join(folder, 'result.bin')))).toEqual(Uint8Array.from([9, 8, 7, ...bytes.slice(3)]));
});

test('a file whose writing fails leaves nothing behind', async () => {
  const failing = writeFile(diskFolder(folder), 'result.bin', async (output) => {
    await output.write(bytes);
    throw new Error('stop');
  });
  await expect(failing).rejects.toThrow('stop');
  expect(await readdir(folder)).toEqual([]);
});

test('a name of 255 bytes can be written; a name that leads out of the folder cannot', async () => {
  const name = 'é'.repeat(127) + 'x';
  await copyFile(fileOfBytes(name, bytes), diskFolder(folder));
  expect((await readdir(folder)).map((found) => found.normalize('NFC'))).toEqual([name]);
  for (const bad of ['../x', 'a/b', 'a\\b', '..', '.', '', 'a\0b']) {
    await expect(diskFolder(folder).create(bad)).rejects.toMatchObject({ code: 'invalid-file-name' });
  }
});

test('the folder in memory keeps copies of what was written', async () => {
  const memory = memoryFolder();
  const output = await memory.create('a');
  const buffer = Uint8Array.of(1, 2);
  await output.write(buffer);
  buffer.fill(9);
  await output.write(buffer);
  expect(memory.files.size).toBe(0);
  await output.close();
  expect(memory.files.get('a')).toEqual(Uint8Array.of(1, 2, 9, 9));
});

test('a window moves over the file and says where it ends', async () => {
  const window = new FileWindow(fileOfBytes('a', bytes), 100);
  expect(await window.load(0, 8)).toBe(true);
  expect(window.end).toBe(100);
  expect(await window.load(95, 105)).toBe(true);
  expect(window.view.getUint8(0)).toBe(95);
  expect(await window.load(200, 700)).toBe(true);
  expect(window.bytes).toHaveLength(500);
  expect(await window.load(995, 1001)).toBe(false);
  expect(window.end).toBe(1000);
});
