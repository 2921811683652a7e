import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../../../../testing/needs.ts';
import { applyPatch } from '@geoinsights/geometry';
import { FORMAT_NAMES } from '@geoinsights/contract';
import type { FormatName } from '@geoinsights/contract';
import { canonical, featuresOf } from './canonical.ts';
import type { Feature } from './canonical.ts';
import { gdalPython, makeForeignFiles } from './foreign-files.ts';
import type { ForeignDataset } from './foreign-files.ts';
import { brokenRequirements } from './geopackage-requirements.ts';
import { readWithGdal, readWithJsonParse, readWithShapefile, readWithShpjs, readWithTogeojson } from './independent-readers.ts';
import { beyondOneCell, beyondOneEntry, beyondOneGeometry, beyondOnePlacemark, beyondOneRecord, kmlText, kmlTextsIn } from './only-one-feature.ts';
import type { Change } from './only-one-feature.ts';
import { repairFiles } from './repair-files.ts';

/** The feature with the fault, in the first layer of every dataset. */
const CARRIER = 6;

interface Outcome {
  readonly dataset: ForeignDataset;
  readonly format: FormatName;
  /** Name of the main file in `out`. */
  readonly main: string;
  readonly out: string;
  /** Every input file, before and after. */
  readonly changes: ReadonlyMap<string, Change>;
  readonly dropped: readonly string[];
  /** The kernel's result for each layer. */
  readonly layers: readonly { readonly name: string; readonly ordinates: number; readonly features: readonly Feature[] }[];
  readonly changed: readonly (readonly number[])[];
  readonly notes: readonly string[];
}

async function outcomesOf(dataset: ForeignDataset): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  await repairFiles(dataset.folder, dataset.files, async ({ files, dataset: opened, patches, written, notes }, out) => {
    const changes = new Map<string, Change>();
    for (const file of files.files) {
      if (written.includes(file.name)) changes.set(file.name, { before: Buffer.from(await file.read(0, file.size)), after: readFileSync(join(out, file.name)) });
    }
    outcomes.push({
      dataset,
      format: files.format,
      main: written[0],
      out,
      changes,
      dropped: files.files.map(({ name }) => name).filter((name) => !written.includes(name)),
      layers: opened.layers.map(({ name, geometry }, at) => {
        const patch = patches[at];
        const after = patch === null ? geometry : applyPatch(geometry, patch);
        return { name, ordinates: 2 + Number(after.z !== null) + Number(after.m !== null), features: featuresOf(after) };
      }),
      changed: patches.map((patch) => [...(patch?.features ?? [])]),
      notes: notes.map(({ code }) => code),
    });
  });
  return outcomes;
}

/** Features that differ, in words. `ordinates` is how many of each position the reader returns. */
function differing(expected: readonly Feature[], read: readonly Feature[], ordinates: number): string[] {
  if (expected.length !== read.length) return [`${read.length} features instead of ${expected.length}`];
  return expected.flatMap((feature, at) => (canonical(feature, ordinates) === canonical(read[at], ordinates) ? [] : [`feature ${at} is ${canonical(read[at], ordinates).slice(0, 300)} instead of ${canonical(feature, ordinates).slice(0, 300)}`]));
}

/** Features that a KML reader does not find. It may find more: overlays and views of a Google Earth document. */
function missing({ dataset, layers }: Outcome, read: readonly Feature[], ordinates: number): string[] {
  const expected = layers.flatMap(({ features }) => features);
  if (dataset.program !== 'Google Earth style') return differing(inOrder(expected), inOrder(read), ordinates);
  const found = new Set(read.map((feature) => canonical(feature, ordinates)));
  return withGeometry(expected).map((feature) => canonical(feature, ordinates)).filter((feature) => !found.has(feature)).map((feature) => `there is no ${feature.slice(0, 300)}`);
}

/** GDAL does not know EWKB in a GeoPackage, this encoding, such blanks, or an archive without a lower-case .kml. */
const UNKNOWN_TO_GDAL = /EWKB|windows-1252|no-break spaces|under another name/;
/** togeojson splits coordinates only at white space. */
const UNKNOWN_TO_TOGEOJSON = /commas followed by blanks/;

