import { PartKind } from '@geoinsights/geometry';
import type { Layer } from '@geoinsights/geometry';

export type Position = readonly [number, number];
export type Part = { readonly kind: 'polygon'; readonly rings: readonly (readonly Position[])[] } | { readonly kind: 'line' | 'points'; readonly vertices: readonly Position[] };

const KINDS = { polygon: PartKind.Polygon, line: PartKind.Line, points: PartKind.Point };

/** A layer of features, each given by its parts. */
export function layerOfParts(features: readonly (readonly Part[])[]): Layer {
  const xy: number[] = [];
  const ringOffsets = [0];
  const partOffsets = [0];
  const featureOffsets = [0];
  const partKinds: number[] = [];
  for (const parts of features) {
    for (const part of parts) {
      for (const ring of part.kind === 'polygon' ? part.rings : [part.vertices]) {
        for (const [x, y] of ring) xy.push(x, y);
        ringOffsets.push(xy.length / 2);
      }
      partOffsets.push(ringOffsets.length - 1);
      partKinds.push(KINDS[part.kind]);
    }
    featureOffsets.push(partKinds.length);
  }
  return {
    xy: Float64Array.from(xy),
    z: null,
    m: null,
    ringOffsets: Int32Array.from(ringOffsets),
    partOffsets: Int32Array.from(partOffsets),
    featureOffsets: Int32Array.from(featureOffsets),
    partKinds: Uint8Array.from(partKinds),
  };
}

/** A closed rectangle. */
export function rectangle(west: number, south: number, east: number, north: number): Position[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}
