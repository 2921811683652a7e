import { expect, it } from 'vitest';
import { PlaceBuckets } from './place-buckets.ts';

it('spreads the vertices of a row of parcels whose first corners all lie on a street', () => {
  // A regular sample of one in twenty would see the corners on the street only.
  const parcels = Array.from({ length: 2048 }, (_, parcel) => Array.from({ length: 10 }, (_, i) => [20 * parcel + i, i * 5]));
  const xy = Float64Array.from(parcels.flat(2));
  const buckets = new PlaceBuckets(xy.length / 2, xy);
  const used = new Set<number>();
  for (let i = 0; i < xy.length; i += 2) used.add(buckets.at(xy[i], xy[i + 1]));
  expect(used.size).toBeGreaterThan(xy.length / 2 / 20);
});
