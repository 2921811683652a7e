import { PartKind, type Layer, type Patch } from '@geoinsights/geometry/layer';
import { joinLayers } from '../features/join-layers.ts';
import { sliceLayer } from '../features/slice-layer.ts';

/**
 * The patch from a layer to the same features with rounded coordinates, for those whose lines or borders changed. If a feature has as many vertices
 * as before, each comes from the vertex at the same index, so that a format can keep everything that belongs to it. A line with fewer vertices comes
 * from the line between the same ends.
 * @returns null if nothing changed
 */
export function patchOfRounded(before: Layer, after: Layer, decimals: number): Patch | null {
  const features: number[] = [];
  for (let feature = 0; feature < before.featureOffsets.length - 1; feature++) if (hasBorders(before, feature) && !isSame(before, after, feature)) features.push(feature);
  if (features.length === 0) return null;
  const geometry = joinLayers(features.map((feature) => sliceLayer(after, feature, feature + 1)));
  const sourcePart = new Int32Array(geometry.partKinds.length).fill(-1);
  const sourceVertex = new Int32Array(geometry.xy.length / 2).fill(-1);
  for (const [place, feature] of features.entries()) {
    if (!hasSameForm(before, feature, geometry, place)) {
      findLines({ before, feature, geometry, place, sourcePart, step: 10 ** -decimals });
      continue;
    }
    const part = geometry.featureOffsets[place];
    const vertex = vertexAt(geometry, part);
    const [firstPart, endPart] = [before.featureOffsets[feature], before.featureOffsets[feature + 1]];
    for (let own = firstPart; own < endPart; own++) sourcePart[part + own - firstPart] = own;
    for (let own = vertexAt(before, firstPart); own < vertexAt(before, endPart); own++) sourceVertex[vertex + own - vertexAt(before, firstPart)] = own;
  }
  return { features: Int32Array.from(features), geometry, sourcePart, sourceRing: new Int32Array(geometry.ringOffsets.length - 1).fill(-1), sourceVertex };
}

interface ChangedLines {
  readonly before: Layer;
  readonly feature: number;
  readonly geometry: Layer;
  readonly place: number;
  readonly sourcePart: Int32Array;
  /** Rounding moves no vertex farther than this. */
  readonly step: number;
}

/** Lines keep their order; those that became too short are missing. */
function findLines({ before, feature, geometry, place, sourcePart, step }: ChangedLines): void {
  let own = before.featureOffsets[feature];
  for (let part = geometry.featureOffsets[place]; part < geometry.featureOffsets[place + 1]; part++) {
    if (geometry.partKinds[part] !== PartKind.Line) continue;
    for (let candidate = own; candidate < before.featureOffsets[feature + 1]; candidate++) {
      if (before.partKinds[candidate] !== PartKind.Line || !haveSameEnds(before, candidate, geometry, part, step)) continue;
      sourcePart[part] = candidate;
      own = candidate + 1;
      break;
    }
  }
}

function haveSameEnds(one: Layer, part: number, other: Layer, place: number, step: number): boolean {
  const isNear = (vertex: number, same: number): boolean => Math.abs(one.xy[2 * vertex] - other.xy[2 * same]) <= step && Math.abs(one.xy[2 * vertex + 1] - other.xy[2 * same + 1]) <= step;
  const [count, otherCount] = [vertexAt(one, part + 1) - vertexAt(one, part), vertexAt(other, place + 1) - vertexAt(other, place)];
  return count >= otherCount && isNear(vertexAt(one, part), vertexAt(other, place)) && isNear(vertexAt(one, part + 1) - 1, vertexAt(other, place + 1) - 1);
}

/** Points keep their digits, since formats do not patch them. */
function hasBorders({ featureOffsets, partKinds }: Layer, feature: number): boolean {
  const kinds = partKinds.subarray(featureOffsets[feature], featureOffsets[feature + 1]);
  return kinds.length > 0 && kinds.every((kind) => kind !== PartKind.Point);
}

function isSame(before: Layer, after: Layer, feature: number): boolean {
  if (!hasSameForm(before, feature, after, feature)) return false;
  const from = 2 * vertexAt(before, before.featureOffsets[feature]);
  const to = 2 * vertexAt(before, before.featureOffsets[feature + 1]);
  const other = 2 * vertexAt(after, after.featureOffsets[feature]);
  for (let at = from; at < to; at++) if (before.xy[at] !== after.xy[other + at - from]) return false;
  return true;
}

/** Whether two features have the same numbers of parts, rings and vertices. */
function hasSameForm(one: Layer, feature: number, other: Layer, place: number): boolean {
  const [firstPart, endPart] = [one.featureOffsets[feature], one.featureOffsets[feature + 1]];
  const otherPart = other.featureOffsets[place];
  if (other.featureOffsets[place + 1] - otherPart !== endPart - firstPart) return false;
  for (let part = firstPart; part < endPart; part++) {
    const [firstRing, endRing] = [one.partOffsets[part], one.partOffsets[part + 1]];
    const otherRing = other.partOffsets[otherPart + part - firstPart];
    if (other.partOffsets[otherPart + part - firstPart + 1] - otherRing !== endRing - firstRing) return false;
    for (let ring = firstRing; ring < endRing; ring++) {
      const same = otherRing + ring - firstRing;
      if (one.ringOffsets[ring + 1] - one.ringOffsets[ring] !== other.ringOffsets[same + 1] - other.ringOffsets[same]) return false;
    }
  }
  return true;
}

function vertexAt({ ringOffsets, partOffsets }: Layer, part: number): number {
  return ringOffsets[partOffsets[part]];
}
