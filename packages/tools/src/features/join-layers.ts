import type { Layer } from '@geoinsights/geometry';

/** Concatenates layers. The result has Z and M if any of them does. */
export function joinLayers(layers: readonly Layer[]): Layer {
  const vertices = sum(layers, ({ xy }) => xy.length / 2);
  const joined = {
    xy: new Float64Array(2 * vertices),
    z: layers.some(({ z }) => z !== null) ? new Float64Array(vertices).fill(NaN) : null,
    m: layers.some(({ m }) => m !== null) ? new Float64Array(vertices).fill(NaN) : null,
    ringOffsets: new Int32Array(sum(layers, ({ ringOffsets }) => ringOffsets.length - 1) + 1),
    partOffsets: new Int32Array(sum(layers, ({ partOffsets }) => partOffsets.length - 1) + 1),
    featureOffsets: new Int32Array(sum(layers, ({ featureOffsets }) => featureOffsets.length - 1) + 1),
    partKinds: new Uint8Array(sum(layers, ({ partKinds }) => partKinds.length)),
  };
  const at = { vertex: 0, ring: 0, part: 0, feature: 0 };
  for (const layer of layers) {
    joined.xy.set(layer.xy, 2 * at.vertex);
    if (layer.z !== null) joined.z?.set(layer.z, at.vertex);
    if (layer.m !== null) joined.m?.set(layer.m, at.vertex);
    joined.partKinds.set(layer.partKinds, at.part);
    const [ring, part, feature] = [at.ring, at.part, at.feature];
    at.ring = appendOffsets(joined.ringOffsets, ring, layer.ringOffsets, at.vertex);
    at.part = appendOffsets(joined.partOffsets, part, layer.partOffsets, ring);
    at.feature = appendOffsets(joined.featureOffsets, feature, layer.featureOffsets, part);
    at.vertex += layer.xy.length / 2;
  }
  return joined;
}

/** @returns the index of the last offset, where those of the next layer begin */
function appendOffsets(target: Int32Array, at: number, offsets: Int32Array, base: number): number {
  for (let index = 0; index < offsets.length; index++) target[at + index] = offsets[index] + base;
  return at + offsets.length - 1;
}

function sum(layers: readonly Layer[], countOf: (layer: Layer) => number): number {
  return layers.reduce((total, layer) => total + countOf(layer), 0);
}
