import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repairOptionsSchema } from '@geoinsights/contract';
import type * as Formats from '@geoinsights/formats';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { repairFiles } from './run.ts';

/** What a writer with a fault makes of a result. */
const fault = vi.hoisted((): { of: (text: string) => string } => ({ of: (text) => text }));
vi.mock('@geoinsights/formats', async (original) => {
  const real = await original<typeof Formats>();
  const faulty = (folder: Formats.OutputFolder): Formats.OutputFolder => ({
    create: async (name) => {
      const file = await folder.create(name);
      const pieces: Uint8Array[] = [];
      const close = async (): Promise<void> => {
        await file.write(Buffer.from(fault.of(Buffer.concat(pieces).toString())));
        await file.close();
      };
      return { write: (bytes) => Promise.resolve(void pieces.push(Uint8Array.from(bytes))), close, abort: () => file.abort() };
    },
  });
  const driverFor: typeof real.driverFor = async (format) => {
    const driver = await real.driverFor(format);
    return {
      ...driver,
      open: async (...files) => {
        const dataset = await driver.open(...files);
        return Object.assign(Object.create(dataset), { apply: (changes: Parameters<typeof dataset.apply>[0], to: Formats.OutputFolder) => dataset.apply(changes, faulty(to)) }) as typeof dataset;
      },
    };
  };
  return { ...real, driverFor };
});

const base = mkdtempSync(path.join(tmpdir(), 'written-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));
beforeEach(() => {
  fault.of = (text) => text;
});

async function repaired(name: string, content: string, options: object = {}): ReturnType<typeof repairFiles> {
  const folder = mkdtempSync(path.join(base, 'test-'));
  const [place, workFolder, outputFolder] = [name, 'work', 'out'].map((each) => path.join(folder, each));
  for (const each of [workFolder, outputFolder]) mkdirSync(each);
  writeFileSync(place, content);
  return repairFiles({ inputs: [{ name, path: place, size: statSync(place).size }], options: repairOptionsSchema.parse(options), threads: 1, workFolder, outputFolder, onProgress: () => undefined });
}

const ring = (west: number, east: number) => [[west, -20], [east, -20], [east, -19.99], [west, -19.99], [west, -20]];
const collection = (...rings: number[][][]) => JSON.stringify({ type: 'FeatureCollection', features: rings.map((each) => ({ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [each] } })) });
const OVERLAPPING = collection(ring(-40, -39.99), ring(-39.995, -39.98), ring(-30, -29.99));
const folderOf = (...rings: number[][][]) => `<Folder>${rings.map((each) => `<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${each.join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`).join('')}</Folder>`;
const OTHER_FOLDER = folderOf(ring(-30, -29.99));

it('a result that reads back as the repair is delivered', async () => {
  const { report } = await repaired('a.geojson', OVERLAPPING);
  expect([report.found, report.remaining, report.datasets[0].verified]).toEqual([{ overlap: 1 }, {}, true]);
});

it.each([
  ['a repaired feature', 'a.geojson', OVERLAPPING, '-39.98,', '-39.97,', 'feature 2 of layer "a" differs from its repair'],
  ['a feature that was not touched', 'a.geojson', OVERLAPPING, '-29.99,', '-29.98,', 'feature 3 of layer "a" differs from its repair'],
  ['the number of layers', 'a.kml', `<kml><Document>${folderOf(ring(-40, -39.99), ring(-39.995, -39.98))}${OTHER_FOLDER}</Document></kml>`, OTHER_FOLDER, '', 'it has 1 layers instead of 2'],
])('a result in which the writer has changed %s is not delivered', async (_, name, content, written, instead, reason) => {
  fault.of = (text) => text.replaceAll(written, instead);
  await expect(repaired(name, content)).rejects.toMatchObject({ code: 'result-check-failed', details: { reason } });
});

it('what the rules leave remains in the report of a result that holds exactly what was examined', async () => {
  const withDuplicate = collection(ring(-40, -39.99), ring(-39.995, -39.98), [...ring(-30, -29.99).slice(0, 1), ...ring(-30, -29.99)]);
  const { report } = await repaired('a.geojson', withDuplicate, { profile: 'registrar' });
  expect([report.found, report.remaining, report.datasets[0].unchanged, report.datasets[0].verified]).toEqual([{ 'overlap': 1, 'duplicate-point': 1 }, { overlap: 1 }, false, true]);
});
