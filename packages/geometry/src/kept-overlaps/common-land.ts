import Flatbush from 'flatbush';
import { Int32List, markedIndices } from '../arrays/growable.ts';
import { range } from '../arrays/range.ts';
import { startExamination } from '../examination.ts';
import { Ground } from '../ground.ts';
import { featureExtents } from '../layer/feature-extents.ts';
import type { Layer } from '../layer/layer.ts';
import { extractFeatures } from '../layer/neighbourhood.ts';
import { screenFeatures } from '../screening/screen-features.ts';
import type { CoordinateUnits } from '../options.ts';
import { NearRings } from './near-rings.ts';
import { pairsTogether } from './pairs-together.ts';
import { landOfFaces } from './land-of-faces.ts';
import type { SharedLand } from './land-of-faces.ts';

/** If a larger share of the features may have a fault, all are assumed to have one. */
const LARGEST_DOUBTFUL_SHARE = 1 / 2;
/**
 * A layer with more pairs per feature than this is dense: its pairs are examined one by one, because there would be too many faces.
 */
export const MOST_PAIRS_A_FEATURE = 24;

/** The land that two features have in common. */
export interface CommonLand extends SharedLand {
  /** The total area of each feature. */
  readonly featureArea: number;
  readonly otherArea: number;
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

/** Examines pairs without the land that three or more share. */
function landPairByPair(layer: Layer, pairs: Int32List, ground: Ground): CommonLand[] {
  const found: CommonLand[] = [];
  const rings = new NearRings(layer);
  const areas = new Map<number, number>();
  const areaOf = (feature: number): number => {
    const area = areas.get(feature) ?? landOfFaces(extractFeatures(layer, Int32Array.of(feature)).layer, ground)?.featureArea[0] ?? NaN;
    areas.set(feature, area);
    return area;
  };
  const examine = (some: readonly number[]): boolean => {
    const features = Int32Array.from(some).sort();
    const land = landOfFaces(rings.extract(features), ground);
    for (const { feature, other, ...shared } of land?.shared ?? []) {
      const [one, two] = [features[feature], features[other]];
      found.push({ ...shared, feature: one, other: two, featureArea: areaOf(one), otherArea: areaOf(two) });
    }
    return land !== null;
  };
  for (const { feature, others } of pairsTogether(pairs, featureExtents(layer))) {
    if (!examine([feature, ...others])) for (const other of others) examine([feature, other]);
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

/** @returns null as `landOfFaces` does. */
function landOfPairs(layer: Layer, features: Int32Array, ground: Ground): CommonLand[] | null {
  const land = landOfFaces(extractFeatures(layer, features).layer, ground);
  return land === null ? null : land.shared.map((shared) => ({ ...shared, feature: features[shared.feature], other: features[shared.other], featureArea: land.featureArea[shared.feature], otherArea: land.featureArea[shared.other] }));
}
