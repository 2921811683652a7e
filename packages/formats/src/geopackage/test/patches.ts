import { PartKind } from '@geoinsights/geometry';
import type { Layer, Patch } from '@geoinsights/geometry';
import type { Line } from './make-geopackage.ts';

export interface NewPart {
  readonly kind?: PartKind;
  /** The part of the feature that it replaces, relative to the feature's first; -1 for a new one. */
  readonly source: number;
  /** Each ring is either kept (its index among the feature's rings) or new. */
  readonly rings: readonly (number | Line)[];
}

/** A patch as the kernel would return it, from parts in readable form. `dimensions` names the ordinates of new positions. */
export function patchOf(layer: Layer, changes: ReadonlyMap<number, readonly NewPart[]>, dimensions = 'xy'): Patch {
  const features = [...changes.keys()].toSorted((a, b) => a - b);
  const xy: number[] = [];
  const z: number[] = [];
  const m: number[] = [];
  const ringOffsets = [0];
  const partOffsets = [0];
  const featureOffsets = [0];
  const partKinds: number[] = [];
  const sourcePart: number[] = [];
  const sourceRing: number[] = [];
  const sourceVertex: number[] = [];
  for (const feature of features) {
    const firstPart = layer.featureOffsets[feature];
    const firstRing = layer.partOffsets[firstPart];
    for (const part of changes.get(feature) ?? []) {
      for (const ring of part.rings) {
        if (typeof ring === 'number') {
          for (let vertex = layer.ringOffsets[firstRing + ring]; vertex < layer.ringOffsets[firstRing + ring + 1]; vertex++) {
            xy.push(layer.xy[vertex * 2], layer.xy[vertex * 2 + 1]);
            z.push(layer.z?.[vertex] ?? NaN);
            m.push(layer.m?.[vertex] ?? NaN);
            sourceVertex.push(vertex);
          }
          sourceRing.push(firstRing + ring);
        } else {
          for (const position of ring) {
            xy.push(position[0], position[1]);
            z.push(position[dimensions.indexOf('z')] ?? NaN);
            m.push(position[dimensions.indexOf('m')] ?? NaN);
            sourceVertex.push(-1);
          }
          sourceRing.push(-1);
        }
        ringOffsets.push(xy.length / 2);
      }
      partOffsets.push(ringOffsets.length - 1);
      partKinds.push(part.kind ?? PartKind.Polygon);
      sourcePart.push(part.source < 0 ? -1 : firstPart + part.source);
    }
    featureOffsets.push(partOffsets.length - 1);
  }
  return {
    features: Int32Array.from(features),
    geometry: {
      xy: Float64Array.from(xy),
      z: layer.z === null ? null : Float64Array.from(z),
      m: layer.m === null ? null : Float64Array.from(m),
      ringOffsets: Int32Array.from(ringOffsets),
      partOffsets: Int32Array.from(partOffsets),
      featureOffsets: Int32Array.from(featureOffsets),
      partKinds: Uint8Array.from(partKinds),
    },
    sourcePart: Int32Array.from(sourcePart),
    sourceRing: Int32Array.from(sourceRing),
    sourceVertex: Int32Array.from(sourceVertex),
  };
}

/** The rings of a feature, part by part, as numbers. */
export function partsIn(layer: Layer, feature: number): number[][][] {
  const parts: number[][][] = [];
  for (let part = layer.featureOffsets[feature]; part < layer.featureOffsets[feature + 1]; part++) {
    const rings: number[][] = [];
    for (let ring = layer.partOffsets[part]; ring < layer.partOffsets[part + 1]; ring++) {
      rings.push([...layer.xy.subarray(layer.ringOffsets[ring] * 2, layer.ringOffsets[ring + 1] * 2)]);
    }
    parts.push(rings);
  }
  return parts;
}
