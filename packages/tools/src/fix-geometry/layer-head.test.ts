import type { CoordinateUnits } from '@geoinsights/geometry';
import { PartKind } from '@geoinsights/geometry/layer';
import { expect, it } from 'vitest';
import { across180Note, layersNote, tolerancesInWords } from './layer-head.ts';

const layer = (...kinds: readonly number[]) => ({ geometry: { partKinds: Uint8Array.from(kinds) } });

it('says that polygons in different layers are not compared', () => {
  const parcels = [layer(PartKind.Polygon), layer(PartKind.Point, PartKind.Polygon), layer(PartKind.Line)];
  expect(layersNote(parcels)).toEqual([{ code: 'layers-not-compared', text: 'There are polygons in 2 layers (in KML, folders). Overlaps and gaps are searched for within each layer, not between layers. If they belong together, merge them into one layer first with the tool "merge".' }]);
});

it('says nothing if one layer has polygons', () => {
  expect(layersNote([layer(PartKind.Polygon, PartKind.Polygon), layer(PartKind.Point), layer()])).toEqual([]);
});

it('writes a distance of one unit in the singular', () => {
  const tolerances = { snap_distance: 1, snap_distance_auto: false, max_gap_width: 2, max_gap_width_auto: false, unit: 'coordinate unit' } as const;
  const crs = { name: 'unknown', code: null, units: 'planar', system: null, metres_per_unit: null } as const;
  expect(tolerancesInWords({ name: 'a', features: 1, vertices: 4, tolerances, crs })).toBe('snap distance 1 unit, gap width 2 units');
});

/** A layer of polygons, each of one ring with these longitudes. */
function belts(units: CoordinateUnits, ...longitudes: readonly (readonly number[])[]) {
  const count = longitudes.length;
  const offsets = Int32Array.from({ length: count + 1 }, (_, i) => i);
  const ends = longitudes.reduce<number[]>((found, ring) => [...found, (found.at(-1) ?? 0) + ring.length], [0]);
  const geometry = { xy: Float64Array.from(longitudes.flat().flatMap((x, i) => [x, i % 3])), z: null, m: null, ringOffsets: Int32Array.from(ends), partOffsets: offsets, featureOffsets: offsets, partKinds: new Uint8Array(count).fill(PartKind.Polygon) };
  return { name: 'plots', geometry, crs: { name: 'WGS 84', code: null, units, metresPerUnit: null } };
}

const DEGREES: CoordinateUnits = { kind: 'geographic' };
const AROUND = [179.99, -179.99, -179.99, 179.99];

it('says which polygons jump across the 180th meridian, as a repair cuts all else out of them', () => {
  const text = 'of layer "plots" has edges whose longitudes jump from one side of the map to the other, as across the 180th meridian. Such edges are taken to go around the whole Earth, as most programs take them. Cut it at the meridian before.';
  expect(across180Note([belts(DEGREES, [1, 2, 2, 1], AROUND)])).toEqual([{ code: 'across-180', text: `Feature 2 ${text}` }]);
  expect(across180Note([belts(DEGREES, ...new Array<number[]>(7).fill(AROUND))])[0].text).toMatch(/^Features 1, 2, 3, 4, 5 and 2 others of layer "plots" have edges .+ Cut them at the meridian before\.$/);
});

it.each([
  ['coordinates are in a plane', belts({ kind: 'planar' }, AROUND)],
  ['a polygon is a map of the world', belts(DEGREES, [-180, 180, 180, -180])],
])('says nothing of the 180th meridian if %s', (_, plots) => {
  expect(across180Note([plots])).toEqual([]);
});
