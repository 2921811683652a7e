import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { layerOfParts, rectangle } from '../../test/local-layer.fixture.ts';
import type { Part } from '../../test/local-layer.fixture.ts';
import { Drawing } from './draw.ts';
import { findFeatures } from './find.ts';
import { openLocalLayer } from './open.ts';
import type { LocalLayer } from './open.ts';
import type { View } from './placement.ts';
import { writeLocalLayer } from './write.ts';

const HALF_WORLD = Math.PI * 6_378_137;
const WORLD: View = { width: 256, height: 256, plane: 'mercator', west: -HALF_WORLD, south: -HALF_WORLD, east: HALF_WORLD, north: HALF_WORLD };
const DEGREES: View = { width: 360, height: 180, plane: 'geographic', west: -180, south: -90, east: 180, north: 90 };

let folder = '';
const opened: LocalLayer[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'local-layer-'));
});
afterEach(async () => {
  for (const layer of opened.splice(0)) layer.close();
  await rm(folder, { recursive: true, force: true });
});

async function published(features: readonly (readonly Part[])[]): Promise<LocalLayer> {
  const place = path.join(folder, `layer-${String(opened.length)}`);
  await writeLocalLayer(place, { geometry: layerOfParts(features), attributes: (feature) => ({ number: feature, odd: NaN }), label: (feature) => `Feature ${String(feature)}` });
  const layer = await openLocalLayer(place);
  opened.push(layer);
  return layer;
}

/** Coverage of pixels, by column and row. */
function look(layer: LocalLayer, view: View) {
  const picture = new Drawing(view.width, view.height).draw(layer, view);
  return {
    fill: (column: number, row: number) => picture.fill[row * view.width + column] ?? NaN,
    stroke: (column: number, row: number) => picture.stroke[row * view.width + column] ?? NaN,
    filled: picture.fill.reduce((sum, share) => sum + share, 0),
    stroked: picture.stroke.reduce((sum, share) => sum + share, 0),
  };
}

describe('a small layer', () => {
  it('fills polygons but not their holes, and strokes both', async () => {
    const layer = await published([[{ kind: 'polygon', rings: [rectangle(10, 10, 50, 50), rectangle(20, 20, 30, 30)] }]]);
    const { fill, stroke, filled } = look(layer, DEGREES);
    expect(filled).toBeCloseTo(40 * 40 - 10 * 10, 0);
    expect(fill(180 + 15, 90 - 15)).toBeCloseTo(1, 4);
    expect(fill(180 + 25, 90 - 25)).toBeCloseTo(0, 6);
    expect(fill(180 + 5, 90 - 15)).toBeCloseTo(0, 6);
    expect(stroke(180 + 10, 90 - 30)).toBeCloseTo(0.5, 2);
    expect(stroke(180 + 20, 90 - 25)).toBeCloseTo(0.5, 2);
    expect(stroke(180 + 15, 90 - 15)).toBeCloseTo(0, 6);
  });

  it.each([
    ['inside of it', 19, 19, 21, 21, 1, 0],
    ['over its left border', 9, 19, 11, 21, 0.5, 1],
    ['over its right border', 49, 19, 51, 21, 0.5, 1],
    ['over its upper border', 19, 49, 21, 51, 0.5, 1],
    ['over its lower border', 19, 9, 21, 11, 0.5, 1],
    ['over a corner', 49, 49, 51, 51, 0.25, 1],
    ['to the right of it', 52, 19, 54, 21, 0, 0],
  ])('draws a polygon much larger than the picture: %s', async (_place, west, south, east, north, filled, borders) => {
    // Many vertices, most of them far from the picture.
    const ring = rectangle(10, 10, 50, 50).flatMap(([x, y], i, corners) => {
      const [toX, toY] = corners[i + 1] ?? [x, y];
      return Array.from({ length: 50 }, (_, step): [number, number] => [x + ((toX - x) * step) / 50, y + ((toY - y) * step) / 50]);
    });
    const layer = await published([[{ kind: 'polygon', rings: [ring] }]]);
    const side = 64;
    const seen = look(layer, { width: side, height: side, plane: 'geographic', west, south, east, north });
    expect(seen.filled / side ** 2).toBeCloseTo(filled, 2);
    expect(seen.stroked / side).toBeCloseTo(borders, 1);
  });

  it('shows the same place in both planes', async () => {
    const layer = await published([[{ kind: 'polygon', rings: [rectangle(-60, -20, -50, -10)] }]]);
    const size = (2 * HALF_WORLD) / 256;
    const x = (degrees: number) => Math.floor(((degrees / 180) * HALF_WORLD + HALF_WORLD) / size);
    const y = (degrees: number) => Math.floor((HALF_WORLD - 6_378_137 * Math.atanh(Math.sin((degrees * Math.PI) / 180))) / size);
    const { fill } = look(layer, WORLD);
    expect(fill(x(-55), y(-15))).toBeCloseTo(1, 4);
    expect(fill(x(-55), y(-25))).toBeCloseTo(0, 6);
    expect(fill(x(-65), y(-15))).toBeCloseTo(0, 6);
  });

  it('strokes lines, and gives points a disc', async () => {
    const layer = await published([[{ kind: 'line', vertices: [[-100, 40.5], [-60, 40.5]] }], [{ kind: 'points', vertices: [[0.5, 0.5], [100.5, -30.5]] }]]);
    const { fill, stroke, filled } = look(layer, DEGREES);
    expect(stroke(100, 49)).toBeCloseTo(1, 2);
    expect(fill(100, 49)).toBeCloseTo(0, 6);
    expect(fill(180, 89)).toBe(1);
    expect(fill(280, 120)).toBe(1);
    expect(filled).toBeGreaterThan(60);
  });

  it('continues beyond the antimeridian', async () => {
    const layer = await published([[{ kind: 'polygon', rings: [rectangle(170, 0, 190, 10)] }]]);
    const { fill } = look(layer, DEGREES);
    expect(fill(355, 85)).toBeCloseTo(1, 4);
    expect(fill(5, 85)).toBeCloseTo(1, 4);
    expect(fill(15, 85)).toBeCloseTo(0, 6);
    expect(layer.extent).toEqual([-180, expect.closeTo(0, 5), 180, expect.closeTo(10, 5)]);
  });

  it('strokes a border of two neighbours once', async () => {
    const alone = await published([[{ kind: 'polygon', rings: [rectangle(0, 0, 40, 40)] }]]);
    const pair = await published([[{ kind: 'polygon', rings: [rectangle(0, 0, 40, 40)] }], [{ kind: 'polygon', rings: [rectangle(0, 0, 40, 40).reverse()] }]]);
    expect(look(pair, DEGREES).stroked).toBeCloseTo(look(alone, DEGREES).stroked, 3);
  });

  it('accepts invalid numbers, no area and no features', async () => {
    const layer = await published([
      [],
      [{ kind: 'polygon', rings: [[[NaN, 1], [2, Infinity]]] }],
      [{ kind: 'polygon', rings: [[[5, 5], [5, 5], [5, 5]]] }],
      [{ kind: 'line', vertices: [[1, 1]] }],
      [{ kind: 'points', vertices: [] }],
    ]);
    expect(look(layer, DEGREES).filled).toBe(0);
    expect(layer.attributesOf(0)).toEqual({ label: 'Feature 0', attributes: { number: 0, odd: null } });
    expect((await published([])).extent).toBeNull();
  });
});

