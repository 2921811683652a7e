import { describe, expect, it } from 'vitest';
import { trials } from '../../../../testing/trials.ts';
import { diceOf } from '../../test/dice.ts';
import type { Dice } from '../../test/dice.ts';
import { largestCircle } from '../../test/geos.ts';
import { box } from '../../test/layers.ts';
import type { Ring } from '../../test/layers.ts';
import { edgesOf } from '../../test/rings.ts';
import { fitsCircle } from './inscribed-circle.ts';

const outlineOf = (rings: readonly Ring[]): Float64Array => Float64Array.from(edgesOf(rings).flatMap(([[ax = 0, ay = 0], [bx = 0, by = 0]]) => [ax, ay, bx, by]));
const closed = (ring: Ring): Ring => [...ring, ...ring.slice(0, 1)];

/** Stars with bays and spikes, some of them elongated, some with a hole. */
function star(dice: Dice): Ring[] {
  const corners = 3 + dice.below(40);
  const long = dice.pick([1, 1, 7, 60]);
  const turn = 2 * Math.PI * dice.share();
  const around = (radius: () => number): Ring =>
    closed(Array.from({ length: corners }, (_, i) => {
      const [angle, far] = [((i + 0.8 * dice.share()) / corners) * 2 * Math.PI, radius()];
      const [x, y] = [long * far * Math.cos(angle), far * Math.sin(angle)];
      return [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn)];
    }));
  const shell = around(() => 0.3 + 0.7 * dice.share());
  return dice.chance(0.3) ? [shell, around(() => 0.05 + 0.1 * dice.share())] : [shell];
}

describe('fitsCircle', () => {
  it('agrees with the largest inscribed circle of GEOS', () => {
    const different: string[] = [];
    for (let seed = 1; seed <= trials(130); seed++) {
      const rings = star(diceOf(seed));
      const width = largestCircle([rings], 1e-5);
      const outline = outlineOf(rings);
      if (!fitsCircle(outline, 0.999 * width)) different.push(`seed ${seed}: one of ${0.999 * width} should fit`);
      if (fitsCircle(outline, 1.001 * width)) different.push(`seed ${seed}: none of ${1.001 * width} should fit`);
    }
    expect(different).toEqual([]);
  });

  it('tells a square as wide as its side, a triangle as wide as its inner circle, and a pond by its own width', () => {
    expect([fitsCircle(outlineOf([box(0, 0, 40, 40)]), 39.9), fitsCircle(outlineOf([box(0, 0, 40, 40)]), 40.1)]).toEqual([true, false]);
    const triangle = outlineOf([closed([[0, 0], [3, 0], [0, 4]])]);
    expect([fitsCircle(triangle, 1.99), fitsCircle(triangle, 2.01)]).toEqual([true, false]);
    const pond = outlineOf([closed([[200, 500], [800, 500], [800, 480], [840, 480], [840, 520], [800, 520], [800, 500.5]])]);
    expect([fitsCircle(pond, 39.9), fitsCircle(pond, 40.1)]).toEqual([true, false]);
  });

  it('gives a strip up that is far too long for its width, instead of listing its squares', () => {
    const strip = (length: number): Float64Array => outlineOf([closed([[0, 0], [length, 0], [length - 1, 0.3], [5.2, 0.3], [5.2, 3], [5, 3], [5, 0.3], [0, 0.3]])]);
    expect([1e3, 1e13, 1e80].map((length) => fitsCircle(strip(length), 0.9))).toEqual([false, true, true]);
  });
});
