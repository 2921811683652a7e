import type { Layer } from '@geoinsights/geometry';
import { PartKind } from '@geoinsights/geometry/layer';
import { expect, it } from 'vitest';
import { withPlausibleUnits } from './plausible-units.ts';
import { WGS84_BY_FORMAT } from './crs.ts';
import type { DatasetLayer, DatasetNote } from './driver.ts';

const NO_NOTES: readonly DatasetNote[] = [];

function layerOf(name: string, ...xy: readonly number[]): DatasetLayer {
  const vertices = xy.length / 2;
  const geometry: Layer = { xy: Float64Array.from(xy), z: null, m: null, ringOffsets: Int32Array.of(0, vertices), partOffsets: Int32Array.of(0, 1), featureOffsets: Int32Array.of(0, 1), partKinds: Uint8Array.of(PartKind.Line) };
  return { name, crs: { ...WGS84_BY_FORMAT, name: 'WGS 84' }, geometry, label: String, labelField: null, id: () => null };
}

const unitsOf = (...layers: readonly DatasetLayer[]) => {
  const believed = withPlausibleUnits({ layers, notes: NO_NOTES });
  return [believed.layers.map(({ crs }) => [crs.units.kind, crs.code]), believed.notes.map(({ code, text }) => [code, text])];
};
const DEGREES = ['geographic', 'EPSG:4326'];

it('treats coordinates as plain units, layer by layer, where most vertices lie beyond the degrees that the file states', () => {
  const [units, notes] = unitsOf(layerOf('ok', -50, -15, -49, -14), layerOf('metres', 500_000, 8_340_000, 500_100, 8_340_000, -50, -15));
  expect(units).toEqual([DEGREES, ['planar', null]]);
  expect(notes).toEqual([
    [
      'crs-contradicted',
      'The file says that the coordinates of layer "metres" are in degrees (WGS 84), but most of them go beyond ±180 and ±90. They were read as plain units of unknown length. The file keeps the system that it states; assign the one that its coordinates are really in.',
    ],
  ]);
});

it.each<[string, number[]]>([
  ['longitudes up to 360', [310, -15, 359, 80]],
  ['positions that cannot be read', [NaN, NaN, Infinity, 0, -50, -15]],
  ['nothing', []],
])('keeps degrees with %s', (_, xy) => {
  expect(unitsOf(layerOf('one', ...xy))).toEqual([[DEGREES], []]);
});

it('keeps degrees with a few wild vertices, and names them', () => {
  const [units, notes] = unitsOf(layerOf('one', -50, -15, -49, -14, 500_000, 8_340_000));
  expect(units).toEqual([DEGREES]);
  expect(notes).toEqual([['position-beyond-degrees', 'One position cannot be degrees, being beyond ±360 in longitude or ±90 in latitude. It is in feature 1 ("0"). A decimal point may be missing there, or longitude and latitude may be swapped.']]);
  const several = layerOf('two', -50, -15, -15, -100, -49, -14, 370, 0);
  const labelled = { ...several, geometry: { ...several.geometry, ringOffsets: Int32Array.of(0, 1, 4), partOffsets: Int32Array.of(0, 1, 2), featureOffsets: Int32Array.of(0, 1, 2) }, label: (feature: number) => `feature ${feature + 1}` };
  expect(unitsOf(layerOf('one', 1, 2), labelled)[1]).toEqual([['position-beyond-degrees', '2 positions of layer "two" cannot be degrees, being beyond ±360 in longitude or ±90 in latitude. The first one is in feature 2. A decimal point may be missing there, or longitude and latitude may be swapped.']]);
});

it('asks to create the file again if the format has one fixed system', () => {
  const metres = layerOf('one', 500_000, 8_340_000);
  const { notes } = withPlausibleUnits({ layers: [{ ...metres, crs: WGS84_BY_FORMAT }], notes: NO_NOTES });
  expect(notes[0].text).toBe(
    'Coordinates in this format are in degrees, but most of those go beyond ±180 and ±90. They were read as plain units of unknown length. Export the file again from its source, in WGS 84.',
  );
});
