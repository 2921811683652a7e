import { describe, expect, it } from 'vitest';
import { diceOf } from '../../test/dice.ts';
import { InsideTest } from './inside-test.ts';

/** Corners around the origin at random distances, so that a ray meets many of the borders between them. */
function outlineOf(corners: number, share: () => number): Float64Array {
  const points = Array.from({ length: corners }, (_, i) => {
    const [angle, far] = [(i / corners) * 2 * Math.PI, 0.2 + 0.8 * share()];
    // Few heights, so that corners lie at the height of points and of bands.
    return [far * Math.cos(angle), Math.round(16 * far * Math.sin(angle)) / 16];
  });
  return Float64Array.from(points.flatMap((point, i) => [...point, ...points[(i + 1) % corners]]));
}

/** By all segments, one after the other. */
function isInside(outline: Float64Array, x: number, y: number): boolean {
  let crossings = 0;
  for (let i = 0; i < outline.length; i += 4) {
    const [ax, ay, bx, by] = outline.subarray(i, i + 4);
    if (ay > y !== by > y && ax + ((y - ay) / (by - ay)) * (bx - ax) < x) crossings++;
  }
  return crossings % 2 === 1;
}

describe('InsideTest', () => {
  it.each([3, 23, 24, 200, 3000])('tells the same of an outline of %i segments as going through all of them', (corners) => {
    const dice = diceOf(corners);
    const outline = outlineOf(corners, () => dice.share());
    const inside = new InsideTest(outline);
    const different: string[] = [];
    let [within, beyond] = [0, 0];
    for (let i = 0; i < 1000; i++) {
      const [x, y] = [2.4 * dice.share() - 1.2, Math.round(32 * (2.4 * dice.share() - 1.2)) / 32];
      const expected = isInside(outline, x, y);
      if (expected) within++;
      else beyond++;
      if (inside.has(x, y) !== expected) different.push(`${x} ${y}`);
    }
    expect(different).toEqual([]);
    expect(Math.min(within, beyond)).toBeGreaterThan(50);
  });

  it('knows nothing to be inside of an outline without height', () => {
    const flat = Float64Array.from(Array.from({ length: 30 }, (_, i) => [i, 5, i + 1, 5]).flat());
    const inside = new InsideTest(flat);
    expect([inside.has(40, 5), inside.has(40, 4), inside.has(40, 6)]).toEqual([false, false, false]);
  });
});
