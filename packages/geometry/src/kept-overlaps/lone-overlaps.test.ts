import { describe, expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../testing/growth.ts';
import { diceOf } from '../../test/dice.ts';
import { at } from '../../test/layers.ts';
import { Ground } from '../ground.ts';
import type { CommonLand } from './common-land.ts';
import { loneOverlaps } from './lone-overlaps.ts';

const PLANAR = new Ground({ kind: 'planar' });

/** A tenth of the smaller feature, unless told otherwise. */
function landOf(feature: number, other: number, extent: CommonLand['extent'], area = 0.1): CommonLand {
  return { feature, other, area, perimeter: 1, featureArea: 1, otherArea: 1, x: extent[0], y: extent[1], extent };
}

describe('the overlaps between neighbours', () => {
  it('are those that take half of the smaller feature at most, and near which neither feature has another one', () => {
    const dice = diceOf(1);
    for (let trial = 0; trial < 200; trial++) {
      const reach = dice.share();
      const lands = Array.from({ length: 80 }, () => {
        const [x, y] = [50 * dice.share(), 50 * dice.share()];
        return landOf(Math.floor(4 * dice.share() ** 2), 4 + Math.floor(8 * dice.share()), [x, y, x + 3 * dice.share(), y + 3 * dice.share()], dice.share());
      });
      const areNear = (p: CommonLand, q: CommonLand): boolean => [0, 1].every((axis) => at(p.extent, axis) <= at(q.extent, axis + 2) + reach && at(q.extent, axis) <= at(p.extent, axis + 2) + reach);
      const isLone = (land: CommonLand): boolean => land.area <= 1 / 2 && lands.every((other) => other === land || (other.feature !== land.feature && other.other !== land.other) || !areNear(land, other));
      const lone = loneOverlaps(lands, { snapDistance: reach, maxGapWidth: 0, unit: 'metre' }, PLANAR);
      expect(lands.filter((land) => lone.has(land))).toEqual(lands.filter(isLone));
    }
  });

  it('are found in proportion to their number, also of one feature that thousands overlap along a line', async () => {
    const count = 12_000;
    const growth = await growthOf((share) => {
      const lands = Array.from({ length: count * share }, (_, i) => landOf(0, i + 1, [0, 2 * i, 1, 2 * i + 1]));
      expect(loneOverlaps(lands, { snapDistance: 0.1, maxGapWidth: 0.1, unit: 'metre' }, PLANAR).size).toBe(lands.length);
      return Promise.resolve();
    });
    expect(growth).toBeLessThan(IN_PROPORTION);
  });
});
