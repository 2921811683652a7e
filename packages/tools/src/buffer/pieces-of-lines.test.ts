import { PartKind, type Layer } from '@geoinsights/geometry/layer';
import { describe, expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../testing/growth.ts';
import { GeosScope, polygonsOf, type Geometry, type Joins } from '../geos.ts';
import { groundBuffer, zoneOf } from './ground-buffer.ts';
import { piecesOf } from './pieces-of-lines.ts';

type Part = readonly [kind: number, xy: readonly number[]];

/** A feature of parts with one ring each. */
function feature(...parts: readonly Part[]): Layer {
  const offsets = [0];
  for (const [, xy] of parts) offsets.push(offsets[offsets.length - 1] + xy.length / 2);
  return { xy: Float64Array.from(parts.flatMap(([, xy]) => xy)), z: null, m: null, ringOffsets: Int32Array.from(offsets), partOffsets: Int32Array.from(offsets.keys()), featureOffsets: Int32Array.of(0, parts.length), partKinds: Uint8Array.from(parts, ([kind]) => kind) };
}

/** A walk that returns again and again to where it began, within some ten metres, in degrees. */
function track(vertices: number): number[] {
  const xy: number[] = [];
  for (let at = 0; at < vertices; at++) xy.push(-50 + 1e-4 * Math.sin(at * 2.399963), -15 + 1e-4 * Math.sin(at * 1.618034 + 0.1 * Math.cos(at)));
  return xy;
}

/** A line in metres that turns slowly, in steps of some 25 m. */
function wanderingLine(vertices: number): number[] {
  const xy: number[] = [];
  let [x, y, heading] = [0, 0, 0];
  for (let at = 0; at < vertices; at++) {
    xy.push(x, y);
    heading += Math.sin(at * 2.399963) * 0.6;
    x += 20 * Math.cos(heading) + 8;
    y += 20 * Math.sin(heading);
  }
  return xy;
}

/** The first of so many vertices of a line that passes some of them round after round, at sharp corners. */
function rounds(count: number, vertices: number): number[] {
  return Array.from({ length: vertices }, (_, at) => [200 * Math.cos((at % count) * 2.2), 90 * Math.sin((at % count) * 1.3)]).flat();
}

/** Up from the origin, round to the left, and back to the origin from there, in 25 segments. */
function loop(): number[] {
  const round = Array.from({ length: 24 }, (_, at) => [500 * Math.cos((at * Math.PI * 1.5) / 23) - 500, 500 * Math.sin((at * Math.PI * 1.5) / 23) + 500]).flat();
  return [0, 0, ...round, 0, 0];
}

/** Of polygons in metres. */
function planeArea(zone: Geometry): number {
  let sum = 0;
  for (const ring of polygonsOf(zone).flat()) for (let at = 0; at + 3 < ring.length; at += 2) sum += ring[at] * ring[at + 3] - ring[at + 2] * ring[at + 1];
  return Math.abs(sum) / 2;
}

/** Of polygons in degrees, in square metres. */
function areaOf(whole: Layer): number {
  let sum = 0;
  for (const ring of groundBuffer(whole, { distance: 30, joins: 'round' }).flat()) for (let at = 0; at + 3 < ring.length; at += 2) sum += (ring[at] + 50) * (ring[at + 3] + 15) - (ring[at + 2] + 50) * (ring[at + 1] + 15);
  return (Math.abs(sum) / 2) * 111_320 ** 2;
}

describe('the pieces of lines and points', () => {
  it('have every vertex, and neighbours share one', () => {
    const xy = track(1000);
    const pieces = (piecesOf(feature([PartKind.Line, xy]), 'round') ?? []).map(({ layer }) => layer);
    expect(pieces.every((piece) => piece.xy.length <= 2 * 26 && piece.xy.length >= 4)).toBe(true);
    expect(pieces.flatMap((piece, index) => Array.from(piece.xy).slice(index === 0 ? 0 : 2))).toEqual(xy);
  });

  it('hold several short parts, and all polygons together', () => {
    const ring = [-50, -15, -49.9, -15, -49.9, -14.9, -50, -15];
    const points = Array.from({ length: 300 }, (_, at): Part => [PartKind.Point, [-50 + at * 1e-5, -15]]);
    const pieces = (piecesOf(feature([PartKind.Polygon, ring], ...points, [PartKind.Polygon, ring]), 'round') ?? []).map(({ layer }) => layer);
    expect(Array.from(pieces[0].partKinds)).toEqual([PartKind.Polygon, PartKind.Polygon]);
    expect(pieces.slice(1).flatMap((piece) => Array.from(piece.xy))).toEqual(points.flatMap(([, xy]) => xy));
  });

  it('are not made of what is drawn at once', () => {
    expect(piecesOf(feature([PartKind.Line, track(250)], [PartKind.Polygon, track(1000)]), 'round')).toBeNull();
  });

  it('have the zone of the whole', () => {
    // With one vertex more it is drawn in pieces.
    const [whole, inPieces] = [track(250), track(251)];
    expect(areaOf(feature([PartKind.Line, inPieces])) / areaOf(feature([PartKind.Line, whole]))).toBeCloseTo(1, 3);
  });

  const CASES: readonly (readonly [line: string, xy: readonly number[], share: number])[] = [
    ['that goes on', wanderingLine(300), 1e-5],
    ['that ends where it begins', [...wanderingLine(300), 0, 0], 1e-9],
    // A vertex is there twice just where the line is cut.
    ['that stands still', wanderingLine(300).flatMap((value, at, all) => (at % 48 === 47 ? [value, all[at - 1], value] : [value])), 1e-5],
    // GEOS takes a line that ends where it begins for a ring, with a corner there, which the whole has not.
    ['that comes back to a vertex after as many as are in a piece', [...loop(), ...wanderingLine(250).map((value) => -300 - value)], 1e-5],
    ['that goes there and back', rounds(2, 300), 1e-4],
    ['whose last piece goes there and back', [...wanderingLine(265), 1000, 0, 1000, 500, 1000, 0], 1e-5],
    ['that begins there and back, and ends where it begins', [0, 0, 0, 500, 0, 0, ...wanderingLine(265).slice(2), 0, 500, 0, 0], 1e-4],
  ];
  it.each(CASES.flatMap(([line, xy, share]) => (['mitre', 'bevel'] as const).map((joins) => ({ joins, line, xy, share }))))('have the zone of the whole with $joins joins, to $share of its area, for a line $line', ({ joins, xy, share }) => {
    const line = feature([PartKind.Line, xy]);
    GeosScope.with((scope) => {
      const whole = scope.buffer(scope.feature(line, 0), 30, joins);
      const inPieces = zoneOf(scope, line, { distance: 30, joins });
      const apart = planeArea(scope.difference(whole, inPieces)) + planeArea(scope.difference(inPieces, whole));
      expect(apart / planeArea(whole)).toBeLessThan(share);
    });
  });

  it.each<Joins>(['mitre', 'bevel'])('are drawn in a time that grows with the vertices of such a track at %s joins', async (joins) => {
    const work = (share: number): void => {
      const xy = Array.from({ length: 8000 * share }, (_, at) => (at % 2 === 0 ? 10 * Math.sin(at * 1.2) : 10 * Math.sin(at * 0.8 + 0.1 * Math.cos(at))));
      GeosScope.with((scope) => zoneOf(scope, feature([PartKind.Line, xy]), { distance: 30, joins }));
    };
    work(1 / 10);
    expect(await growthOf(work)).toBeLessThan(IN_PROPORTION);
  });

  it('are drawn in a time that grows with the vertices of a track that stays within its own zone', () => {
    const secondsFor = (vertices: number): number => {
      const before = process.cpuUsage();
      areaOf(feature([PartKind.Line, track(vertices)]));
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    secondsFor(300);
    expect(secondsFor(2400)).toBeLessThan(10 * secondsFor(600));
  });
});
