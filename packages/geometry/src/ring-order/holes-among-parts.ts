import { addTo } from '../arrays/multimap.ts';
import { labelledFaces } from '../faces/claimed-faces.ts';
import { areasOfSets } from '../faces/labels.ts';
import { Ground } from '../ground.ts';
import { putExtent } from '../layer/extent.ts';
import type { Findings } from '../layer/findings.ts';
import { PartKind } from '../layer/layer.ts';
import type { Layer, Patch } from '../layer/layer.ts';
import { extractFeatures } from '../layer/neighbourhood.ts';
import { nodeLayerIfPossible } from '../noding/node-layer.ts';
import type { CoordinateUnits } from '../options.ts';
import { twiceSignedArea } from '../rings.ts';
import type { RingOrderOptions } from './ring-order.ts';
import { ringsOf, writeInOrder } from './ring-writer.ts';

/** Fewest parts that must agree before the direction of a ring says anything: two of a drawing may agree by chance. */
const FEWEST_AGREEING = 8;
/** There may be one part that runs the other way without being a hole for each ten that are. */
const HOLES_FOR_ONE_AGAINST = 10;
/** A ring with less area than this share of its squared diagonal has no direction. */
const NO_AREA = 1e-9;
/** Most rings that are looked at, each time around a face; it takes a second or so. */
const MOST_LOOKS = 2 ** 28;

/**
 * Turns parts that were meant as holes into holes. Some converters write each ring of a shapefile as a part of its own. Then all shells of the layer run
 * one way, and holes run the other way, inside the parts that they are cut from. A drawing of a few parts may look the same by chance, so this is done
 * only if the layer is consistent: enough parts agree, and hardly any runs the other way elsewhere. In all other layers, a part within another is
 * united with it.
 *
 * The answer depends on the whole layer, so this must not be asked of some of its features.
 *
 * @returns null if no part is a hole.
 */
export function holesAmongParts(layer: Layer, { units, shellWinding }: RingOrderOptions): { readonly patch: Patch; readonly findings: Findings } | null {
  // There, the direction has said what is a hole when the file was read.
  if (shellWinding === 'clockwise') return null;
  const candidates = featuresOfBothDirections(layer);
  if (candidates.length === 0) return null;
  const areas = Array.from(layer.partKinds, (_, part) => directedArea(layer, part));
  // Shells run as most land is wound around: a hole has less than the part around it.
  const ofShells = areas.reduce((sum, area) => sum + area, 0) < 0 ? -1 : 1;
  const shellCount = areas.filter((area) => Math.sign(area) === ofShells).length;
  const otherCount = areas.filter((area) => Math.sign(area) === -ofShells).length;
  const isConsistent = (holes: number): boolean => holes > 0 && holes >= HOLES_FOR_ONE_AGAINST * (otherCount - holes) && shellCount + holes >= FEWEST_AGREEING;
  const extract = extractFeatures(layer, candidates);
  const { partKinds, partOffsets } = extract.layer;
  const isHole = Uint8Array.from(partKinds, (_, part) => (partOffsets[part + 1] - partOffsets[part] === 1 && Math.sign(areas[extract.origins.part[part]]) === -ofShells ? 1 : 0));
  // Most layers whose parts run either way show it without noding.
  if (!isConsistent(isHole.reduce((sum, each) => sum + each, 0))) return null;
  const shellOf = shellsAround(extract.layer, units, isHole);
  if (shellOf === null || !isConsistent(shellOf.size)) return null;
  const holesOf = new Map<number, number[]>();
  for (const [hole, shell] of shellOf) addTo(holesOf, shell, partOffsets[hole]);
  return writeInOrder(extract, {
    orderOf: (part) => {
      if (shellOf.has(part)) return [];
      const holes = holesOf.get(part);
      return holes === undefined ? null : [[...ringsOf(extract.layer, part), ...holes]];
    },
    isDirected: false,
    fault: { kind: 'ring-overlap', action: 'part-became-hole' },
    ringOfFault: (part) => (shellOf.has(part) ? partOffsets[part] : null),
  });
}

