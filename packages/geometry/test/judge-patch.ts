import { PartKind } from '../src/layer/layer.ts';
import type { Layer, Patch } from '../src/layer/layer.ts';
import { reachOf, show } from './promises.ts';
import type { Broken, Terms } from './promises.ts';
import { roundingOf } from './faces.ts';
import { at, ringOf, sameNumber, sameRing, sameShape, shapesOf } from './layers.ts';

/** Whether a patch correctly states what it changed and where each piece comes from. */
export function judgePatch(layer: Layer, patch: Patch, terms: Terms): Broken[] {
  const { features, geometry, sourcePart, sourceRing, sourceVertex } = patch;
  const broken: Broken[] = [];
  const lie = (message: string) => broken.push({ promise: 'sources', message });
  const counts: [string, number, number][] = [
    ['features', features.length, geometry.featureOffsets.length - 1],
    ['sourcePart', sourcePart.length, geometry.partKinds.length],
    ['sourceRing', sourceRing.length, geometry.ringOffsets.length - 1],
    ['sourceVertex', sourceVertex.length, geometry.xy.length / 2],
  ];
  for (const [name, is, should] of counts) if (is !== should) lie(`${name} has ${is} entries for ${should}`);
  if ((geometry.z === null) !== (layer.z === null)) lie('the patch and the layer differ in having z');
  if ((geometry.m === null) !== (layer.m === null)) lie('the patch and the layer differ in having m');
  if (broken.length > 0) return broken;

  const before = shapesOf(layer);
  const after = shapesOf(geometry);
  const rounding = roundingOf(before);
  const reach = 2 * reachOf(terms, before) + 4 * rounding;
  const namedParts = new Set<number>();
  let previous = -1;
  features.forEach((feature, i) => {
    if (feature <= previous || feature >= before.length) {
      lie(`feature ${feature} stands after ${previous} of ${before.length}`);
      return;
    }
    previous = feature;
    const [was, is] = [at(before, feature), at(after, i)];
    if (sameShape(was, is)) broken.push({ promise: 'untouched', message: `feature ${feature} is in the patch but did not change\n    ${show(was)}` });
    const [firstPart, endPart] = [at(layer.featureOffsets, feature), at(layer.featureOffsets, feature + 1)];
    const namedRings = new Set<number>();
    const outRings: number[] = [];
    for (let part = at(geometry.featureOffsets, i); part < at(geometry.featureOffsets, i + 1); part++) {
      const source = at(sourcePart, part);
      if (source !== -1) {
        if (source < firstPart || source >= endPart) lie(`part ${part} of the patch takes the place of part ${source}, which is not feature ${feature}'s`);
        else if (at(layer.partKinds, source) !== at(geometry.partKinds, part)) lie(`part ${part} takes the place of a part of another kind`);
        if (namedParts.has(source)) lie(`part ${source} of the layer is named twice`);
        namedParts.add(source);
      } else if (at(geometry.partKinds, part) !== PartKind.Polygon) lie(`part ${part}, a line or point, is said to be new`);
      for (let ring = at(geometry.partOffsets, part); ring < at(geometry.partOffsets, part + 1); ring++) {
        outRings.push(ring);
        const from = at(sourceRing, ring);
        if (from === -1) {
          // What was not broken stays as it was, except perhaps for another height in its last vertex.
          if (at(geometry.partKinds, part) === PartKind.Polygon) judgeClosed(geometry, ring, lie);
          continue;
        }
        if (from < 0 || from >= layer.ringOffsets.length - 1) lie(`ring ${ring} is said to be ring ${from}, which does not exist`);
        else if (!sameRing(ringOf(layer, from), ringOf(geometry, ring))) lie(`ring ${ring} of feature ${feature} is said to equal ring ${from} of the layer and does not\n    ${show([{ kind: PartKind.Line, rings: [ringOf(layer, from)] }], [{ kind: PartKind.Line, rings: [ringOf(geometry, ring)] }])}`);
        else if (namedRings.has(from)) lie(`ring ${from} of the layer is named twice`);
        namedRings.add(from);
      }
    }
    for (let ring = at(layer.partOffsets, firstPart); endPart > firstPart && ring < at(layer.partOffsets, endPart); ring++) {
      if (namedRings.has(ring)) continue;
      // A shell that came to equal a removed hole is correct: it continues the shell that it was.
      const twin = outRings.find((out) => at(sourceRing, out) === -1 && isShell(geometry, out) === isShell(layer, ring) && sameRing(ringOf(geometry, out), ringOf(layer, ring)));
      if (twin !== undefined) lie(`ring ${twin} of the patch (feature ${feature}) equals ring ${ring} of the layer and is not said to`);
    }
    judgeVertices(layer, patch, i, reach, broken);
  });
  return broken;
}