const withGeometry = (features: readonly Feature[]): Feature[] => features.filter((feature) => feature !== null && feature.length > 0);
/** KML readers put folders into an order of their own. */
const inOrder = (features: readonly Feature[]): Feature[] => withGeometry(features).map((feature) => ({ feature, text: canonical(feature, 2) })).sort((a, b) => (a.text < b.text ? -1 : 1)).map(({ feature }) => feature);

/** Rows marked as deleted in the .dbf: GDAL omits their shapes. */
function deletedRows(changes: ReadonlyMap<string, Change>): ReadonlySet<number> {
  const table = [...changes].find(([name]) => /\.dbf$/i.test(name))?.[1].before;
  if (table === undefined) return new Set();
  const [count, start, width] = [table.readUInt32LE(4), table.readUInt16LE(8), table.readUInt16LE(10)];
  return new Set(Array.from({ length: count }, (_, row) => row).filter((row) => table[start + row * width] === 0x2a));
}

/** The place of the fault, whatever its number of digits: -44 degrees, and the same in EPSG 31983, 5880 and 3857. */
const isAtFault = (placemark: string): boolean => /-4(4(\.0\d*)?|3\.9\d*),\s*-1[23]/.test(placemark);

describe('files of other programs with a fault in one feature', needs(gdalPython !== null, 'GDAL with its Python is not installed'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'one-fault-'));
  const outcomes: Outcome[] = [];
  beforeAll(async () => {
    for (const dataset of makeForeignFiles(folder, 'alternate')) {
      outcomes.push(...(await outcomesOf(dataset).catch((error: unknown) => Promise.reject(new Error(dataset.name, { cause: error })))));
    }
  }, 400_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const of = (...formats: FormatName[]): Outcome[] => outcomes.filter(({ format }) => formats.includes(format));
  /** Checks every outcome; faults are reported with the name of the dataset. */
  async function faultsIn(asked: readonly Outcome[], judge: (outcome: Outcome) => string[] | Promise<string[]>): Promise<string[]> {
    const faults: string[] = [];
    for (const outcome of asked) faults.push(...(await judge(outcome)).map((fault) => `${outcome.dataset.name} (${outcome.dataset.folder}): ${fault}`));
    return faults;
  }
  const mainChange = ({ changes, main }: Outcome): Change => changes.get(main) ?? { before: Buffer.alloc(0), after: Buffer.alloc(0) };

  it('number in the hundreds, and in each of them that one feature is repaired', async () => {
    expect(outcomes.length).toBeGreaterThan(300);
    for (const format of FORMAT_NAMES) expect(of(format).length, format).toBeGreaterThan(20);
    const faults = await faultsIn(outcomes, ({ changed }) => (changed.filter((features) => features.length > 0).join(';') === String(CARRIER) ? [] : [`changed are ${JSON.stringify(changed)}`]));
    expect(faults).toEqual([]);
  });

  describe('only that feature differs afterwards', () => {
    it('in shapefiles, with lengths, ranges and offsets; a spatial index that no longer fits goes with a note', async () => {
      const faults = await faultsIn(of('shapefile'), (outcome) => {
        const { changes, dropped, notes } = outcome;
        const others = [...changes].filter(([name, { before, after }]) => !/\.(shp|shx)$/i.test(name) && !before.equals(after)).map(([name]) => `${name} differs`);
        const shx = [...changes].find(([name]) => /\.shx$/i.test(name))?.[1];
        const index = dropped.filter((name) => !/\.(qix|sbn|sbx)$/.test(name)).map((name) => `${name} is gone`);
        const untold = dropped.length > 0 && !notes.includes('shapefile-companion-dropped') ? ['nothing is said of what is gone'] : [];
        return [...others, ...index, ...untold, ...(shx === undefined ? [] : beyondOneRecord(mainChange(outcome), shx, CARRIER))];
      });
      expect(faults).toEqual([]);
    });

    it('in KML', async () => expect(await faultsIn(of('kml'), (outcome) => beyondOnePlacemark(mainChange(outcome), isAtFault))).toEqual([]));
    it('in KMZ', async () => expect(await faultsIn(of('kmz'), (outcome) => beyondOneEntry(mainChange(outcome), isAtFault))).toEqual([]));
    it('in GeoJSON', async () => expect(await faultsIn(of('geojson'), (outcome) => beyondOneGeometry(mainChange(outcome)))).toEqual([]));
    it('in GeoPackages, table by table', async () => expect(await faultsIn(of('geopackage'), (outcome) => beyondOneCell(mainChange(outcome)))).toEqual([]));
  });

  describe("other readers find the kernel's result, coordinate by coordinate", () => {
    it('GDAL, to which the result is valid', async () => {
      const asked = outcomes.filter(({ dataset }) => !UNKNOWN_TO_GDAL.test(dataset.name));
      const answers = readWithGdal(asked.map(({ out, main, format }) => [join(out, main), format === 'kml' || format === 'kmz' ? 'LIBKML' : null]));
      const faults = await faultsIn(asked, (outcome) => {
        const { layers, failed } = answers[asked.indexOf(outcome)];
        if (failed !== null) return [failed];
        const invalid = layers.flatMap(({ name, valid }) => valid.flatMap((one, at) => (one ? [] : [`feature ${at} of ${name} is not valid`])));
        if (outcome.format === 'kml' || outcome.format === 'kmz') {
          const ofOverlays = outcome.dataset.program === 'Google Earth style';
          return [...(ofOverlays ? [] : invalid), ...missing(outcome, layers.flatMap(({ features }) => features), Math.max(...outcome.layers.map(({ ordinates }) => ordinates)))];
        }
        const gone = deletedRows(outcome.changes);
        const single = layers.length === 1 && outcome.layers.length === 1;
        return [...invalid, ...outcome.layers.flatMap(({ name, features, ordinates }) => differing(features.filter((_, at) => !gone.has(at)), (single ? layers[0] : layers.find((layer) => layer.name === name))?.features ?? [], ordinates))];
      });
      expect(faults).toEqual([]);
    });

    it('shpjs and shapefile', async () => {
      // Both walk from record to record and know neither gaps between them nor null shapes in a file of MultiPatches.
      const faults = await faultsIn(of('shapefile'), async ({ out, main, layers: [{ features }] }) => [
        ...differing(features, readWithShpjs(join(out, main)), 2).map((fault) => `shpjs: ${fault}`),
        ...differing(features, await readWithShapefile(join(out, main)), 2).map((fault) => `shapefile: ${fault}`),
      ]);
      expect(faults).toEqual([]);
    });

    it('togeojson', async () => {
      const asked = of('kml', 'kmz').filter(({ dataset }) => !UNKNOWN_TO_TOGEOJSON.test(dataset.name));
      const faults = await faultsIn(asked, (outcome) => {
        const { after } = mainChange(outcome);
        const texts = outcome.format === 'kmz' ? kmlTextsIn(after) : [kmlText(after)];
        return missing(outcome, texts.flatMap(readWithTogeojson), 2);
      });
      expect(faults).toEqual([]);
    });

    it('JSON.parse', async () => {
      const faults = await faultsIn(of('geojson'), (outcome) => differing(outcome.layers[0].features, readWithJsonParse(mainChange(outcome).after.toString('utf8')), outcome.layers[0].ordinates));
      expect(faults).toEqual([]);
    });

    it('SQLite, to which no requirement of the GeoPackage standard is violated that was not before', async () => {
      const faults = await faultsIn(of('geopackage'), ({ dataset, out, main }) => {
        const before = brokenRequirements(join(dataset.folder, main));
        return brokenRequirements(join(out, main)).filter((fault) => !before.includes(fault));
      });
      expect(faults).toEqual([]);
      expect((await faultsIn(of('geopackage'), ({ dataset, main }) => brokenRequirements(join(dataset.folder, main)))).length).toBeLessThan(20);
    });
  });
});
