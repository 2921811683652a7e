import { expect, expectTypeOf, test } from 'vitest';
import type { Dataset, FormatDriver } from '../src/driver.ts';
import { driverFor } from '../src/drivers.ts';
import { fileOfBytes, memoryFolder } from '../src/files/memory.ts';
import { GEOJSON, GEOPACKAGE, KML, KMZ, SHP } from './garbage/seeds.ts';

const SEEDS = [['shapefile', SHP], ['kml', KML], ['kmz', KMZ], ['geopackage', GEOPACKAGE], ['geojson', GEOJSON]] as const;

// Checked by the type check: a driver only opens, and nothing takes what it has opened as an argument.
expectTypeOf<keyof FormatDriver>().toEqualTypeOf<'format' | 'open'>();
expectTypeOf<Parameters<Dataset['apply']>[0]>().not.toExtend<Dataset>();

test.each(SEEDS)("an open %s shows its layers, and nothing of its driver's internals", async (format, bytes) => {
  const dataset = await (await driverFor(format)).open({ format, name: 'farm', files: [fileOfBytes('farm', bytes)] });
  expect(Object.keys(dataset).toSorted()).toEqual(['apply', 'attributes', 'close', 'format', 'layers', 'name', 'notes', 'shellWinding']);
  const other = await (await driverFor('geojson')).open({ format: 'geojson', name: 'other', files: [fileOfBytes('other.geojson', GEOJSON)] });
  // Called on a dataset of another format, they still write and read their own.
  const folder = memoryFolder();
  const { files } = await dataset.apply.call(other, dataset.layers.map(() => null), folder);
  expect(Buffer.from(folder.files.get(files[0]) ?? []).equals(Buffer.from(bytes))).toBe(true);
  const reader = dataset.attributes.call(other, 0);
  expect(typeof (await reader.at(0))).toBe('object');
  await reader.close();
  await other.close();
  await dataset.close();
});
