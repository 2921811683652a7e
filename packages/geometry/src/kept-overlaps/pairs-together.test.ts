import { describe, expect, it } from 'vitest';
import { diceOf } from '../../test/dice.ts';
import { at, box, layerOf, multiPolygon, polygon } from '../../test/layers.ts';
import type { Shape } from '../../test/layers.ts';
import { Int32List } from '../arrays/growable.ts';
import { extractFeatures } from '../layer/neighbourhood.ts';
import { featureExtents } from '../layer/feature-extents.ts';
import { commonLand, MOST_PAIRS_A_FEATURE } from './common-land.ts';
import { NearRings } from './near-rings.ts';
import { pairsTogether } from './pairs-together.ts';

const dice = diceOf(133);

/** Boxes of all sizes, every second of them narrow. @param field where they begin */
function boxes(count: number, field: number): Shape[] {
  return Array.from({ length: count }, (_, i) => {
    const [x, y, width, height] = [field * dice.share(), field * dice.share(), (i % 2 === 0 ? 100 : 15) * dice.share() + 1, 60 * dice.share() + 1];
    return polygon(box(x, y, x + width, y + height));
  });
}

/** An island in each of many cells, with a lake in it. */
const archipelago = multiPolygon(...Array.from({ length: 100 }, (_, i) => {
  const [x, y] = [15 * (i % 10), 15 * Math.floor(i / 10)];
  return [box(x, y, x + 12, y + 12), [...box(x + 4, y + 4, x + 8, y + 8)].reverse()];
}));

function pairsOf(count: number): Int32List {
  const pairs = new Int32List();
  for (let feature = 0; feature < count; feature++) {
    for (let other = feature + 1; other < count; other++) for (const member of [feature, other]) pairs.push(member);
  }
  return pairs;
}

describe('pairsTogether', () => {
  const layer = layerOf(boxes(120, 100));
  const extents = featureExtents(layer);
  const found = Array.from(pairsTogether(pairsOf(120), extents));

  it('has each pair once', () => {
    const keys = found.flatMap(({ feature, others }) => others.map((other) => 120 * Math.min(feature, other) + Math.max(feature, other)));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toHaveLength((120 * 119) / 2);
  });

  it('puts no two others together that overlap, and more than two on average', () => {
    const areApart = (one: number, other: number): boolean => [0, 1].some((axis) => at(extents, 4 * one + axis) > at(extents, 4 * other + 2 + axis) || at(extents, 4 * other + axis) > at(extents, 4 * one + 2 + axis));
    for (const { others } of found) for (const [i, one] of others.entries()) for (const other of others.slice(i + 1)) expect(areApart(one, other)).toBe(true);
    expect((120 * 119) / 2 / found.length).toBeGreaterThan(2);
  });
});

describe('NearRings', () => {
  it('leaves out islands and lakes that come near no other feature, and keeps the shell of a hole that does', () => {
    const inLake = polygon(box(4.5, 4.5, 5, 5));
    const { ringOffsets, partOffsets } = new NearRings(layerOf([archipelago, inLake])).extract(Int32Array.of(0, 1));
    expect([partOffsets.length - 1, ringOffsets.length - 1]).toEqual([2, 3]);
    const inIsland = polygon(box(16, 1, 17, 2));
    expect(new NearRings(layerOf([archipelago, inIsland])).extract(Int32Array.of(0, 1)).ringOffsets).toHaveLength(3);
    const strayHole = polygon(box(0, 0, 5, 5), box(20, 0, 25, 5));
    expect(new NearRings(layerOf([strayHole, polygon(box(21, 1, 22, 2))])).extract(Int32Array.of(0, 1)).ringOffsets).toHaveLength(4);
  });
});

describe('the land that features of a dense layer share', () => {
  it('is that of each two alone, also of a feature with many islands and lakes', () => {
    const shapes = [archipelago, ...boxes(80, 10)];
    const layer = layerOf(shapes);
    const lands = commonLand(layer, { kind: 'planar' });
    expect(lands.length).toBeGreaterThan(MOST_PAIRS_A_FEATURE * shapes.length);
    const pairs = pairsOf(shapes.length);
    const alone = [];
    for (let i = 0; i < pairs.length; i += 2) {
      const two = Int32Array.of(at(pairs.data, i), at(pairs.data, i + 1));
      for (const land of commonLand(extractFeatures(layer, two).layer, { kind: 'planar' })) alone.push({ ...land, feature: at(two, land.feature), other: at(two, land.other) });
    }
    expect(lands.map(({ feature, other }) => [feature, other])).toEqual(alone.map(({ feature, other }) => [feature, other]));
    for (const [i, { area, perimeter, featureArea, otherArea }] of lands.entries()) {
      const other = alone[i] ?? expect.fail('no such pair');
      expect(area).toBeCloseTo(other.area, 8);
      expect(perimeter).toBeCloseTo(other.perimeter, 8);
      expect(featureArea).toBeCloseTo(other.featureArea, 6);
      expect(otherArea).toBeCloseTo(other.otherArea, 6);
    }
  });
});
