import { putExtent } from '../layer/extent.ts';
import type { Findings } from '../layer/findings.ts';
import { PartKind } from '../layer/layer.ts';
import type { Layer, Patch } from '../layer/layer.ts';
import { extractFeatures } from '../layer/neighbourhood.ts';
import type { CoordinateUnits, Winding } from '../options.ts';
import { twiceSignedArea } from '../rings.ts';
import { enclosuresOf } from './enclosures.ts';
import type { Enclosures } from './enclosures.ts';
import { writeInOrder } from './ring-writer.ts';
import type { OrderedPart } from './ring-writer.ts';

export interface RingOrderOptions {
  readonly units: CoordinateUnits;
  readonly shellWinding: Winding;
}

/**
 * Reorders the rings of parts in which a hole contains the shell, because such an order cannot be meant. The outermost ring
 * is the shell. Inside it, land and hole alternate with each ring inward, and each island becomes a part. A ring that does
 * not lie inside it stays a hole of its part, and so does a ring that crosses others; the rules on holes handle those.
 *
 * This comes before everything else, because matching needs to know which side of a border is land.
 *
 * @returns null if every part is in order.
 */
export function orderRings(layer: Layer, { units, shellWinding }: RingOrderOptions): { readonly patch: Patch; readonly findings: Findings } | null {
  const candidates = candidateFeatures(layer);
  if (candidates.length === 0) return null;
  const extract = extractFeatures(layer, candidates);
  const { partOffsets, partKinds } = extract.layer;
  const enclosures = enclosuresOf(extract.layer, units);
  if (enclosures === null) return null;
  return writeInOrder(extract, {
    orderOf: (part) => (partKinds[part] === PartKind.Polygon ? inOrder(partOffsets[part], partOffsets[part + 1], enclosures) : null),
    isDirected: shellWinding === 'clockwise',
    fault: { kind: 'hole-outside-shell', action: 'hole-became-part' },
    ringOfFault: (_part, [[shell]]) => shell,
  });
}

/** The rings [first, end) of a part, divided into the parts that they are; null if no hole contains the shell. */
function inOrder(first: number, end: number, enclosures: Enclosures): OrderedPart[] | null {
  const { contains, areEqual, covering, firstAlike, area } = enclosures;
  let shell = first;
  for (let ring = first + 1; ring < end; ring++) if (contains(ring, first) && (shell === first || area[ring] > area[shell])) shell = ring;
  if (shell === first) return null;
  /** Distinct rings, and for each ring the first that equals it. Twins are duplicates and count once. */
  const distinct: number[] = [];
  const twinOf = new Map<number, number>();
  for (let ring = first; ring < end; ring++) {
    const alike = firstAlike(ring);
    const twin = alike < ring ? (twinOf.get(alike) ?? alike) : covering(ring).find((other) => other < ring && !twinOf.has(other) && areEqual(other, ring));
    if (twin === undefined) distinct.push(ring);
    else twinOf.set(ring, twin);
  }
  shell = twinOf.get(shell) ?? shell;
  const parts = new Map<number, number[]>([[shell, [shell]]]);
  const holeOf = new Map<number, number>();
  const within = distinct.filter((ring) => contains(shell, ring));
  for (const ring of within) {
    const around = covering(ring).filter((other) => !twinOf.has(other) && contains(other, ring));
    // Includes the ring itself: the second ring inward is the first hole.
    if (around.length % 2 === 0) parts.set(ring, [ring]);
    else holeOf.set(ring, around.reduce((least, other) => (area[other] < area[least] ? other : least)));
  }
  for (let ring = first; ring < end; ring++) {
    if (parts.has(ring)) continue;
    const twin = twinOf.get(ring) ?? ring;
    (parts.get(parts.has(twin) ? twin : (holeOf.get(twin) ?? shell)) ?? parts.get(shell))?.push(ring);
  }
  return [...parts.values()];
}

/** The features with a part whose hole may contain the shell. Few layers have any. */
function candidateFeatures(layer: Layer): Int32Array {
  const { partOffsets, featureOffsets, partKinds } = layer;
  const found: number[] = [];
  for (let feature = 0; feature + 1 < featureOffsets.length; feature++) {
    let isFound = false;
    for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1] && !isFound; part++) {
      if (partKinds[part] === PartKind.Polygon && partOffsets[part + 1] - partOffsets[part] > 1) isFound = hasLargeHole(layer, part);
    }
    if (isFound) found.push(feature);
  }
  return Int32Array.from(found);
}

/**
 * Whether a hole reaches as far as the shell on all sides, or is as large. The shell may have spikes, and either ring may cross
 * itself.
 */
function hasLargeHole({ xy, ringOffsets, partOffsets }: Layer, part: number): boolean {
  const [first, end] = [partOffsets[part], partOffsets[part + 1]];
  const shellArea = Math.abs(twiceSignedArea(xy, ringOffsets[first], ringOffsets[first + 1]));
  const [shell, hole] = [new Float64Array(4), new Float64Array(4)];
  putExtent(xy, ringOffsets[first], ringOffsets[first + 1], shell, 0);
  for (let ring = first + 1; ring < end; ring++) {
    putExtent(xy, ringOffsets[ring], ringOffsets[ring + 1], hole, 0);
    if (hole[0] <= shell[0] && hole[1] <= shell[1] && hole[2] >= shell[2] && hole[3] >= shell[3]) return true;
    const isApart = hole[0] > shell[2] || hole[1] > shell[3] || hole[2] < shell[0] || hole[3] < shell[1];
    if (!isApart && Math.abs(twiceSignedArea(xy, ringOffsets[ring], ringOffsets[ring + 1])) >= shellArea) return true;
  }
  return false;
}
