import { addTo } from '../arrays/multimap.ts';
import type { Layer } from './layer.ts';
import type { Origins } from './origins.ts';
import { hashPlace } from '../arrays/hash-place.ts';

/**
 * Restores the origins of rings that were changed and changed back, and of their parts.
 *
 * @param changed the features to examine.
 */
export function recogniseRings(before: Layer, after: Layer, origins: Origins, changed: Uint8Array): void {
  for (let feature = 0; feature < changed.length; feature++) if (changed[feature] !== 0) recogniseRingsOf(feature, before, feature, after, origins);
}

/** Like `recogniseRings`, for one feature, which may have another index in `after`. */
export function recogniseRingsOf(feature: number, before: Layer, at: number, after: Layer, origins: Origins): void {
  const start = after.partOffsets[after.featureOffsets[at]];
  const end = after.partOffsets[after.featureOffsets[at + 1]];
  if (origins.ring.subarray(start, end).includes(-1)) recogniseIn(feature, before, at, after, origins);
}

function recogniseIn(feature: number, before: Layer, at: number, after: Layer, origins: Origins): void {
  const ringsAt = new Map<number, number[]>();
  for (let ring = before.partOffsets[before.featureOffsets[feature]]; ring < before.partOffsets[before.featureOffsets[feature + 1]]; ring++) {
    const hash = hashOfStart(before, ring);
    addTo(ringsAt, hash, ring);
  }
  const named = new Set<number>();
  for (let part = after.featureOffsets[at]; part < after.featureOffsets[at + 1]; part++) {
    for (let ring = after.partOffsets[part]; ring < after.partOffsets[part + 1]; ring++) named.add(origins.ring[ring]);
  }
  for (let part = after.featureOffsets[at]; part < after.featureOffsets[at + 1]; part++) {
    for (let ring = after.partOffsets[part]; ring < after.partOffsets[part + 1]; ring++) {
      if (origins.ring[ring] >= 0) continue;
      const source = (ringsAt.get(hashOfStart(after, ring)) ?? []).find((candidate) => !named.has(candidate) && areEqual(before, candidate, after, ring));
      if (source === undefined) continue;
      named.add(source);
      origins.ring[ring] = source;
      const shift = before.ringOffsets[source] - after.ringOffsets[ring];
      for (let vertex = after.ringOffsets[ring]; vertex < after.ringOffsets[ring + 1]; vertex++) origins.vertex[vertex] = vertex + shift;
    }
  }
  nameParts(feature, before, at, after, origins);
}

/** A part without an origin gets the part whose rings it has, if no other part claims it. */
function nameParts(feature: number, before: Layer, at: number, after: Layer, origins: Origins): void {
  const named = new Set<number>();
  for (let part = after.featureOffsets[at]; part < after.featureOffsets[at + 1]; part++) named.add(origins.part[part]);
  const partOfFirstRing = new Map<number, number>();
  for (let part = before.featureOffsets[feature]; part < before.featureOffsets[feature + 1]; part++) partOfFirstRing.set(before.partOffsets[part], part);
  for (let part = after.featureOffsets[at]; part < after.featureOffsets[at + 1]; part++) {
    if (origins.part[part] >= 0) continue;
    const source = partOfFirstRing.get(origins.ring[after.partOffsets[part]]);
    if (source === undefined || named.has(source) || before.partKinds[source] !== after.partKinds[part]) continue;
    named.add(source);
    origins.part[part] = source;
  }
}

function hashOfStart(layer: Layer, ring: number): number {
  const start = layer.ringOffsets[ring];
  return hashPlace(layer.xy[2 * start], layer.xy[2 * start + 1]);
}

function areEqual(before: Layer, ring: number, after: Layer, other: number): boolean {
  const count = before.ringOffsets[ring + 1] - before.ringOffsets[ring];
  if (after.ringOffsets[other + 1] - after.ringOffsets[other] !== count) return false;
  for (const [column, size] of [['xy', 2], ['z', 1], ['m', 1]] as const) {
    const [left, right] = [before[column], after[column]];
    if (left === null || right === null) continue;
    const [from, to] = [size * before.ringOffsets[ring], size * after.ringOffsets[other]];
    for (let i = 0; i < size * count; i++) if (!Object.is(left[from + i], right[to + i])) return false;
  }
  return true;
}