describe('a large layer', () => {
  /** A coverage of 200 × 100 cells of a tenth of a degree, each with many vertices. */
  const cells = Array.from({ length: 20_000 }, (_, i): Part[] => {
    const west = -60 + 0.1 * (i % 200);
    const south = -20 + 0.1 * Math.floor(i / 200);
    const ring: [number, number][] = [];
    for (let k = 0; k < 10; k++) ring.push([west + 0.01 * k, south]);
    for (let k = 0; k < 10; k++) ring.push([west + 0.1, south + 0.01 * k]);
    for (let k = 0; k < 10; k++) ring.push([west + 0.1 - 0.01 * k, south + 0.1]);
    for (let k = 0; k <= 10; k++) ring.push([west, south + 0.1 - 0.01 * k]);
    return [{ kind: 'polygon', rings: [ring] }];
  });

  it('keeps all its land at every zoom and in other planes, without a gap between cells', async () => {
    const layer = await published(cells);
    const whole = await published([[{ kind: 'polygon', rings: [rectangle(-60, -20, -40, -10)] }]]);
    expect((await readdir(path.join(folder, 'layer-0'))).filter((name) => /^level-\d/.test(name)).length).toBeGreaterThan(3);
    for (let zoom = 0; zoom <= 9; zoom++) {
      const span = (2 * HALF_WORLD) / 2 ** zoom;
      const column = Math.floor((-50 / 360 + 0.5) * 2 ** zoom);
      const row = Math.floor(2 ** zoom * (0.5 + Math.atanh(Math.sin((15 * Math.PI) / 180)) / (2 * Math.PI)));
      const view: View = { width: 256, height: 256, plane: 'mercator', west: column * span - HALF_WORLD, east: (column + 1) * span - HALF_WORLD, north: HALF_WORLD - row * span, south: HALF_WORLD - (row + 1) * span };
      const picture = look(layer, view);
      const exact = look(whole, view);
      expect(picture.filled / exact.filled, `zoom ${String(zoom)}`).toBeCloseTo(1, zoom < 3 ? 0 : 1);
      for (let at = 0; at < 256; at += 5) {
        for (let across = 0; across < 256; across += 5) if (exact.fill(at, across) === 1) expect(picture.fill(at, across), `zoom ${String(zoom)}`).toBeGreaterThan(0.8);
      }
    }
    // An overview.
    const view: View = { width: 130, height: 90, plane: 'geographic', west: -65, south: -25, east: -35, north: -5 };
    const { filled, fill } = look(layer, view);
    expect(filled / (20 * (130 / 30) * 10 * (90 / 20))).toBeCloseTo(1, 1);
    expect(fill(65, 45)).toBeGreaterThan(0.95);
    expect(fill(5, 45)).toBeCloseTo(0, 6);
  });
});

