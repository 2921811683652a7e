import type { Patch } from './layer.ts';

/** For each part, ring and vertex of a patched layer: its index in the first layer, or -1. */
export interface Origins {
  readonly part: Int32Array;
  readonly ring: Int32Array;
  readonly vertex: Int32Array;
}

/** The sources of everything in a patch, as origins of its geometry. */
export function sourcesOf({ sourcePart, sourceRing, sourceVertex }: Pick<Patch, 'sourcePart' | 'sourceRing' | 'sourceVertex'>): Origins {
  return { part: sourcePart, ring: sourceRing, vertex: sourceVertex };
}

/** A copy, to be changed. */
export function copyOf({ part, ring, vertex }: Origins): Origins {
  return { part: part.slice(), ring: ring.slice(), vertex: vertex.slice() };
}

/** The patch with its sources traced one step further back: to the layer that the origins of its layer refer to. */
export function tracedBack(patch: Patch, origins: Origins): Patch {
  const { part, ring, vertex } = compose(sourcesOf(patch), origins);
  return { ...patch, sourcePart: part, sourceRing: ring, sourceVertex: vertex };
}

/** Origins of origins: where each piece is in the layer that `before` refers to. */
export function compose(origins: Origins, before: Origins): Origins {
  return { part: follow(origins.part, before.part), ring: follow(origins.ring, before.ring), vertex: follow(origins.vertex, before.vertex) };
}

/** The origin of each source; -1 (none) stays -1. */
export function follow(sources: Int32Array, origins: Int32Array): Int32Array {
  const followed = new Int32Array(sources.length);
  for (let i = 0; i < sources.length; i++) followed[i] = sources[i] < 0 ? -1 : origins[sources[i]];
  return followed;
}
