import { PartKind, repair, repairGeoJson } from '@geoinsights/geometry';
import type { FeatureCollection } from 'geojson';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { trials } from '../../../../../testing/trials.ts';
import { dirtyLayer } from '../../../../geometry/test/dirty-layers.ts';
import type { Part } from '../../../../geometry/test/layers.ts';
import { applied, openText } from './patching.ts';

const parsed = (text: string): FeatureCollection => z.custom<FeatureCollection>().parse(JSON.parse(text));

function geometryOf({ kind, rings }: Part): object {
  if (kind === PartKind.Polygon) return { type: 'Polygon', coordinates: rings };
  return kind === PartKind.Line ? { type: 'LineString', coordinates: rings[0] } : { type: 'MultiPoint', coordinates: rings[0] };
}

/** Every part a member of a collection, or all of them one geometry; some with a bbox, all with more than geometry. */
function textOf(seed: number): string {
  const { shapes } = dirtyLayer(seed);
  const features = shapes.map((shape, index) => {
    const isMulti = index % 2 === 0 && shape.length > 0 && shape.every(({ kind }) => kind === PartKind.Polygon);
    const geometry = isMulti ? { type: 'MultiPolygon', coordinates: shape.map(({ rings }) => rings) } : { type: 'GeometryCollection', geometries: shape.map(geometryOf) };
    const numbers = shape.flatMap(({ rings }) => rings.flat()).filter((position) => position.every(Number.isFinite));
    const [xs, ys] = [0, 1].map((axis) => numbers.map((position) => position[axis] ?? 0));
    const bbox = index % 3 === 0 && numbers.length > 0 ? { bbox: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] } : {};
    return { type: 'Feature', id: index, ...bbox, properties: { name: `field ${index}` }, geometry, style: 'plain' };
  });
  return JSON.stringify({ type: 'FeatureCollection', name: 'layer', features });
}

it('a collection in memory is repaired to the same result as the file', async () => {
  let changes = 0;
  for (let seed = 60_001; seed <= 60_000 + trials(50); seed++) {
    const text = textOf(seed);
    const { options } = dirtyLayer(seed);
    const opened = await openText(text);
    const { patch } = await repair(opened.layers[0].geometry, { ...options, shellWinding: opened.shellWinding });
    const { featureCollection } = await repairGeoJson(parsed(text), { ...options, shellWinding: opened.shellWinding });
    expect(JSON.parse(JSON.stringify(featureCollection)), `seed ${seed}`).toEqual(JSON.parse(await applied(opened, patch)));
    changes += patch?.features.length ?? 0;
  }
  expect(changes).toBeGreaterThan(40);
});