describe('a picture with two pixels along one of the usual size', () => {
  const DENSE: View = { ...DEGREES, width: 720, height: 360, density: 2 };

  it('shows strokes and dots as large as the usual one', async () => {
    const layer = await published([
      [{ kind: 'points', vertices: [[-20, -20]] }],
      [{ kind: 'line', vertices: [[-50, 0], [-50, 50]] }],
      [{ kind: 'polygon', rings: [rectangle(0, 0, 40, 40)] }],
      // Its disc reaches into the picture, its place does not.
      [{ kind: 'points', vertices: [[-180 - 3, 0]] }],
    ]);
    const usual = look(layer, DEGREES);
    const dense = look(layer, DENSE);
    expect(dense.stroked / 4 / usual.stroked).toBeCloseTo(1, 1);
    const across = (picture: typeof usual, pixels: number, row: number) => Array.from({ length: 20 * pixels }, (_, i) => picture.stroke(120 * pixels + i, row)).reduce((sum, share) => sum + share, 0);
    expect([across(usual, 1, 70), across(dense, 2, 140)].map((width) => Math.round(width * 10) / 10)).toEqual([1.6, 3.2]);
    const disc = (picture: typeof usual, pixels: number) => Array.from({ length: 20 * pixels }, (_, i) => picture.fill(150 * pixels + i, 110 * pixels)).reduce((sum, share) => sum + share, 0);
    expect(disc(dense, 2) / disc(usual, 1)).toBeCloseTo(2, 0);
    expect(dense.stroke(1, 180)).toBeGreaterThan(0);
  });

  it('shows parts that are smaller than a pixel with as much stroke', async () => {
    // Enough of them for overviews.
    const parts = Array.from({ length: 1200 }, (_, i): Part[] => {
      const [x, y] = [3 * (i % 40) + 3, 2 * Math.floor(i / 40) + 2];
      return [{ kind: 'polygon', rings: [rectangle(x, y, x + 0.05, y + 0.05)] }];
    });
    const layer = await published(parts);
    const view: View = { ...WORLD, west: 0, south: 0 };
    expect(look(layer, { ...view, density: 2 }).stroked / look(layer, view).stroked).toBeCloseTo(2, 1);
  });

  it('finds what is as near as in the usual one', async () => {
    const layer = await published([[{ kind: 'points', vertices: [[-20, -20]] }]]);
    expect(findFeatures(layer, DENSE, 2 * 163, 2 * 110, 10)).toEqual([0]);
    expect(findFeatures(layer, DENSE, 2 * 165, 2 * 110, 10)).toEqual([]);
  });
});

describe('asking for the features at a place in the picture', () => {
  it('finds the polygon that contains the place before what is near, and nothing in holes', async () => {
    const layer = await published([
      [{ kind: 'polygon', rings: [rectangle(0, 0, 40, 40), rectangle(10, 10, 30, 30)] }],
      [{ kind: 'polygon', rings: [rectangle(5, 5, 50, 50)] }],
      [{ kind: 'points', vertices: [[-20, -20]] }],
      [{ kind: 'line', vertices: [[-50, 0], [-50, 50]] }],
    ]);
    const at = (longitude: number, latitude: number, count = 10) => findFeatures(layer, DEGREES, 180 + longitude, 90 - latitude, count);
    expect(at(20, 20)).toEqual([1]);
    expect(at(7.5, 7.5)).toEqual([0, 1]);
    expect(at(7.5, 7.5, 1)).toEqual([0]);
    expect(at(-18, -20)).toEqual([2]);
    expect(at(-47, 30)).toEqual([3]);
    expect(at(-30, 30)).toEqual([]);
    expect(at(180, 20)).toEqual([]);
  });
});

describe('writing a layer', () => {
  it('leaves nothing behind when it fails', async () => {
    const place = path.join(folder, 'broken');
    const source = { geometry: layerOfParts([[{ kind: 'points', vertices: [[1, 1]] }]]), attributes: () => { throw new Error('no attributes'); } };
    await expect(writeLocalLayer(place, source)).rejects.toThrow('no attributes');
    expect(existsSync(place)).toBe(false);
    expect(await readdir(folder)).toEqual([]);
  });

  it('reports progress up to the end', async () => {
    const shares: number[] = [];
    await writeLocalLayer(path.join(folder, 'told'), { geometry: layerOfParts([[{ kind: 'points', vertices: [[1, 1]] }]]), attributes: () => ({}) }, (share) => shares.push(share));
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });
});
