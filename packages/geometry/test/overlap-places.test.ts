import { describe, expect, it } from 'vitest';
import { listFindings } from '../src/geojson/list-findings.ts';
import { validateNow } from '../src/index.ts';
import { box, layerOf, polygon } from './layers.ts';
import type { Shape } from './layers.ts';
import { PLANAR } from './planar.ts';

/** Loser, winner and area of every reported overlap. */
function overlapsOf(...shapes: Shape[]): string[] {
  const { findings } = validateNow(layerOf(shapes), { ...PLANAR, snapDistance: 0, maxGapWidth: 0 });
  return listFindings(findings).filter(({ kind }) => kind === 'overlap').map(({ feature, other, measure }) => `${feature} to ${other ?? -1}: ${(measure ?? NaN).toFixed(2)}`);
}

describe('an overlap', () => {
  it('of two is reported once for each place where they overlap', () => {
    const comb = polygon([[0, 0], [9, 0], [9, 9], [7, 9], [7, 1], [2, 1], [2, 9], [0, 9], [0, 0]]);
    expect(overlapsOf(comb, polygon(box(-20, 7, 20, 40)))).toEqual(['0 to 1: 4.00', '0 to 1: 4.00']);
  });

  it('that borders of others cut into cells is reported once', () => {
    // Two ditches cross the overlap of a field and a meadow; the meadow gets all of it.
    const overlaps = overlapsOf(polygon(box(0, 0, 100, 20)), polygon(box(0, 10, 100, 60)), polygon(box(40, -5, 42, 25)), polygon(box(60, -5, 62, 25)));
    expect(overlaps.filter((line) => line.startsWith('0 to 1'))).toEqual(['0 to 1: 1000.00']);
  });

  it('of which others get parts is reported once, with all of its land', () => {
    // A wood of the size of both strips gets the middle of their overlap, so that what one strip loses to the other lies in two places.
    const overlaps = overlapsOf(polygon(box(0, 0, 100, 20)), polygon(box(0, 10, 100, 60)), polygon(box(40, 5, 60, 25)));
    expect(overlaps).toEqual(['0 to 1: 1000.00', '0 to 2: 300.00', '1 to 2: 300.00']);
  });

  it('of two is reported, too, where a third feature gets all of it', () => {
    const overlaps = overlapsOf(polygon(box(0, 0, 10, 10)), polygon(box(8, 0, 18, 10)), polygon(box(8, 4, 10, 6)), polygon(box(7.9, -0.1, 10.1, 10.1)));
    expect(overlaps.filter((line) => line.startsWith('0 to 1') || line.startsWith('1 to 0'))).toEqual(['0 to 1: 20.00']);
  });
});
