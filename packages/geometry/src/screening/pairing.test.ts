import { describe, expect, it } from 'vitest';
import { diceOf } from '../../test/dice.ts';
import type { Dice } from '../../test/dice.ts';
import { box, layerOf, polygon } from '../../test/layers.ts';
import type { Ring } from '../../test/layers.ts';
import { FindingList } from '../layer/finding-list.ts';
import { prepare } from '../edges/prepare.ts';
import type { PreparedLayer } from '../edges/prepare.ts';
import { featureOfVertex } from '../edges/ring-owners.ts';
import { ODD, OPEN, pairSegments } from './pairing.ts';

/** How many segments of two features are partners, open, or neither. */
function counts(...rings: readonly Ring[]): { pairs: number; open: number; odd: number } {
  const prepared = prepare(layerOf(rings.map((ring) => polygon(ring))), new FindingList());
  const { pairing } = pairSegments(prepared, new Uint8Array(rings.length), null);
  const found = { pairs: 0, open: 0, odd: 0 };
  for (const [segment, partner] of pairing.entries()) {
    if (prepared.next[segment] < 0) continue;
    if (partner === OPEN) found.open++;
    else if (partner === ODD) found.odd++;
    else found.pairs++;
  }
  return found;
}

/** A field with a notch, and the triangle that fills it. */
const NOTCHED: Ring = [[0, 0], [10, 0], [10, 10], [6, 10], [5, 5], [4, 10], [0, 10], [0, 0]];
const FILLING: Ring = [[4, 10], [5, 5], [6, 10], [4, 10]];
const turned = (ring: Ring): Ring[] => Array.from({ length: ring.length - 1 }, (_, from) => [...ring.slice(from, -1), ...ring.slice(0, from + 1)]);

describe('segments of two features that run over each other', () => {
  it('are partners whichever way the rings run and wherever they start', () => {
    for (const ring of [NOTCHED, NOTCHED.toReversed()].flatMap(turned)) {
      for (const other of [FILLING, FILLING.toReversed()].flatMap(turned)) expect(counts(ring, other)).toEqual({ pairs: 4, open: 6, odd: 0 });
    }
  });
});

describe('pairs of a layer', () => {
  it.each([
    ['spread evenly', 1, 1],
    ['in one place of a wide extent', 1e-6, 1],
    ['far from the origin', 1, 1e9],
  ])('are those that a list of all edges has: %s', (_, scale, shift) => {
    for (let seed = 1; seed <= 8; seed++) {
      const dice = diceOf(seed);
      const rings = randomTriangles(dice, scale, shift);
      const prepared = prepare(layerOf(rings.map((ring) => polygon(ring))), new FindingList());
      const isOddHere = new Uint8Array(rings.length);
      const { pairing } = pairSegments(prepared, isOddHere, null);
      const expected = listedPairs(prepared);
      expect([...pairing], `seed ${seed}`).toEqual(expected);
      expect([...isOddHere], `seed ${seed}`).toEqual(rings.map((__, feature) => (expected.some((partner, i) => partner === ODD && featureOfVertex(prepared, i) === feature) ? 1 : 0)));
    }
  });
});

/** Triangles over the points of a lattice, many of which share sides, some more than two at a time; and one far away. */
function randomTriangles(dice: Dice, scale: number, shift: number): Ring[] {
  const at = (): [number, number] => [shift + scale * dice.below(6), shift - scale * dice.below(6)];
  const triangles = Array.from({ length: 120 }, (): Ring => {
    const [a, b, c] = [at(), at(), at()];
    return [a, b, c, a];
  });
  return [...triangles, box(shift + 1000, shift, shift + 1001, shift + 1)];
}

/** For each vertex what `Pairing` says, by a list of the segments over each edge. */
function listedPairs(prepared: PreparedLayer): number[] {
  const { layer: { xy }, next, reversed, ringOfVertex } = prepared;
  const place = (i: number): string => `${xy[2 * i]} ${xy[2 * i + 1]}`;
  const over = new Map<string, number[]>();
  for (const [i, end] of next.entries()) {
    if (end < 0) continue;
    const edge = [place(i), place(end)].sort().join();
    over.set(edge, [...(over.get(edge) ?? []), i]);
  }
  const pairing = Array.from({ length: next.length }, () => OPEN);
  for (const segments of over.values()) {
    const [one, other] = segments;
    const isPair = segments.length === 2 && featureOfVertex(prepared, one) !== featureOfVertex(prepared, other)
      && (place(one) !== place(other)) === (reversed[ringOfVertex[one]] === reversed[ringOfVertex[other]]);
    if (isPair) [pairing[one], pairing[other]] = [other, one];
    else if (segments.length > 1) for (const segment of segments) pairing[segment] = ODD;
  }
  return pairing;
}
