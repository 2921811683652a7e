import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { FormatDriver, InputFile } from '../driver.ts';
import { geojsonDriver } from '../geojson/index.ts';
import { kmlDriver } from '../kml/index.ts';
import { copyRange } from './copy.ts';
import { openDiskFile } from './disk.ts';
import { memoryFolder } from './memory.ts';
import { FileWindow } from './window.ts';

const folder = mkdtempSync(join(tmpdir(), 'room-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A file that writes into the given buffer at once and answers later: the most demanding that `read` may be for its caller. */
function eagerFile(name: string, content: Uint8Array): InputFile & { readonly roomsUsed: number } {
  let roomsUsed = 0;
  return {
    name,
    size: content.length,
    get roomsUsed() {
      return roomsUsed;
    },
    read(start, end, room) {
      const bytes = content.subarray(start, end);
      if (room === undefined || room.length < bytes.length) return Promise.resolve(bytes.slice());
      room.set(bytes);
      roomsUsed++;
      return new Promise((resolve) => setImmediate(() => resolve(room.subarray(0, bytes.length))));
    },
  };
}

const numbered = Uint8Array.from({ length: 3_000_000 }, (_, at) => at % 251);

test('a file on disk is read into the given buffer if it is large enough', async () => {
  writeFileSync(join(folder, 'a'), numbered);
  const file = await openDiskFile(join(folder, 'a'));
  const room = new Uint8Array(100);
  const read = await file.read(7, 57, room);
  expect(read.buffer).toBe(room.buffer);
  expect(read).toEqual(numbered.slice(7, 57));
  const more = await file.read(0, 101, room);
  expect(more.buffer).not.toBe(room.buffer);
  expect(more).toEqual(numbered.slice(0, 101));
  await file.close();
});

test('a window and a copy use one buffer from start to end', async () => {
  const file = eagerFile('a', numbered);
  const window = new FileWindow(file, 1000);
  await window.load(0, 1000);
  const { buffer } = window.bytes;
  await window.load(5000, 5100);
  expect(window.bytes.buffer).toBe(buffer);
  expect(window.bytes).toEqual(numbered.slice(5000, 6000));
  await window.load(10_000, 12_000);
  expect(window.bytes).toEqual(numbered.slice(10_000, 12_000));

  const to = memoryFolder();
  const output = await to.create('b');
  await copyRange(file, 3, 2_999_999, output);
  await output.close();
  expect(Buffer.compare(to.files.get('b') ?? new Uint8Array(), numbered.subarray(3, 2_999_999))).toBe(0);
});

/** A few megabytes of features, each identifiable by its coordinates. */
const COUNT = 60_000;
const geojson = `{"type":"FeatureCollection","features":[\n${Array.from({ length: COUNT }, (_, i) => `{"type":"Feature","properties":{"name":"n${i}"},"geometry":{"type":"Point","coordinates":[${i}.25,-${i % 90}.123456789012345678]}}`).join(',\n')}\n]}`;
const kml = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n${Array.from({ length: COUNT }, (_, i) => `<Placemark${i === 40_000 ? ' xmlns:x="urn:x"' : ''}><name>ñ${i}</name><Point><coordinates>${i}.25,-${i % 90}.123456789012345678</coordinates></Point></Placemark>`).join('\n')}\n</Document></kml>`;

async function readsInOrder(driver: FormatDriver, text: string, nameOf: (feature: number) => string): Promise<void> {
  const file = eagerFile('a', new TextEncoder().encode(text));
  const dataset = await driver.open({ format: driver.format, name: 'a', files: [file] });
  expect(file.roomsUsed).toBeGreaterThan(3);
  const [layer] = dataset.layers;
  const { xy, featureOffsets } = layer.geometry;
  expect(featureOffsets).toHaveLength(COUNT + 1);
  expect(xy.every((value, at) => value === (at % 2 === 0 ? at / 2 + 0.25 : Number(`-${((at - 1) / 2) % 90}.123456789012345678`)))).toBe(true);
  const attributes = dataset.attributes(0);
  for (const feature of [0, 1, 20_000, 39_999, 40_000, 40_001, COUNT - 1]) {
    expect(layer.label(feature)).toBe(nameOf(feature));
    expect(await attributes.at(feature)).toEqual({ name: nameOf(feature) });
  }
  await attributes.close();
}

test('GeoJSON is read through one buffer without mixing up its pieces', () => readsInOrder(geojsonDriver, geojson, (i) => `n${i}`));
test('KML is read through one buffer without mixing up its pieces', () => readsInOrder(kmlDriver, kml, (i) => `ñ${i}`));