/** Features with shells of both directions. Few layers have any. */
function featuresOfBothDirections(layer: Layer): Int32Array {
  const { featureOffsets } = layer;
  const found: number[] = [];
  for (let feature = 0; feature + 1 < featureOffsets.length; feature++) {
    if (featureOffsets[feature + 1] - featureOffsets[feature] < 2) continue;
    let [first, isFound] = [0, false];
    for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1] && !isFound; part++) {
      const direction = Math.sign(directedArea(layer, part));
      isFound = first !== 0 && direction === -first;
      if (first === 0) first = direction;
    }
    if (isFound) found.push(feature);
  }
  return Int32Array.from(found);
}

/** Twice the area of the shell of a part, negative if it runs clockwise; 0 if it has next to none and so no direction, or if the part is no polygon. */
function directedArea({ xy, ringOffsets, partOffsets, partKinds }: Layer, part: number): number {
  if (partKinds[part] !== PartKind.Polygon || partOffsets[part] === partOffsets[part + 1]) return 0;
  const [first, end] = [ringOffsets[partOffsets[part]], ringOffsets[partOffsets[part] + 1]];
  const extent = new Float64Array(4);
  putExtent(xy, first, end, extent, 0);
  const area = twiceSignedArea(xy, first, end);
  return Math.abs(area) > NO_AREA * ((extent[2] - extent[0]) ** 2 + (extent[3] - extent[1]) ** 2) ? area : 0;
}

/**
 * For each part that may be a hole, the part that it would be cut from: the smallest of its feature with most of its land. Land in a hole of a part is not
 * land of that part.
 *
 * @returns null if the edges cannot be noded, or if it would take too long.
 */
function shellsAround(layer: Layer, units: CoordinateUnits, isHole: Uint8Array): ReadonlyMap<number, number> | null {
  const noded = nodeLayerIfPossible(layer, new Ground(units));
  if (noded === null) return null;
  const { prepared: { partOfRing, featureOfRing }, arrangement, labels, labels: { sets } } = labelledFaces(noded);
  const setArea = areasOfSets(labels, arrangement);
  const { offsets: { data: offsets }, items: { data: items } } = sets;
  const area = new Float64Array(isHole.length);
  const setsOf = new Map<number, number[]>();
  let looks = 0;
  for (let set = 0; set < sets.count; set++) {
    if (!(setArea[set] > 0)) continue;
    for (let i = offsets[set]; i < offsets[set + 1]; i += 2) {
      const part = partOfRing[items[i]];
      if (items[i] !== layer.partOffsets[part]) continue;
      area[part] += setArea[set];
      if (isHole[part] === 0) continue;
      addTo(setsOf, part, set);
      looks += sets.sizeOf(set) / 2;
    }
    if (looks > MOST_LOOKS) return null;
  }
  const shells = new Map<number, number>();
  const within = new Map<number, number>();
  for (const [hole, own] of setsOf) {
    const feature = featureOfRing[layer.partOffsets[hole]];
    within.clear();
    for (const set of own) {
      for (let i = offsets[set]; i < offsets[set + 1]; i += 2) {
        const part = partOfRing[items[i]];
        if (items[i] !== layer.partOffsets[part] || isHole[part] === 1 || featureOfRing[items[i]] !== feature) continue;
        // Rings ascend, so a hole of the part follows its shell.
        const isLand = i + 2 === offsets[set + 1] || partOfRing[items[i + 2]] !== part;
        if (isLand) within.set(part, (within.get(part) ?? 0) + setArea[set]);
      }
    }
    let shell = -1;
    for (const [part, common] of within) if (common > area[hole] / 2 && area[part] > area[hole] && (shell < 0 || area[part] < area[shell])) shell = part;
    if (shell >= 0) shells.set(hole, shell);
  }
  return shells;
}
