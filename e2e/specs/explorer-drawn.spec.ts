import { circle, kmlOf, shapefileOf, square } from '../drivers/shapefile.ts';
import { expect, test } from '../drivers/test.ts';

/** Examines what is drawn, pixel by pixel, on a map without layers. */

type Place = readonly [longitude: number, latitude: number];

interface Shape {
  readonly kind: 'point' | 'line' | 'polygon';
  readonly positions: readonly Place[];
  readonly border: readonly Place[];
  readonly inside: readonly Place[];
  readonly outside: readonly Place[];
}

const ring = (vertices: number): Shape => ({
  kind: 'polygon',
  positions: circle(-50, -10, 0.1, vertices),
  border: vertices < 100 ? [[-49.9, -10]] : [[-49.9, -10], [-50.1, -10], [-50, -9.9], [-50, -10.1]],
  inside: [[-50, -10]],
  outside: [[-49.88, -10], [-50.08, -9.92]],
});

const LARGE = '50,001 vertices';
/** From the smallest ordinary file to the first one that is redrawn for each view (more than 50,000 vertices). */
const SHAPES: Record<string, Shape> = {
  'one point': { kind: 'point', positions: [[-50, -10]], border: [[-50, -10]], inside: [], outside: [] },
  'one line': { kind: 'line', positions: [[-50.1, -10], [-49.9, -10]], border: [[-50, -10], [-50.06, -10], [-49.94, -10]], inside: [], outside: [[-50, -9.98]] },
  'one square': { kind: 'polygon', positions: square(-50.1, -10.1, 0.2), border: [[-50.1, -10], [-49.9, -10], [-50, -9.9], [-50, -10.1]], inside: [[-50, -10]], outside: [[-49.88, -10]] },
  '10 vertices': ring(10),
  '1,000 vertices': ring(1000),
  '50,000 vertices': ring(50_000),
  [LARGE]: ring(50_001),
};

test.beforeEach(async ({ api }) => {
  await api.layerGroupsAnswer({ body: [] });
});

for (const format of ['kml', 'shp'] as const) {
  test(`each shape of a .${format} is drawn where it lies`, async ({ explorer, site }) => {
    await explorer.open();
    for (const [index, [name, { kind, positions, border, inside, outside }]] of Object.entries(SHAPES).entries()) {
      await test.step(name, async () => {
        // Each is at a different place, so that what is visible cannot be the previous one.
        const moved = (places: readonly Place[]) => places.map(([longitude, latitude]): Place => [longitude + 2 * index, latitude]);
        // The large one is redrawn while the map is moving.
        if (name === LARGE) await site.wantsMotion();
        const content = format === 'kml' ? kmlOf('área', moved(positions), kind) : shapefileOf([moved(positions)], kind);
        await explorer.choose({ name: `area${String(index)}.${format}`, content });
        await explorer.seesFiles(new RegExp(`^area${String(index)}.*desenhado: 1 feição$`));
        await explorer.restsAt({ latitude: -10, longitude: -50 + 2 * index });
        for (const place of moved(border)) await explorer.seesBorderAt(place);
        for (const place of moved(inside)) await explorer.seesInsideAt(place);
        for (const place of moved(outside)) await explorer.seesNoAreaAt(place);
      });
    }
  });
}

test('files chosen together are shown together, and a new choice replaces them', async ({ explorer }) => {
  await explorer.open();
  await explorer.choose({ name: 'west.kml', content: kmlOf('oeste', square(-50.2, -10, 0.1)) }, { name: 'east.shp', content: shapefileOf([square(-50, -10, 0.1), square(-50, -10.2, 0.1)]) });
  await explorer.seesFiles(/desenhado: 1 feição$/, /desenhado: 2 feições$/);
  await explorer.restsAt({ latitude: -10.05, longitude: -50.05 });
  for (const place of [[-50.15, -9.95], [-49.95, -9.95], [-49.95, -10.15]] as const) await explorer.seesInsideAt(place);
  await explorer.choose({ name: 'other.kml', content: kmlOf('outra', square(-50.2, -10.2, 0.1)) });
  await explorer.restsAt({ latitude: -10.15, longitude: -50.15 });
  await explorer.seesInsideAt([-50.15, -10.15]);
  await explorer.button('Afastar').click();
  await explorer.button('Afastar').click();
  await explorer.restsAt({ latitude: -10.15, longitude: -50.15 });
  await explorer.seesInsideAt([-50.15, -10.15]);
  await explorer.seesNoAreaAt([-49.95, -10.15]);
  expect(await explorer.areaPixels('border', [-49.95, -9.95], 20)).toBe(0);
  await test.step('parcels in two states, far too small to be seen on a map of both, are marked', async () => {
    await explorer.choose({ name: 'acre.kml', content: kmlOf('acre', square(-68, -10, 0.001)) }, { name: 'sul.kml', content: kmlOf('sul', square(-52, -30, 0.001)) });
    await explorer.restsAt({ longitude: -60 });
    for (const place of [[-68, -10], [-52, -30]] as const) await expect.poll(() => explorer.areaPixels('border', place, 8)).toBeGreaterThan(40);
  });
});
