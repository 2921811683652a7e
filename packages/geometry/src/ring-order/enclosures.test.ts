import { describe, expect, it } from 'vitest';
import { diceOf } from '../../test/dice.ts';
import type { Dice } from '../../test/dice.ts';
import { at, box, layerOf, polygon } from '../../test/layers.ts';
import { enclosuresOf } from './enclosures.ts';

const SIDE = 7;

type Corners = readonly [number, number, number, number];

function anyCorners(dice: Dice): Corners {
  const [x, y] = [dice.below(SIDE), dice.below(SIDE)];
  return [x, y, x + 1 + dice.below(SIDE - x), y + 1 + dice.below(SIDE - y)];
}

const covers = ([x0, y0, x1, y1]: Corners, [a0, b0, a1, b1]: Corners): boolean => x0 <= a0 && y0 <= b0 && x1 >= a1 && y1 >= b1;

describe('enclosuresOf', () => {
  it('tells which boxes of a part cover which, those that cross, that share borders, and copies among them, also beneath boxes of other features', () => {
    const dice = diceOf(7);
    let [crossing, within] = [0, 0];
    for (let trial = 0; trial < 100; trial++) {
      const parts = Array.from({ length: 1 + dice.below(3) }, () => {
        const boxes = Array.from({ length: 1 + dice.below(10) }, () => anyCorners(dice));
        return [...boxes, ...boxes.filter(() => dice.chance(0.3))];
      });
      const layer = layerOf(parts.map((boxes) => polygon(...boxes.map((corners) => (dice.chance(0.5) ? box(...corners) : box(...corners).toReversed())))));
      const enclosures = enclosuresOf(layer, { kind: 'planar' });
      let first = 0;
      for (const boxes of parts) {
        const expected = boxes.map((corners) => boxes.flatMap((other, i) => (other !== corners && covers(other, corners) ? [first + i] : [])));
        boxes.forEach((corners, i) => {
          const copies = boxes.flatMap((other, k) => (k !== i && String(other) === String(corners) ? [first + k] : []));
          const around = [...new Set([...at(expected, i), ...copies])].sort((p, q) => p - q);
          expect(enclosures?.covering(first + i)).toEqual(around);
          expect(around.filter((ring) => enclosures?.areEqual(ring, first + i) === true)).toEqual(copies);
          expect(around.filter((ring) => enclosures?.contains(ring, first + i) === true)).toEqual(around.filter((ring) => !copies.includes(ring)));
          const alike = enclosures?.firstAlike(first + i) ?? -1;
          expect([first + i, ...copies]).toContain(alike);
          within += around.length;
          crossing += boxes.filter((other) => !covers(other, corners) && !covers(corners, other)).length;
        });
        first += boxes.length;
      }
    }
    expect(Math.min(crossing, within)).toBeGreaterThan(500);
  });

  it('knows copies from each other without comparing them two by two, whichever way they run', () => {
    const copies = polygon(...Array.from({ length: 9 }, (_, i) => (i % 2 === 0 ? box(0, 0, 4, 4) : box(0, 0, 4, 4).toReversed())));
    const enclosures = enclosuresOf(layerOf([copies]), { kind: 'planar' });
    expect(Array.from({ length: 9 }, (_, ring) => enclosures?.firstAlike(ring))).toEqual(Array.from({ length: 9 }, () => 0));
  });
});
