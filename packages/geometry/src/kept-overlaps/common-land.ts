import Flatbush from 'flatbush';
import { Int32List, markedIndices } from '../arrays/growable.ts';
import { range } from '../arrays/range.ts';
import { startOf } from '../edges/half-edges.ts';
import { startExamination } from '../examination.ts';
import type { ArrangedTopology } from '../faces/arranged-topology.ts';
import { claimedFaces, withCells } from '../faces/claimed-faces.ts';
import { Ground } from '../ground.ts';
import { featureExtents } from '../layer/feature-extents.ts';
import type { Layer } from '../layer/layer.ts';
import { extractFeatures } from '../layer/neighbourhood.ts';
import { screenFeatures } from '../screening/screen-features.ts';
import { nodeLayerIfPossible } from '../noding/node-layer.ts';
import type { CoordinateUnits } from '../options.ts';
import { unlessTooTangled } from '../tangled.ts';

/** If a larger share of the features may have a fault, all are assumed to have one. */
const LARGEST_DOUBTFUL_SHARE = 1 / 2;
/**
 * A layer with more pairs per feature than this is dense: its pairs are examined one by one, because there would be too many faces.
 */
export const MOST_PAIRS_A_FEATURE = 24;
/** How many pairs may be gathered from the faces of a layer, with repetitions, before examining them one by one is faster. */
const MOST_PAIRS_OF_FACES = 20_000_000;

type Extent = readonly [minX: number, minY: number, maxX: number, maxY: number];

/** The land that two features have in common. */
export interface CommonLand {
  readonly feature: number;
  /** Always the later one. */
  readonly other: number;
  /** On the ground. */
  readonly area: number;
  /** The length of its border, on the ground. */
  readonly perimeter: number;
  /** The total area of each feature. */
  readonly featureArea: number;
  readonly otherArea: number;
  /** A point on its border, in coordinate units. */
  readonly x: number;
  readonly y: number;
  /** In coordinate units. */
  readonly extent: Extent;
}

/**
 * Which features overlap and by how much, in the order of the features. Time and memory grow with nothing but the number of
 * overlapping pairs; faces would belong to thousands of features each where many lie on top of each other.
 */
export function commonLand(layer: Layer, units: CoordinateUnits): CommonLand[] {
  const ground = new Ground(units);
  const candidates = candidateFeatures(layer, ground);
  const pairs = pairsThatMeet(layer, candidates);
  if (pairs.length === 0) return [];
  if (pairs.length / 2 <= MOST_PAIRS_A_FEATURE * candidates.length) {
    const found = landOfPairs(layer, candidates, ground);
    if (found !== null) return inOrder(found);
  }
  return inOrder(landPairByPair(layer, pairs, ground));
}

/** Like `commonLand`, given the earlier result before some features changed. In a dense layer, only their pairs are examined again. */
export function commonLandAgain(layer: Layer, units: CoordinateUnits, known: readonly CommonLand[], isChanged: Uint8Array): CommonLand[] {
  const all = pairsThatMeet(layer, range(layer.featureOffsets.length - 1));
  if (all.length / 2 <= MOST_PAIRS_A_FEATURE * isChanged.length) return commonLand(layer, units);
  const pairs = new Int32List();
  for (let i = 0; i < all.length; i += 2) {
    if (isChanged[all.data[i]] === 0 && isChanged[all.data[i + 1]] === 0) continue;
    pairs.push(all.data[i]);
    pairs.push(all.data[i + 1]);
  }
  const untouched = known.filter(({ feature, other }) => isChanged[feature] === 0 && isChanged[other] === 0);
  return inOrder([...untouched, ...landPairByPair(layer, pairs, new Ground(units))]);
}

function landPairByPair(layer: Layer, pairs: Int32List, ground: Ground): CommonLand[] {
  const found: CommonLand[] = [];
  const two = new Int32Array(2);
  for (let i = 0; i < pairs.length; i += 2) {
    [two[0], two[1]] = [pairs.data[i], pairs.data[i + 1]];
    for (const land of landOfPairs(layer, two, ground) ?? []) found.push(land);
  }
  return found;
}

function inOrder(lands: CommonLand[]): CommonLand[] {
  return lands.sort((p, q) => p.feature - q.feature || p.other - q.other);
}

/** The features that screening cannot show to be clean. All overlapping features are among them. */
function candidateFeatures(layer: Layer, ground: Ground): Int32Array {
  const featureCount = layer.featureOffsets.length - 1;
  const { prepared } = startExamination(layer);
  const nothing = { snapDistance: 0, maxGapWidth: 0, unit: 'metre' } as const;
  const { isCandidate } = screenFeatures(prepared, ground, nothing, LARGEST_DOUBTFUL_SHARE * featureCount);
  return isCandidate === null ? range(featureCount) : markedIndices(isCandidate);
}

