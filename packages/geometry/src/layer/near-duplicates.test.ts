import { expect, it } from 'vitest';
import { layerOf, polygon } from '../../test/layers.ts';
import { dropNearDuplicates } from './near-duplicates.ts';

const OPTIONS = { units: { kind: 'planar' }, overlaps: 'fix' } as const;

it('which way rings run decides nothing where copies lie just the snap distance apart', () => {
  const swath = [[6.65, -13.64], [7.61, -13.35], [-1.26, 15.31], [-2.21, 15.02], [6.65, -13.64]] as const;
  const copy = [[6.66, -13.64], [7.62, -13.35], [-1.25, 15.31], [-2.21, 15.02], [6.66, -13.64]] as const;
  for (const shapes of [[polygon(swath), polygon(copy)], [polygon(swath.toReversed()), polygon(copy.toReversed())]]) {
    expect(dropNearDuplicates(layerOf(shapes), OPTIONS, 0.01)?.patch.features).toEqual(Int32Array.of(1));
  }
});
