import { PartKind, type Layer } from '@geoinsights/geometry/layer';
import { describe, expect, it } from 'vitest';
import { groundBuffer } from './ground-buffer.ts';
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

/** Of polygons in degrees, in square metres. */
function areaOf(whole: Layer): number {
  let sum = 0;
  for (const ring of groundBuffer(whole, { distance: 30, joins: 'round' }).flat()) for (let at = 0; at + 3 < ring.length; at += 2) sum += (ring[at] + 50) * (ring[at + 3] + 15) - (ring[at + 2] + 50) * (ring[at + 1] + 15);
  return (Math.abs(sum) / 2) * 111_320 ** 2;
}

describe('the pieces of lines and points', () => {
  it('have every vertex, and neighbours share one', () => {
    const xy = track(1000);
    const pieces = piecesOf(feature([PartKind.Line, xy])) ?? [];
    expect(pieces.every((piece) => piece.xy.length <= 2 * 26 && piece.xy.length >= 4)).toBe(true);
    expect(pieces.flatMap((piece, index) => Array.from(piece.xy).slice(index === 0 ? 0 : 2))).toEqual(xy);
  });

  it('hold several short parts, and all polygons together', () => {
    const ring = [-50, -15, -49.9, -15, -49.9, -14.9, -50, -15];
    const points = Array.from({ length: 300 }, (_, at): Part => [PartKind.Point, [-50 + at * 1e-5, -15]]);
    const pieces = piecesOf(feature([PartKind.Polygon, ring], ...points, [PartKind.Polygon, ring])) ?? [];
    expect(Array.from(pieces[0].partKinds)).toEqual([PartKind.Polygon, PartKind.Polygon]);
    expect(pieces.slice(1).flatMap((piece) => Array.from(piece.xy))).toEqual(points.flatMap(([, xy]) => xy));
  });

  it('are not made of what is drawn at once', () => {
    expect(piecesOf(feature([PartKind.Line, track(250)], [PartKind.Polygon, track(1000)]))).toBeNull();
  });

  it('have the zone of the whole', () => {
    // With one vertex more it is drawn in pieces.
    const [whole, inPieces] = [track(250), track(251)];
    expect(areaOf(feature([PartKind.Line, inPieces])) / areaOf(feature([PartKind.Line, whole]))).toBeCloseTo(1, 3);
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
