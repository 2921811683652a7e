import { describe, expect, it } from 'vitest';
import { diceOf } from '../../test/dice.ts';
import { ChangedCells } from './changed-cells.ts';

describe('the cells near changed segments', () => {
  it('miss no segment within reach of a box, and none is near most boxes', () => {
    const dice = diceOf(4);
    const random = (): number => dice.share();
    const segments: number[] = [];
    for (let i = 0; i < 60; i++) {
      const [x, y] = [1000 * random(), 500 * random()];
      segments.push(x, y, x + 20 * random() - 10, y + 20 * random() - 10);
    }
    const [reachX, reachY] = [3, 2];
    const cells = new ChangedCells(segments, reachX, reachY);
    let [near, looked] = [0, 0];
    for (let i = 0; i < 4000; i++) {
      const [x, y] = [1200 * random() - 100, 700 * random() - 100];
      const [width, height] = i % 2 === 0 ? [0, 0] : [40 * random(), 40 * random()];
      const isNear = isAnyWithin(segments, [x - reachX, y - reachY, x + width + reachX, y + height + reachY]);
      const mayMeet = cells.mayMeet(x, y, x + width, y + height);
      if (isNear) expect(mayMeet).toBe(true);
      near += isNear ? 1 : 0;
      looked += mayMeet ? 1 : 0;
    }
    expect(near).toBeGreaterThan(100);
    expect(looked).toBeLessThan(3 * near);
  });

  it('are none without segments', () => {
    expect(new ChangedCells([], 1, 1).mayMeet(0, 0, 1, 1)).toBe(false);
  });
});

/** Whether the extent of a segment meets a box. */
function isAnyWithin(segments: readonly number[], [minX, minY, maxX, maxY]: readonly [number, number, number, number]): boolean {
  for (let i = 0; i < segments.length; i += 4) {
    const [ax, ay, bx, by] = [segments[i], segments[i + 1], segments[i + 2], segments[i + 3]];
    if (Math.max(ax, bx) >= minX && Math.min(ax, bx) <= maxX && Math.max(ay, by) >= minY && Math.min(ay, by) <= maxY) return true;
  }
  return false;
}