/** Pairs of features whose extents overlap, with the earlier feature of each pair first. */
function pairsThatMeet(layer: Layer, features: Int32Array): Int32List {
  const extents = featureExtents(layer);
  const withExtent = features.filter((feature) => extents[4 * feature] <= extents[4 * feature + 2]);
  const pairs = new Int32List();
  if (withExtent.length < 2) return pairs;
  const index = new Flatbush(withExtent.length);
  for (const feature of withExtent) index.add(extents[4 * feature], extents[4 * feature + 1], extents[4 * feature + 2], extents[4 * feature + 3]);
  index.finish();
  for (const feature of withExtent) {
    const [minX, minY, maxX, maxY] = extents.subarray(4 * feature, 4 * feature + 4);
    const meets = (other: number): boolean => other > feature && extents[4 * other] < maxX && extents[4 * other + 2] > minX && extents[4 * other + 1] < maxY && extents[4 * other + 3] > minY;
    for (const item of index.search(minX, minY, maxX, maxY, (candidate) => meets(withExtent[candidate]))) {
      pairs.push(feature);
      pairs.push(withExtent[item]);
    }
  }
  return pairs;
}

/** @returns null if there are too many faces, or faces of too many features. */
function landOfPairs(layer: Layer, features: Int32Array, ground: Ground): CommonLand[] | null {
  return unlessTooTangled(() => {
    const extract = extractFeatures(layer, features);
    const noded = nodeLayerIfPossible(extract.layer, ground);
    if (noded === null) return null;
    const arranged = withCells(claimedFaces(noded), null);
    const { vertices, edges, cells, regions } = arranged;
    const { offsets, items } = regions.featureSets;
    const membersOf = (cell: number): Int32Array => items.data.subarray(offsets.data[cells.featureSet[cell]], offsets.data[cells.featureSet[cell] + 1]);
    const extentOf = extentsOfCells(arranged);
    const lands = new Map<number, { feature: number; other: number; area: number; perimeter: number; x: number; y: number; extent: Extent }>();
    const featureArea = new Float64Array(features.length);
    let work = 0;
    for (let cell = 1; cell < cells.count; cell++) {
      const members = membersOf(cell);
      work += (members.length * (members.length - 1)) / 2;
      if (work > MOST_PAIRS_OF_FACES) return null;
      for (const feature of members) featureArea[feature] += cells.area[cell];
      forEachPair(members, (feature, other) => {
        const key = feature * features.length + other;
        const land = lands.get(key);
        if (land !== undefined) {
          land.area += cells.area[cell];
          land.extent = aroundBoth(land.extent, extentOf(cell));
          return;
        }
        const [x, y] = startOf(vertices, edges, cells.anchor[cell]);
        lands.set(key, { feature, other, area: cells.area[cell], perimeter: 0, x, y, extent: extentOf(cell) });
      });
      if (members.length < 2) continue;
      for (let i = cells.borderOffsets[cell]; i < cells.borderOffsets[cell + 1]; i++) {
        const beyond = new Set(membersOf(cells.borderOther[i]));
        forEachPair(members, (feature, other) => {
          if (beyond.has(feature) && beyond.has(other)) return;
          const land = lands.get(feature * features.length + other);
          if (land !== undefined) land.perimeter += cells.borderLength[i];
        });
      }
    }
    return Array.from(lands.values(), (land) => ({ ...land, feature: features[land.feature], other: features[land.other], featureArea: featureArea[land.feature], otherArea: featureArea[land.other] }));
  });
}

/** The extents of the cells that have a border, which those of shared land do. */
function extentsOfCells({ vertices: { x, y }, edges, arrangement: { faceOfHalfEdge }, cells: { cellOfFace, count } }: ArrangedTopology): (cell: number) => Extent {
  const extents = new Float64Array(4 * count);
  for (let cell = 0; cell < count; cell++) extents.set([Infinity, Infinity, -Infinity, -Infinity], 4 * cell);
  const reach = (cell: number, vertex: number): void => {
    extents[4 * cell] = Math.min(extents[4 * cell], x[vertex]);
    extents[4 * cell + 1] = Math.min(extents[4 * cell + 1], y[vertex]);
    extents[4 * cell + 2] = Math.max(extents[4 * cell + 2], x[vertex]);
    extents[4 * cell + 3] = Math.max(extents[4 * cell + 3], y[vertex]);
  };
  for (let half = 0; half < 2 * edges.count; half++) {
    if (faceOfHalfEdge[half] < 0) continue;
    const cell = cellOfFace[faceOfHalfEdge[half]];
    reach(cell, edges.a[half >> 1]);
    reach(cell, edges.b[half >> 1]);
  }
  return (cell) => [extents[4 * cell], extents[4 * cell + 1], extents[4 * cell + 2], extents[4 * cell + 3]];
}

function aroundBoth([minX, minY, maxX, maxY]: Extent, [otherMinX, otherMinY, otherMaxX, otherMaxY]: Extent): Extent {
  return [Math.min(minX, otherMinX), Math.min(minY, otherMinY), Math.max(maxX, otherMaxX), Math.max(maxY, otherMaxY)];
}

function forEachPair(members: Int32Array, visit: (feature: number, other: number) => void): void {
  for (let i = 0; i < members.length; i++) for (let j = i + 1; j < members.length; j++) visit(members[i], members[j]);
}
