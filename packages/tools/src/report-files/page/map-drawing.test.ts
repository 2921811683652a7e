import { expect, test } from 'vitest';
import { drawMap, MAP_WIDTH } from './map-drawing.ts';
import { MapShapes, verticesOf } from './map-shapes.ts';
import { square, twoParcels } from '../test/sample-report.ts';

function shapesOf({ changed, findings }: Pick<ReturnType<typeof twoParcels>, 'changed' | 'findings'>, isGeographic = false): MapShapes {
  const shapes = new MapShapes(isGeographic, isGeographic ? null : 1);
  for (const each of changed) shapes.addChanged(each);
  for (const [index, each] of [...findings].entries()) shapes.addFinding(each, index + 1);
  return shapes;
}

const nameOf = (label: string): string => label;

test('distances are drawn to scale, north is up, and the scale bar has a round length', () => {
  const drawing = drawMap(shapesOf(twoParcels()), nameOf);
  const [before] = drawing?.paths ?? [];
  const [x0, y0, x1, , , y2] = before.rings[0];
  // The parcel is 120 m wide and 100 m high.
  expect((x1 - x0) / (y0 - y2)).toBeCloseTo(1.2, 6);
  expect(drawing?.scaleBar).toMatchObject({ metres: 50 });
  expect(drawing?.scaleBar?.length).toBeCloseTo((50 * (x1 - x0)) / 120, 6);
  expect(drawing?.labels.map(({ text }) => text)).toEqual(['Fazenda São João', 'Lote 2']);
});

test('degrees of longitude are shortened by the latitude', () => {
  const changed = [{ position: 1, id: null, label: 'a', before: null, after: { type: 'Polygon' as const, coordinates: [square(-50, 59.5, 1, 1)] } }];
  const ring = drawMap(shapesOf({ changed, findings: [] }, true), nameOf)?.paths[0].rings[0] ?? [];
  expect((ring[2] - ring[0]) / (ring[1] - ring[5])).toBeCloseTo(0.5, 3);
});

test('a sheet has no more vertices than it can show, and small areas are marked', () => {
  const wavy = Array.from({ length: 150_000 }, (_, i) => [i / 10, 5000 + 5000 * Math.sin(i)]);
  const findings = [{ ...[...twoParcels().findings][0], at: [1, 1] as [number, number], geometry: { type: 'Polygon' as const, coordinates: [square(1, 1, 2, 2)] } }];
  const drawing = drawMap(shapesOf({ changed: [{ position: 1, id: null, label: 'W'.repeat(300), before: null, after: { type: 'LineString', coordinates: wavy } }], findings }), nameOf);
  expect(verticesOf(drawing?.paths ?? [])).toBeLessThan(80_000);
  expect(drawing?.marks).toHaveLength(1);
  expect(drawing?.rows.map(({ text }) => text)).toEqual(['1']);
  expect(drawing?.labels[0].text).toHaveLength(22);
});

test.each([[], [{ position: 1, id: null, label: '', before: null, after: null }]])('there is no map if nothing changed', (...changed) => {
  expect(drawMap(shapesOf({ changed, findings: [] }), nameOf)).toBeNull();
  expect(MAP_WIDTH).toBeLessThan(500);
});
