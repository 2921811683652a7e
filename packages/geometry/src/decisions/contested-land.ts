import { addTo } from '../arrays/multimap.ts';
import { DisjointSets } from '../arrays/disjoint-sets.ts';
import type { ArrangedTopology } from '../faces/arranged-topology.ts';
import { facesOfLayer, withCells } from '../faces/claimed-faces.ts';
import { findGaps } from '../faces/gaps.ts';
import { ownPoints } from '../faces/own-points.ts';
import { landOfClaims } from '../faces/land-of-claims.ts';
import type { Layer } from '../layer/layer.ts';
import type { CoordinateUnits, Tolerances } from '../options.ts';

/** Land that more features than this claim is not a matter between two of them; it is repaired by the rules. */
const MOST_CLAIMANTS = 16;

/** A connected piece of land that two features claim, or a gap. Features are those of the arranged layer. */
export interface ContestedLand {
  readonly kind: 'overlap' | 'gap';
  /** Whether it is a void that is too wide for a gap, or shaped like a road. It stays unless a decision names it. */
  readonly isVoid: boolean;
  /** For an overlap its two features, ascending; for a gap those around it, starting with the one with the longest border. */
  readonly features: readonly number[];
  readonly cells: readonly number[];
  /** On the ground. */
  readonly area: number;
  /** The total area of each of the two features that overlap; empty for a gap. */
  readonly featureAreas: readonly number[];
  /** Half-edges with the land on their left and none of it on their right. */
  readonly border: readonly number[];
  /** A point on its border that does not depend on how the layer is written. */
  readonly x: number;
  readonly y: number;
}

export interface ContestedLayer {
  readonly arranged: ArrangedTopology;
  /** The features of each cell, without helpers. */
  readonly claimantsOf: (cell: number) => readonly number[];
  readonly lands: readonly ContestedLand[];
}

/**
 * The faces of a layer, and all land in it that is a gap or that two features claim, pair by pair. Nothing is matched, so points
 * are those of the input.
 *
 * @param featureCount further features are helpers: their borders are noded, and they claim nothing.
 * @param isRim as in `Examination`.
 * @param gapWidth voids narrower than this are found as well, whatever the tolerances.
 */
export function contestedLand(layer: Layer, featureCount: number, isRim: Uint8Array | null, units: CoordinateUnits, tolerances: Tolerances, gapWidth = 0): ContestedLayer {
  const arranged = withCells(facesOfLayer(layer, units), isRim);
  const { cells } = arranged;
  const claimed = landOfClaims(arranged, featureCount);
  const { claimantsOf, featureArea } = claimed;
  const groups = pairedCells(arranged, claimantsOf);
  // If the cell beyond is an overlap, the void lies between all features that claim it, because all of them keep it if it is left.
  const gaps = findGaps(arranged, claimed, tolerances, {});
  const isGap = new Set(gaps.map(({ cell }) => cell));
  const voids = gapWidth > tolerances.maxGapWidth ? findGaps(arranged, claimed, { ...tolerances, maxGapWidth: gapWidth }, {}).filter(({ cell }) => !isGap.has(cell)) : [];
  const landOfCell = new Map<number, number[]>();
  const found = [
    ...groups.map(({ features, cells: members }) => ({ kind: 'overlap' as const, isVoid: false, features, cells: members, featureAreas: features.map((feature) => featureArea[feature]) })),
    ...[...gaps, ...voids].map(({ cell, neighbours, lengths }, i) => ({ kind: 'gap' as const, isVoid: i >= gaps.length, features: byLength(neighbours, lengths), cells: [cell], featureAreas: [] })),
  ];
  found.forEach(({ cells: members }, land) => {
    for (const cell of members) addTo(landOfCell, cell, land);
  });
  const borders = bordersOfLands(arranged, found.length, landOfCell);
  const points = ownPoints(
    arranged,
    found.map(({ cells: members }) => members.reduce((least, cell) => (cells.compareAnchors(cell, least) < 0 ? cell : least))),
    (land) => (found[land].kind === 'gap' ? 'gap' : found[land].features.join(' ')),
  );
  const lands = found.map((land, i): ContestedLand => {
    const [x, y] = points[i];
    return { ...land, area: land.cells.reduce((sum, cell) => sum + cells.area[cell], 0), border: borders[i], x, y };
  });
  return { arranged, claimantsOf, lands };
}

/** For each pair of features, the groups of adjacent cells that both claim; ordered by pair. */
function pairedCells({ cells }: ArrangedTopology, claimantsOf: (cell: number) => readonly number[]): { features: readonly number[]; cells: readonly number[] }[] {
  const pairs: { readonly features: readonly [number, number]; readonly cell: number }[] = [];
  const pairsOfCell = new Map<number, Map<string, number>>();
  for (let cell = 1; cell < cells.count; cell++) {
    const features = claimantsOf(cell);
    if (features.length < 2 || features.length > MOST_CLAIMANTS) continue;
    const own = new Map<string, number>();
    features.forEach((feature, i) => {
      for (const other of features.slice(i + 1)) {
        own.set(`${feature} ${other}`, pairs.length);
        pairs.push({ features: [feature, other], cell });
      }
    });
    pairsOfCell.set(cell, own);
  }
  const sets = new DisjointSets(pairs.length);
  for (const [cell, own] of pairsOfCell) {
    for (let border = cells.borderOffsets[cell]; border < cells.borderOffsets[cell + 1]; border++) {
      const other = pairsOfCell.get(cells.borderOther[border]);
      if (other === undefined || cells.borderOther[border] < cell) continue;
      for (const [key, pair] of own) {
        const same = other.get(key);
        if (same !== undefined) sets.union(pair, same);
      }
    }
  }
  const groups = new Map<number, number[]>();
  pairs.forEach(({ cell }, pair) => {
    const root = sets.find(pair);
    addTo(groups, root, cell);
  });
  return [...groups].map(([root, members]) => ({ features: pairs[root].features, cells: members }));
}

/** The half-edges along the border of each land. */
function bordersOfLands({ edges, arrangement: { faceOfHalfEdge }, cells: { cellOfFace } }: ArrangedTopology, count: number, landOfCell: ReadonlyMap<number, readonly number[]>): number[][] {
  const borders = Array.from({ length: count }, (): number[] => []);
  if (count === 0) return borders;
  for (let half = 0; half < 2 * edges.count; half++) {
    if (faceOfHalfEdge[half] < 0) continue;
    const here = landOfCell.get(cellOfFace[faceOfHalfEdge[half]]);
    if (here === undefined) continue;
    const beyond = landOfCell.get(cellOfFace[faceOfHalfEdge[half ^ 1]]);
    for (const land of here) if (beyond?.includes(land) !== true) borders[land].push(half);
  }
  return borders;
}

function byLength(features: readonly number[], lengths: readonly number[]): number[] {
  return features.map((feature, i) => ({ feature, length: lengths[i] })).sort((p, q) => q.length - p.length || p.feature - q.feature).map(({ feature }) => feature);
}
