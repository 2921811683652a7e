import { PartKind } from '@geoinsights/geometry/layer';
import { expect, it } from 'vitest';
import { layersNote } from './layer-head.ts';

const layer = (...kinds: readonly number[]) => ({ geometry: { partKinds: Uint8Array.from(kinds) } });

it('says of polygons in several layers that they are not held against each other', () => {
  const parcels = [layer(PartKind.Polygon), layer(PartKind.Point, PartKind.Polygon), layer(PartKind.Line)];
  expect(layersNote(parcels)).toEqual([{ code: 'layers-not-compared', text: 'Polygons lie in 2 layers (in a KML, folders). Overlaps and gaps are looked for within each of them, not between them. If they belong together, put them into one layer first: the tool "merge" does that.' }]);
});

it('says nothing where one layer has polygons', () => {
  expect(layersNote([layer(PartKind.Polygon, PartKind.Polygon), layer(PartKind.Point), layer()])).toEqual([]);
});
