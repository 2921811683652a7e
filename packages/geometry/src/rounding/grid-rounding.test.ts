import { expect, it } from 'vitest';
import { box, layerOf, polygon } from '../../test/layers.ts';
import { internRings } from '../edges/intern-rings.ts';
import { prepare } from '../edges/prepare.ts';
import { FindingList } from '../layer/finding-list.ts';
import { edgesByPixel } from './grid-rounding.ts';

it('a pixel that is much larger than the edges has each edge once, and not once for each of thousands of cells', () => {
  const shapes = Array.from({ length: 2500 }, (_, i) => {
    const [x, y] = [0.02 * (i % 50), 0.02 * Math.floor(i / 50)];
    return polygon(box(x, y, x + 0.01, y + 0.01));
  });
  const { entries } = edgesByPixel(internRings(prepare(layerOf(shapes), new FindingList())));
  expect(entries.length).toBeLessThanOrEqual(9 * 10_000);
});
