import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../../../../testing/needs.ts';
import { ProblemError } from '@geoinsights/contract/errors';
import { gdalPython, makeForeignFiles } from './foreign-files.ts';
import type { ForeignDataset } from './foreign-files.ts';
import { repairFiles } from './repair-files.ts';

const PROGRAMS = ['ESRI Shapefile', 'GeoJSON', 'GeoJSONSeq', 'KML', 'LIBKML', 'GPKG', 'pyshp', 'shapelib', 'fiona', 'geopandas', 'SpatiaLite', 'GPSBabel', 'mapshaper', 'QGIS', 'Google Earth style'];
/** Notes that describe a file, and never a change to it. */
const HARMLESS = new Set(['crs-missing', 'geometry-not-repaired', 'table-not-repaired', 'position-unreadable', 'archive-unpacked', 'content-differs-from-extension', 'shapefile-without-attributes']);

describe('clean files of other programs come back byte for byte', needs(gdalPython !== null, 'GDAL with its Python is not installed'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'round-trip-'));
  let datasets: ForeignDataset[] = [];
  beforeAll(() => {
    datasets = makeForeignFiles(folder, 'none');
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('number in the hundreds', () => {
    expect(datasets.length).toBeGreaterThan(400);
    expect(datasets.filter(({ program }) => !PROGRAMS.includes(program))).toEqual([]);
  });

  it.each(PROGRAMS)('%s', async (program) => {
    const faults: string[] = [];
    for (const dataset of datasets.filter((each) => each.program === program)) faults.push(...(await faultsOf(dataset)).map((fault) => `${dataset.name}: ${fault}`));
    expect(faults).toEqual([]);
  });
});

/** All differences, in words; empty if the files came back identical. */
async function faultsOf({ folder, files }: ForeignDataset): Promise<string[]> {
  const faults: string[] = [];
  let count = 0;
  try {
    await repairFiles(folder, files, async ({ files: { files: inputs }, patches, written, notes }, out) => {
      count++;
      const rebuilt = notes.some(({ code }) => code === 'shapefile-index-rebuilt');
      if (patches.some((patch) => patch !== null)) faults.push('something was repaired in it');
      faults.push(...notes.filter(({ code }) => !HARMLESS.has(code) && code !== 'shapefile-index-rebuilt').map(({ code, text }) => `${code}: ${text}`));
      const missing = inputs.filter(({ name }) => !written.includes(name));
      faults.push(...missing.map(({ name }) => `${name} did not come back`));
      for (const name of written) {
        const input = inputs.find((file) => file.name === name);
        if (input === undefined) {
          if (!(rebuilt && name.endsWith('.shx'))) faults.push(`${name} is new`);
        } else if (!readFileSync(join(out, name)).equals(await input.read(0, input.size))) faults.push(`${name} differs`);
      }
    });
  } catch (error) {
    faults.push(error instanceof ProblemError ? error.message : String(error));
  }
  return count === 0 && faults.length === 0 ? ['it is no dataset'] : faults;
}
