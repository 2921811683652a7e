import { PartKind, type Patch } from '@geoinsights/geometry';
import { expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../testing/growth.ts';
import { kmlDriver } from './index.ts';
import { applyBytes, openBytes } from './test/patching.ts';

const MOST = 24_000;

/** A placemark with so many triangles, and a patch that makes two of each: one in its place, and a new one with its vertices. */
async function splitInTwo(count: number): Promise<number> {
  const triangle = '<Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 2,0 1,1 0,0</coordinates></LinearRing></outerBoundaryIs></Polygon>';
  const dataset = await openBytes(kmlDriver, new TextEncoder().encode(`<kml><Placemark><MultiGeometry>${triangle.repeat(count)}</MultiGeometry></Placemark></kml>`));
  const { xy } = dataset.layers[0].geometry;
  const upTo = (length: number, step: number): Int32Array => Int32Array.from({ length: length + 1 }, (_, i) => i * step);
  // All that stay come first, so that none of the new ones follows the one that it comes from.
  const vertices = upTo(8 * count - 1, 1).map((vertex) => vertex % (4 * count));
  const patch: Patch = {
    features: Int32Array.of(0),
    sourcePart: upTo(2 * count - 1, 1).map((part) => (part < count ? part : -1)),
    sourceRing: new Int32Array(2 * count).fill(-1),
    sourceVertex: vertices,
    geometry: { xy: Float64Array.from({ length: 16 * count }, (_, i) => xy[2 * vertices[i >> 1] + (i & 1)]), z: null, m: null, ringOffsets: upTo(2 * count, 4), partOffsets: upTo(2 * count, 1), featureOffsets: Int32Array.of(0, 2 * count), partKinds: new Uint8Array(2 * count).fill(PartKind.Polygon) },
  };
  return (await applyBytes(dataset, [patch])).length;
}

it('writes a placemark of many polygons that were cut in time that grows with them', async () => {
  await splitInTwo(100);
  expect(await growthOf((share) => splitInTwo(share * MOST))).toBeLessThan(IN_PROPORTION);
});
