import { describe, expect, it } from 'vitest';
import { layerOf, polygon } from '../../test/layers.ts';
import type { Ring } from '../../test/layers.ts';
import { FindingList } from '../layer/finding-list.ts';
import { prepare } from '../edges/prepare.ts';
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
