import { PartKind } from '@geoinsights/geometry/layer';
import { expect, it } from 'vitest';
import { layersNote, tolerancesInWords } from './layer-head.ts';

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
