import { expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../testing/growth.ts';
import { layerOf, polygon } from '../../test/layers.ts';
import { dropNearDuplicates } from './drop-near-duplicates.ts';

const OPTIONS = { units: { kind: 'planar' }, overlaps: 'fix', gaps: 'fix', shellWinding: 'counter-clockwise' } as const;

it('which way rings run decides nothing where copies lie just the snap distance apart', () => {
  const swath = [[6.65, -13.64], [7.61, -13.35], [-1.26, 15.31], [-2.21, 15.02], [6.65, -13.64]] as const;
  const copy = [[6.66, -13.64], [7.62, -13.35], [-1.25, 15.31], [-2.21, 15.02], [6.66, -13.64]] as const;
  for (const shapes of [[polygon(swath), polygon(copy)], [polygon(swath.toReversed()), polygon(copy.toReversed())]]) {
    expect(dropNearDuplicates(layerOf(shapes), OPTIONS, 0.01)?.patch.features).toEqual(Int32Array.of(1));
  }
});

it('copies in degrees are held against each other by the distance on the ground, however far from the first meridian', () => {
  const latitude = -30;
  const [east, north] = [1 / (111_319.49 * Math.cos((latitude * Math.PI) / 180)), 1 / 111_319.49];
  const metresFrom = (longitude: number, places: readonly (readonly [number, number])[]) => polygon(places.map(([x, y]) => [longitude + x * east, latitude + y * north] as const));
  // A border at every angle. The corner of the copy is off it by slightly less and by slightly more than the snap
  // distance.
  for (const longitude of [0, -52, 179]) {
    for (let angle = 0; angle < Math.PI; angle += Math.PI / 8) {
      const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
      const copies = (off: number) => [
        [[-50 * dx, -50 * dy], [50 * dx, 50 * dy], [-40 * dy, 40 * dx], [-50 * dx, -50 * dy]],
        [[-50 * dx, -50 * dy], [off * dy, -off * dx], [50 * dx, 50 * dy], [-40 * dy, 40 * dx], [-50 * dx, -50 * dy]],
      ].map((places) => metresFrom(longitude, places.map(([x = 0, y = 0]) => [x, y] as const)));
      const found = (off: number) => dropNearDuplicates(layerOf(copies(off)), { ...OPTIONS, units: { kind: 'geographic' } }, 1)?.patch.features.length ?? 0;
      expect([found(0.98), found(1.02)], `at ${longitude}°, ${angle}`).toEqual([1, 0]);
    }
  }
});

it('thousands of features without land, upon each other, are not compared two by two', async () => {
  const drop = (share: number): void => {
    const needles = Array.from({ length: 2400 * share }, () => polygon([[0, 0], [100, 100], [50, 50], [0, 0]]));
    expect(dropNearDuplicates(layerOf(needles), OPTIONS, 0.01)).toBeNull();
  };
  expect(await growthOf(drop)).toBeLessThan(IN_PROPORTION);
});
