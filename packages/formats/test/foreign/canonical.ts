import { PartKind } from '@geoinsights/geometry';
import type { Layer } from '@geoinsights/geometry';

export type Position = readonly number[];
export interface Part {
  readonly kind: 'point' | 'line' | 'polygon';
  readonly rings: readonly (readonly Position[])[];
}
/** The parts of a feature; null if it has no geometry. */
export type Feature = readonly Part[] | null;

/** The features of a layer as a reader would return them: as many ordinates as the layer has. */
export function featuresOf({ xy, z, m, ringOffsets, partOffsets, featureOffsets, partKinds }: Layer): Feature[] {
  const position = (vertex: number): Position => [xy[2 * vertex], xy[2 * vertex + 1], ...(z === null ? [] : [z[vertex]]), ...(m === null ? [] : [m[vertex]])];
  const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);
  return range(0, featureOffsets.length - 1).map((feature) =>
    range(featureOffsets[feature], featureOffsets[feature + 1]).map((part) => ({
      kind: partKinds[part] === PartKind.Polygon ? ('polygon' as const) : partKinds[part] === PartKind.Line ? ('line' as const) : ('point' as const),
      rings: range(partOffsets[part], partOffsets[part + 1]).map((ring) => range(ringOffsets[ring], ringOffsets[ring + 1]).map(position)),
    })),
  );
}

/**
 * A feature as text that is equal for equal geometry: readers may reverse rings, start them elsewhere, omit the closing vertex and order
 * parts and holes freely. Every ordinate counts with all its digits.
 * @param ordinates how many of each position are compared.
 */
export function canonical(feature: Feature, ordinates: number): string {
  const parts = (feature ?? []).flatMap(({ kind, rings }) => {
    if (rings.every((ring) => ring.length === 0)) return [];
    if (kind === 'point') return rings.flat().map((point) => `point ${spelt(point, ordinates)}`);
    if (kind === 'line') return rings.map((ring) => `line ${ring.map((point) => spelt(point, ordinates)).join(' ')}`);
    const [shell = [], ...holes] = rings.map((ring) => canonicalRing(ring.map((point) => spelt(point, ordinates))));
    return [`polygon ${[shell, ...holes.sort()].join(' | ')}`];
  });
  return parts.sort().join('\n');
}

function spelt(position: Position, ordinates: number): string {
  // Adding 0 turns -0 into 0. Some formats write a missing ordinate as 0 or "no data", others omit it.
  return Array.from({ length: ordinates }, (_, at) => String((at < 2 ? position[at] : usable(position[at])) + 0)).join(',');
}

function usable(ordinate: number | undefined): number {
  return ordinate === undefined || Number.isNaN(ordinate) || ordinate < -1e38 ? 0 : ordinate;
}

function canonicalRing(ring: readonly string[]): string {
  const open = ring.length > 1 && ring[0] === ring.at(-1) ? ring.slice(0, -1) : ring;
  const ways = [open, open.toReversed()].map((way) => {
    const first = way.reduce((best, point, at) => (point < way[best] ? at : best), 0);
    return [...way.slice(first), ...way.slice(0, first)].join(' ');
  });
  return ways.sort()[0];
}
