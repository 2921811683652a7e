import { expect, it } from 'vitest';
import { NearestPiece } from './nearest-piece.ts';
import type { RegionPiece } from './region-pieces.ts';

/** Squares of half a unit, 100 a row, on a ground where a unit of x is shorter the farther up it is. */
function squares(count: number): { pieces: RegionPiece[]; measured: () => number } {
  let measured = 0;
  const pieces = Array.from({ length: count }, (_, i): RegionPiece => {
    const [x, y] = [i % 100, Math.floor(i / 100)];
    const frame = { originX: x, originY: y, scaleX: 1000 - 5 * y, scaleY: 1000 };
    return {
      area: 1,
      receivedBy: -1,
      isWide: true,
      piece: i,
      extent: [x, y, x + 0.5, y + 0.5],
      frame,
      distanceTo(px, py) {
        measured++;
        return Math.hypot(Math.max(x - px, px - x - 0.5, 0) * frame.scaleX, Math.max(y - py, py - y - 0.5, 0) * frame.scaleY);
      },
    };
  });
  return { pieces, measured: () => measured };
}

it.each([0, 1, 5, 2_000])('finds the nearest of %i pieces, and of equally near ones the first', (count) => {
  const { pieces } = squares(count);
  const nearest = new NearestPiece(pieces);
  const places = [[0.75, 0.25], [0.75, 0.75], [-3, 40], [99.9, 19.7], [50.25, 7.25], [50.74, 7.76]];
  for (const [x, y] of places) {
    const distances = pieces.map((piece) => piece.distanceTo(x, y));
    const first = distances.indexOf(Math.min(...distances));
    expect(nearest.to(x, y, 0, NaN)?.piece ?? -1, `${x} ${y}`).toBe(first);
  }
});

it.each([9, 2_000])('of %i pieces, of which some meet in one point, it finds the one of that area', (count) => {
  const pieces = squares(count).pieces.map((piece) => ({ ...piece, area: piece.piece }));
  const nearest = new NearestPiece(pieces);
  // Half way between the squares 3 and 4: 250 m from both, and farther from all others.
  const found = (tolerance: number, area: number) => nearest.to(3.75, 0.25, tolerance, area)?.piece;
  expect([found(0, NaN), found(0.1, 3.9), found(0.1, 100), found(0.1, 0)]).toEqual([3, 4, 4, 3]);
  // A tenth nearer to the third: the fourth is too far, unless 60 m are hardly farther.
  const nearer = (tolerance: number) => nearest.to(3.725, 0.25, tolerance, 4)?.piece;
  expect([nearer(40), nearer(60)]).toEqual([3, 4]);
});

it('measures few of many pieces, since there is a finding for each of them', () => {
  const { pieces, measured } = squares(10_000);
  const nearest = new NearestPiece(pieces);
  for (const { extent: [x, y] } of pieces) nearest.to(x + 0.5, y + 0.25, 0.1, 1);
  expect(measured()).toBeLessThan(4 * pieces.length);
});
