import { PartKind, type Layer } from '@geoinsights/geometry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kmlDriver } from './index.ts';
import { applyBytes, featureShape, keepPart, openBytes, patchOf, verticesOf, type PatchPart, type PatchVertex } from './test/patching.ts';

/** Possible layouts of a document; `%` marks where white space may be. */
const layout = fc.record({
  space: fc.constantFrom('', ' ', '\n  ', '\r\n\t'),
  tuples: fc.constantFrom(' ', '\n', '  ', ' <!-- c --> '),
  edge: fc.constantFrom('', '\n    ', ' '),
  section: fc.constantFrom('none', 'whole', 'middle'),
  prefix: fc.constantFrom('', 'k:'),
  altitude: fc.boolean(),
  joined: fc.boolean(),
});
type Layout = typeof layout extends fc.Arbitrary<infer Value> ? Value : never;

/** Numbers of holes of the polygons of each placemark; -1 is a line. Several of them form a MultiGeometry. */
const document = fc.array(fc.array(fc.integer({ min: -1, max: 3 }), { maxLength: 3 }), { minLength: 1, maxLength: 4 });

function write(placemarks: readonly (readonly number[])[], { space, tuples, edge, section, prefix, altitude, joined }: Layout): string {
  let count = 0;
  const tag = (name: string, content: string): string => `<${prefix}${name}>${space}${content}${space}</${prefix}${name}>`;
  const ring = (): string => {
    const base = ++count;
    const spelt = [0, 1, 2, 3, 0].map((i) => `${base}.${i}0,${i * i}.0${altitude ? ',5.0' : ''}`);
    if (section === 'middle') spelt[2] = `<![CDATA[${spelt[2]}]]>`;
    const text = spelt.join(tuples);
    return `<${prefix}LinearRing><${prefix}coordinates>${edge}${section === 'whole' && !tuples.includes('<') ? `<![CDATA[${text}]]>` : text}${edge}</${prefix}coordinates></${prefix}LinearRing>`;
  };
  const geometry = (holes: number): string => {
    if (holes < 0) return ring();
    const inner = Array.from({ length: holes }, ring);
    const inners = joined && holes > 0 ? tag('innerBoundaryIs', inner.join(space)) : inner.map((hole) => tag('innerBoundaryIs', hole)).join(space);
    return `<${prefix}Polygon id="g${++count}">${space}<${prefix}tessellate>1</${prefix}tessellate>${space}${tag('outerBoundaryIs', ring())}${inners}${space}</${prefix}Polygon>`;
  };
  const content = placemarks.map((parts) => tag('Placemark', parts.length > 1 ? tag('MultiGeometry', parts.map(geometry).join(space)) : parts.map(geometry).join(''))).join(space);
  return `<${prefix}kml xmlns${prefix === '' ? '' : ':k'}="http://www.opengis.net/kml/2.2">${space}${content}${space}</${prefix}kml>`;
}

interface Ring {
  source: number;
  vertices: readonly PatchVertex[];
}

/** A random change of a feature, as the kernel might return it. Numbers are drawn from `dice`, values in [0, 1). */
function changed(layer: Layer, feature: number, dice: () => number): PatchPart[] {
  const parts: PatchPart[] = [];
  const fresh = (): PatchPart['rings'][number] => ({
    source: -1,
    vertices: [0, 1, 2, 0].map((i): PatchVertex => {
      const [x, y] = [100 + i + dice(), -i * 1e-7 * dice()];
      return layer.z === null ? [x, y, -1] : [x, y, -1, 2.5];
    }),
  });
  for (let part = layer.featureOffsets[feature]; part < layer.featureOffsets[feature + 1]; part++) {
    if (dice() < 0.2) continue;
    const old = keepPart(layer, part);
    const [shell, ...holes] = old.rings.map((ring): Ring => {
      if (dice() < 0.5) return { ...ring };
      const vertices = ring.vertices.flatMap((vertex): PatchVertex[] => {
        const [x, y, from, z] = vertex;
        const roll = dice();
        if (roll < 0.15) return [];
        if (roll < 0.3) return [z === undefined ? [x + 0.5, y, from] : [x + 0.5, y, from, z]];
        return roll < 0.45 ? [vertex, z === undefined ? [x + 0.25, y, -1] : [x + 0.25, y, -1, z]] : [vertex];
      });
      return vertices.length < 2 ? { ...ring } : { source: -1, vertices };
    });
    // Part of another ring, as when rings are united.
    const first = layer.partOffsets[layer.featureOffsets[feature]];
    const last = layer.partOffsets[layer.featureOffsets[feature + 1]];
    if (dice() < 0.3) Object.assign(shell, { source: -1, vertices: [...shell.vertices, ...verticesOf(layer, first + Math.floor(dice() * (last - first))).slice(0, 1 + Math.floor(dice() * 5))] });
    const kept = holes.filter(() => dice() < 0.7);
    if (old.kind === PartKind.Polygon && dice() < 0.4) kept.push(fresh());
    parts.push({ ...old, rings: [shell, ...kept] });
    if (old.kind === PartKind.Polygon && dice() < 0.3) parts.push({ source: -1, rings: dice() < 0.5 ? [fresh()] : [fresh(), fresh()] });
  }
  return parts;
}

/** Numbers in [0, 1) that only depend on the seed (mulberry32). */
function diceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    const twice = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((twice ^ (twice >>> 14)) >>> 0) / 4294967296;
  };
}

describe('any patch', () => {
  it('is what a reader finds in the result; other placemarks keep their bytes; a patch without changes gives the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(document, layout, fc.integer(), async (placemarks, style, seed) => {
        const dice = diceOf(seed);
        const source = write(placemarks, style);
        const bytes = new TextEncoder().encode(source);
        const opened = await openBytes(kmlDriver, bytes);
        const [{ geometry }] = opened.layers;
        expect(Buffer.from(await applyBytes(opened, [null])).equals(bytes)).toBe(true);
        const features = placemarks.map((_, i) => i).filter((i) => placemarks[i].length > 0 && dice() < 0.7);
        const patch = patchOf(features.map((feature) => ({ feature, parts: changed(geometry, feature, dice) })));
        const result = new TextDecoder().decode(await applyBytes(opened, [patch]));
        const again = (await openBytes(kmlDriver, new TextEncoder().encode(result))).layers[0].geometry;
        for (const feature of placemarks.keys()) {
          const entry = features.indexOf(feature);
          expect(featureShape(again, feature)).toEqual(entry < 0 ? featureShape(geometry, feature) : featureShape(patch.geometry, entry));
        }
        const pieces = (text: string): string[] => text.split(/(?<=<\/(?:k:)?Placemark>)/);
        for (const [i, piece] of pieces(source).entries()) if (!features.includes(i)) expect(pieces(result)[i]).toBe(piece);
        expect(result.split('g1"').length).toBeLessThanOrEqual(source.split('g1"').length);
      }),
      { numRuns: 800, seed: 21 },
    );
  });
});
