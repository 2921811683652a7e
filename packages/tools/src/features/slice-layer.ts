import type { Layer } from '@geoinsights/geometry';

/** Features [first, end) of a layer as a layer of their own; its coordinates are views of the same memory. */
export function sliceLayer(layer: Layer, first: number, end: number): Layer {
  const firstPart = layer.featureOffsets[first];
  const endPart = layer.featureOffsets[end];
  const firstRing = layer.partOffsets[firstPart];
  const endRing = layer.partOffsets[endPart];
  const firstVertex = layer.ringOffsets[firstRing];
  const endVertex = layer.ringOffsets[endRing];
  return {
    xy: layer.xy.subarray(2 * firstVertex, 2 * endVertex),
    z: layer.z?.subarray(firstVertex, endVertex) ?? null,
    m: layer.m?.subarray(firstVertex, endVertex) ?? null,
    ringOffsets: shifted(layer.ringOffsets, firstRing, endRing + 1),
    partOffsets: shifted(layer.partOffsets, firstPart, endPart + 1),
    featureOffsets: shifted(layer.featureOffsets, first, end + 1),
    partKinds: layer.partKinds.subarray(firstPart, endPart),
  };
}

/** Offsets [first, end), relative to the first of them. */
function shifted(offsets: Int32Array, first: number, end: number): Int32Array {
  const base = offsets[first];
  return offsets.slice(first, end).map((offset) => offset - base);
}