function isShell(layer: Layer, ring: number): boolean {
  return layer.partOffsets.includes(ring);
}

function judgeClosed(geometry: Layer, ring: number, lie: (message: string) => void): void {
  const positions = ringOf(geometry, ring);
  if (positions.length === 0) {
    lie(`ring ${ring} has no vertex`);
    return;
  }
  const [first, last] = [at(positions, 0), at(positions, positions.length - 1)];
  if (!first.every((value, k) => sameNumber(value, at(last, k)))) lie(`ring ${ring} of the patch is not closed in every ordinate: ${first.join(' ')} … ${last.join(' ')}`);
}

/**
 * Vertices that stay keep z and m. If all vertices of a feature have one, so do new ones, within the range of the layer. A corner
 * of another feature without it, cut out of the interior of this one, contributes none.
 */
function judgeVertices(layer: Layer, patch: Patch, i: number, reach: number, broken: Broken[]): void {
  const { geometry, sourceVertex } = patch;
  const feature = at(patch.features, i);
  const vertexRange = (of: Layer, index: number): [number, number] => {
    const [part, end] = [at(of.featureOffsets, index), at(of.featureOffsets, index + 1)];
    return [at(of.ringOffsets, at(of.partOffsets, part)), at(of.ringOffsets, at(of.partOffsets, end))];
  };
  const [first, end] = vertexRange(layer, feature);
  const [start, stop] = vertexRange(geometry, i);
  for (const name of ['z', 'm'] as const) {
    const [from, to] = [layer[name], geometry[name]];
    if (from === null || to === null) continue;
    const known = Array.from(from.subarray(first, end)).filter((value) => Number.isFinite(value));
    const all = known.length === end - first && known.length > 0;
    const everywhere = from.filter((value) => Number.isFinite(value));
    const [low, high] = [Math.min(...everywhere), Math.max(...everywhere)];
    const slack = 1e-9 * Math.max(Math.abs(low), Math.abs(high));
    for (let vertex = start; vertex < stop; vertex++) {
      const source = at(sourceVertex, vertex);
      const value = at(to, vertex);
      const place = `${name} at ${at(geometry.xy, 2 * vertex)} ${at(geometry.xy, 2 * vertex + 1)} of feature ${feature}`;
      if (source >= first && source < end) {
        if (!sameNumber(value, at(from, source))) broken.push({ promise: 'ordinates', message: `${place} was ${at(from, source)} and is ${value}` });
      } else if (all && !(value >= low - slack && value <= high + slack) && !(Number.isNaN(value) && everywhere.length < from.length)) {
        broken.push({ promise: 'ordinates', message: `${place} is new and has ${value}, outside ${low} to ${high} of the layer` });
      }
    }
  }
  for (let vertex = start; vertex < stop; vertex++) {
    const source = at(sourceVertex, vertex);
    if (source === -1) continue;
    if (source < -1 || source >= layer.xy.length / 2) {
      broken.push({ promise: 'sources', message: `vertex ${vertex} is said to come from ${source}, which does not exist` });
      continue;
    }
    const moved = Math.hypot(at(geometry.xy, 2 * vertex) - at(layer.xy, 2 * source), at(geometry.xy, 2 * vertex + 1) - at(layer.xy, 2 * source + 1));
    if (!(moved <= reach)) broken.push({ promise: 'sources', message: `vertex ${vertex} of feature ${feature} comes from vertex ${source} and moved by ${moved}, more than ${reach}` });
  }
}
