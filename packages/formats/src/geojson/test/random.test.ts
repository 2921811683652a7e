import { PartKind } from '@geoinsights/geometry';
import type { Layer } from '@geoinsights/geometry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trials } from '../../../../../testing/trials.ts';
import { applied, openText, partsOf, patchOf } from './patching.ts';
import type { NewPart, NewVertex } from './patching.ts';
import { featureCollection, written } from './random-geojson.ts';

function chooser(seed: number): (count: number) => number {
  let state = seed | 1;
  return (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) % count;
  };
}

/** The JSON value if it is an object, else nothing. */
function members(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {};
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

interface FlatPart {
  readonly kind: PartKind;
  readonly rings: number[][][];
}

/** The parts of a geometry according to JSON.parse, which the reader must find. Positions have x, y, z, m. */
function flat(geometry: unknown): FlatPart[] {
  const { type, coordinates, geometries } = members(geometry);
  const position = (value: unknown): number[] => Array.from({ length: 4 }, (_, index) => Number(list(value)[index] ?? NaN));
  const chain = (value: unknown): number[][] => list(value).map(position);
  const rings = (value: unknown): number[][][] => list(value).map(chain);
  switch (type) {
    case 'Point':
      return [{ kind: PartKind.Point, rings: [[position(coordinates)]] }];
    case 'MultiPoint':
      return [{ kind: PartKind.Point, rings: [chain(coordinates)] }];
    case 'LineString':
      return [{ kind: PartKind.Line, rings: [chain(coordinates)] }];
    case 'MultiLineString':
      return rings(coordinates).map((ring) => ({ kind: PartKind.Line, rings: [ring] }));
    case 'Polygon':
      return [{ kind: PartKind.Polygon, rings: rings(coordinates) }];
    case 'MultiPolygon':
      return list(coordinates).map((part) => ({ kind: PartKind.Polygon, rings: rings(part) }));
    case 'GeometryCollection':
      return list(geometries).flatMap(flat);
    default:
      return [];
  }
}

function flatOf(layer: Layer, feature: number): FlatPart[] {
  return partsOf(layer, feature).map(({ kind, rings }) => ({
    kind,
    rings: rings.map(({ vertices }) => vertices.map(({ from = -1 }) => [layer.xy[2 * from], layer.xy[2 * from + 1], layer.z?.[from] ?? NaN, layer.m?.[from] ?? NaN])),
  }));
}

/** The JSON without the parts that a patch may change. */
function apartFromGeometry(text: string): unknown {
  const root = members(JSON.parse(text));
  return { ...root, features: list(root['features']).map((feature) => ({ ...members(feature), geometry: undefined })) };
}

/** A random change of a feature: vertices moved, dropped, new; rings and parts dropped or new. */
function changed(parts: NewPart[], layer: Layer, choose: (count: number) => number): NewPart[] {
  const number = (): number => (choose(20001) - 10000) / 64 + 0.001;
  const vertex = (): NewVertex => ({ at: [number(), number(), ...(layer.z === null ? [] : [number()]), ...(layer.m === null ? [] : [number()])] });
  const vertices = (old: readonly NewVertex[], kind: PartKind): NewVertex[] =>
    old.flatMap((each, index) => {
      const what = choose(8);
      if (what === 0) return [{ ...each, at: [number(), number()] }];
      if (what === 1 && index > 0) return [];
      return what === 2 && kind !== PartKind.Point ? [each, vertex()] : [each];
    });
  return parts.flatMap((part) => {
    const what = choose(10);
    if (what === 0) return [];
    const rings = part.rings.flatMap((ring, index) => {
      if (index > 0 && choose(6) === 0) return [];
      return choose(3) === 0 ? [ring] : [{ vertices: vertices(ring.vertices, part.kind) }];
    });
    const own = { ...part, rings };
    return what === 1 && part.kind === PartKind.Polygon ? [own, { kind: part.kind, rings: [{ vertices: [vertex(), vertex(), part.rings[0].vertices[0], vertex()] }] }] : [own];
  });
}

describe('a GeoJSON written in any style', () => {
  it('is read as JSON.parse reads it, and comes back untouched', async () => {
    await fc.assert(
      fc.asyncProperty(featureCollection, fc.integer(), fc.constantFrom(1, 5, 64, undefined), async (value, seed, chunk) => {
        const text = written(value, chooser(seed));
        const opened = await openText(text, chunk);
        const layer = opened.layers[0].geometry;
        const features = list(members(JSON.parse(text))['features']);
        expect(layer.featureOffsets.length - 1).toBe(features.length);
        features.forEach((feature, index) => expect(flatOf(layer, index)).toEqual(flat(members(feature)['geometry'])));
        expect(await applied(opened, null)).toBe(text);
      }),
      { numRuns: trials(100) },
    );
  });

  it('holds after a patch exactly the geometry of the patch, and everything else unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(featureCollection, fc.integer(), async (value, seed) => {
        const choose = chooser(seed);
        const text = written(value, choose);
        const opened = await openText(text);
        const layer = opened.layers[0].geometry;
        const changes = new Map<number, NewPart[]>();
        for (let feature = 0; feature + 1 < layer.featureOffsets.length; feature++) {
          const parts = partsOf(layer, feature);
          if (parts.length > 0 && choose(2) === 0) changes.set(feature, changed(parts, layer, choose));
        }
        const patch = patchOf(layer, changes);
        const out = await applied(opened, patch);
        expect(apartFromGeometry(out)).toEqual(apartFromGeometry(text));
        const again = (await openText(out)).layers[0].geometry;
        const before = list(members(JSON.parse(text))['features']);
        const after = list(members(JSON.parse(out))['features']);
        let entry = 0;
        before.forEach((feature, index) => {
          if (changes.has(index)) expect(flatOf(again, index)).toEqual(flatOf(patch.geometry, entry++));
          else expect(after[index]).toEqual(feature);
        });
      }),
      { numRuns: trials(130) },
    );
  });

  it('comes back untouched if a patch changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(featureCollection, fc.integer(), async (value, seed) => {
        const text = written(value, chooser(seed));
        const opened = await openText(text);
        const layer = opened.layers[0].geometry;
        const changes = new Map<number, NewPart[]>();
        for (let feature = 0; feature + 1 < layer.featureOffsets.length; feature++) {
          // Rings without a source are assembled vertex by vertex.
          changes.set(feature, partsOf(layer, feature).map((part) => ({ ...part, rings: part.rings.map(({ vertices }) => ({ vertices })) })));
        }
        expect(await applied(opened, patchOf(layer, changes))).toBe(text);
      }),
      { numRuns: trials(100) },
    );
  });
});
