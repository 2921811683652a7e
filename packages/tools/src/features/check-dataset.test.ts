import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { FORMAT_NAMES, type FormatName } from '@geoinsights/contract';
import { featureFormat, fileOfBytes } from '@geoinsights/formats';
import { checkWrittenDataset } from './check-dataset.ts';
import { Tally } from './tally.ts';
import { placesOf, writeDataset, type DatasetOnDisk } from './write-datasets.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'check-dataset-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ring = [[1.5, 2], [4.25, 2], [4.25, 7.125], [1.5, 2]];
const hole = [[3, 3], [3.5, 3.5], [3.5, 3], [3, 3]];
const geometries = [
  { type: 'Polygon', coordinates: [ring, hole] },
  { type: 'MultiPolygon', coordinates: [[ring], [[[11, 11], [12, 11], [12, 12], [11, 11]]]] },
  { type: 'LineString', coordinates: [[0.5, 0.25], [8.5, 8.25]] },
  { type: 'Point', coordinates: [5.5, 5.25] },
  null,
];
const source = JSON.stringify({ type: 'FeatureCollection', features: geometries.map((geometry, number) => ({ type: 'Feature', properties: { number }, geometry })) });

let count = 0;

async function written(format: FormatName): Promise<DatasetOnDisk> {
  const { openFeatures } = await featureFormat('geojson');
  const dataset = await openFeatures({ format: 'geojson', name: 'source', files: [fileOfBytes('source.geojson', new TextEncoder().encode(source))] });
  return writeDataset({ format, name: 'made', dataset }, path.join(folder, String(count++)), folder, {}, () => undefined);
}

function change(dataset: DatasetOnDisk, before: string | RegExp, after: string): void {
  const [file] = placesOf(dataset);
  const text = readFileSync(file, 'utf8');
  const changed = text.replace(before, after);
  expect(changed).not.toBe(text);
  writeFileSync(file, changed);
}

afterEach(() => {
  vi.restoreAllMocks();
});

/** The files and folders that are flushed from now on, by their numbers in the file system. */
async function watchFlushing(): Promise<Set<number>> {
  const handle = await open(folder, 'r');
  const handles = Object.getPrototypeOf(handle) as Pick<FileHandle, 'sync'>;
  await handle.close();
  const flushed = new Set<number>();
  const { sync } = handles;
  vi.spyOn(handles, 'sync').mockImplementation(async function (this: FileHandle) {
    flushed.add((await this.stat()).ino);
    await sync.call(this);
  });
  return flushed;
}

describe('what is written is on the disk once it was checked', () => {
  it.each(FORMAT_NAMES)('%s: each file and the folder are flushed while it is read again, and not before', async (format) => {
    const flushed = await watchFlushing();
    const dataset = await written(format);
    expect([...flushed]).toEqual([]);
    await checkWrittenDataset(dataset, folder, { isExact: true });
    expect(flushed).toEqual(new Set([dataset.folder, ...placesOf(dataset)].map((place) => statSync(place).ino)));
  });

  it('a disk that turns out to be full is the problem, whatever was read', async () => {
    const dataset = await written('geojson');
    change(dataset, '7.125', '7.126');
    const handle = await open(folder, 'r');
    vi.spyOn(Object.getPrototypeOf(handle) as Pick<FileHandle, 'sync'>, 'sync').mockRejectedValue(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
    await handle.close();
    await expect(checkWrittenDataset(dataset, folder, { isExact: true })).rejects.toMatchObject({ code: 'storage-full' });
  });
});

describe('a written dataset is compared with its source', () => {
  it.each(['geojson', 'kml', 'kmz'] as const)('%s is accepted as written', async (format) => {
    const dataset = await written(format);
    expect(dataset.tally.vertices).toBe(3 + 3 + 3 + 3 + 2 + 1);
    await expect(checkWrittenDataset(dataset, folder, { isExact: true })).resolves.toBeUndefined();
  });

  it.each(['geojson', 'kml'] as const)('%s with a moved vertex is rejected', async (format) => {
    const dataset = await written(format);
    change(dataset, '7.125', '7.126');
    await expect(checkWrittenDataset(dataset, folder, { isExact: true })).rejects.toThrow('some vertices are in other places');
    await expect(checkWrittenDataset(dataset, folder, { isExact: false })).resolves.toBeUndefined();
  });

  it('a missing vertex is found', async () => {
    const dataset = await written('geojson');
    change(dataset, /\[0\.5, ?0\.25\], ?/, '[0.5,0.25],[1,1],');
    await expect(checkWrittenDataset(dataset, folder, { isExact: false })).rejects.toThrow('16 vertices instead of 15');
  });

  it('a missing feature without vertices is found', async () => {
    const dataset = await written('kml');
    change(dataset, /<Placemark(?:(?!<Placemark)[\s\S])*?(?<!<\/Point>\s*)<\/Placemark>\s*(?=<\/Folder>|<\/Document>)/, '');
    await expect(checkWrittenDataset(dataset, folder, { isExact: true })).rejects.toThrow('it has 4 features instead of 5');
  });

  it.each(['geojson', 'kml', 'kmz'] as const)('%s reports all of its vertices when it is opened', async (format) => {
    const dataset = await written(format);
    const [file] = placesOf(dataset);
    const told = new Tally();
    const opened = await (await featureFormat(format)).openFeatures({ format, name: 'made', files: [fileOfBytes(path.basename(file), readFileSync(file))] }, { workFolder: folder, onVertices: (vertices, features) => told.addVertices(vertices, features) });
    await opened.close();
    expect(told.features).toBe(geometries.length);
    expect(told.hasSameVertices(dataset.tally, { isExact: true })).toBe(true);
  });
});
