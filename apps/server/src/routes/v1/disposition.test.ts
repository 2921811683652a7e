import { fileNameFrom } from '@geoinsights/contract';
import { expect, test } from 'vitest';
import { dispositionOf } from './disposition.ts';

// `curl -OJ` reads no `filename*`, and writes what is in `filename` as it is: a question mark is no character of a file name on Windows.
test.for([
  ['parcels-fixed.zip', 'parcels-fixed.zip'],
  ['Fazenda São João-fixed.kml', 'Fazenda Sao Joao-fixed.kml'],
  ['Ac\u0327ai\u0301.gpkg', 'Acai.gpkg'],
  ['地块-fixed.geojson', '__-fixed.geojson'],
  ['área 1/2 "é".kml', 'area 1/2 \\"e\\".kml'],
])('%s is given whole, and as %s to programs that read the plain name only', ([name, plain]) => {
  const header = dispositionOf(name);
  expect(/ filename="((?:[^"\\]|\\.)*)"/.exec(header)?.[1]).toBe(plain);
  expect(fileNameFrom(header)).toBe(name.split('/').at(-1));
});

test.for(['my farm.zip', 'filename=farm.zip', 'a filename=b.zip'])('%s is in quotes as it is', (name) => {
  expect(dispositionOf(name)).toBe(`attachment; filename="${name}"`);
});
