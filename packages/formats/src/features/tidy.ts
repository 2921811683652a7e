import { PartKind } from '@geoinsights/geometry/layer';
import type { Layer } from '@geoinsights/geometry';

/**
 * The layer as batches require it: polygon rings are closed, and no ring or line is empty. Where an empty ring stood in the place of
 * the shell, the next ring takes it, as in a repair: dropping it would lose land without a word. Nearly every file meets
 * this already; then the result is the same layer.
 */
export function tidied(layer: Layer): Layer {
  return isTidy(layer) ? layer : rebuilt(layer);
}

function isTidy(layer: Layer): boolean {
  const { partOffsets, ringOffsets, partKinds } = layer;
  for (let part = 0; part < partKinds.length; part++) {
    const isPolygon = partKinds[part] === PartKind.Polygon;
    for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
      if (ringOffsets[ring] === ringOffsets[ring + 1] || (isPolygon && !isClosed(layer, ring))) return false;
    }
  }
  return true;
}

function isClosed({ xy, ringOffsets }: Layer, ring: number): boolean {
  const first = 2 * ringOffsets[ring];
  const last = 2 * ringOffsets[ring + 1] - 2;
  return Object.is(xy[first] + 0, xy[last] + 0) && Object.is(xy[first + 1] + 0, xy[last + 1] + 0);
}

function rebuilt(layer: Layer): Layer {
  const { ringOffsets, partOffsets, featureOffsets, partKinds } = layer;
  /** For each vertex of the result, its source vertex. */
  const source = new Int32Array(ringOffsets[ringOffsets.length - 1] + ringOffsets.length);
  const rings = new Int32Array(ringOffsets.length);
  const parts = new Int32Array(partOffsets.length);
  const features = new Int32Array(featureOffsets.length);
  const kinds = new Uint8Array(partKinds.length);
  let vertex = 0;
  let ringCount = 0;
  let partCount = 0;
  for (let feature = 0; feature + 1 < featureOffsets.length; feature++) {
    for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
      const isPolygon = partKinds[part] === PartKind.Polygon;
      const ringsBefore = ringCount;
      for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
        const from = ringOffsets[ring];
        const to = ringOffsets[ring + 1];
        if (from === to) continue;
        for (let each = from; each < to; each++) source[vertex++] = each;
        if (isPolygon && !isClosed(layer, ring)) source[vertex++] = from;
        rings[++ringCount] = vertex;
      }
      if (ringCount === ringsBefore) continue;
      kinds[partCount] = partKinds[part];
      parts[++partCount] = ringCount;
    }
    features[feature + 1] = partCount;
  }
  const order = source.subarray(0, vertex);
  const xy = new Float64Array(2 * vertex);
  order.forEach((from, to) => {
    xy[2 * to] = layer.xy[2 * from];
    xy[2 * to + 1] = layer.xy[2 * from + 1];
  });
  return {
    xy,
    z: layer.z === null ? null : gathered(layer.z, order),
    m: layer.m === null ? null : gathered(layer.m, order),
    ringOffsets: rings.slice(0, ringCount + 1),
    partOffsets: parts.slice(0, partCount + 1),
    featureOffsets: features,
    partKinds: kinds.slice(0, partCount),
  };
}

function gathered(values: Float64Array, order: Int32Array): Float64Array {
  return Float64Array.from(order, (from) => values[from]);
}
