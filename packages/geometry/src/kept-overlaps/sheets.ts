import { addTo } from '../arrays/multimap.ts';
import Flatbush from 'flatbush';
import { isDigitisedTwice } from '../decisions/digitised-twice.ts';
import { Ground } from '../ground.ts';
import { featureExtents, FeatureExtents } from '../layer/feature-extents.ts';
import type { Layer } from '../layer/layer.ts';
import { PartKind } from '../layer/layer.ts';
import type { CoordinateUnits, LandElsewhere, Tolerances } from '../options.ts';
import type { RepairOptions } from '../repair-options.ts';
import type { CommonLand } from './common-land.ts';
import { loneOverlaps } from './lone-overlaps.ts';

const NO_REACH = { snapDistance: 0, maxGapWidth: 0, unit: 'metre' } as const;

/** The overlaps that are kept. */
export function keptOverlaps(lands: readonly CommonLand[], snapDistance: number): CommonLand[] {
  return lands.filter(({ area, perimeter, featureArea, otherArea }) => !isDigitisedTwice(area, perimeter, Math.min(featureArea, otherArea), snapDistance));
}

/** The sheets of a layer, and in which of them features overlap each other: between neighbours, or as borders that were digitised twice. */
export interface Sheets {
  /** The features of each sheet, ascending. */
  readonly features: readonly Int32Array[];
  readonly haveOverlaps: readonly boolean[];
}

/** The sheets for these overlaps. Those between neighbours are no reason to part them. */
export function sheetsFor(layer: Layer, lands: readonly CommonLand[], tolerances: Tolerances, units: CoordinateUnits): Sheets {
  const kept = keptOverlaps(lands, tolerances.snapDistance);
  const lone = loneOverlaps(kept, tolerances, new Ground(units));
  const features = sheetsOf(layer, kept.filter((land) => !lone.has(land)), units);
  const sheetOf = sheetOfEach(features);
  const haveOverlaps = features.map(() => false);
  for (const { feature, other } of lands) if (sheetOf.get(feature) === sheetOf.get(other)) haveOverlaps[sheetOf.get(feature) ?? 0] = true;
  return { features, haveOverlaps };
}

/** How a sheet is repaired and examined: with the tolerances of the whole layer. */
export function optionsOfSheet(options: RepairOptions, { snapDistance, maxGapWidth, keepsCorridors = false }: Tolerances, landElsewhere: LandElsewhere): RepairOptions {
  return { ...options, snapDistance, maxGapWidth, keepsCorridors, landElsewhere };
}

/**
 * Divides the features into sheets. Within a sheet, no feature overlaps another except by what is matched, and by lots. Features with the
 * fewest overlaps come first: a boundary drawn over a hundred parcels goes to one sheet, and all the parcels together to
 * another. Of features with equally many, those with more neighbours come first, because then the most borders are matched, then those further
 * west and south: the order of the features must not decide which borders are matched.
 *
 * @returns the features of each sheet, ascending.
 */
function sheetsOf(layer: Layer, kept: readonly CommonLand[], units: CoordinateUnits): Int32Array[] {
  const partners = new Map<number, number[]>();
  const meet = (feature: number, other: number): void => {
    addTo(partners, feature, other);
  };
  for (const { feature, other } of kept) {
    meet(feature, other);
    meet(other, feature);
  }
  const featureCount = layer.featureOffsets.length - 1;
  const all = new FeatureExtents(featureExtents(layer), NO_REACH, new Ground(units));
  const neighbours = new Map(Array.from(partners, ([feature, others]) => [feature, all.nearFeature(feature, () => true).length - others.length]));
  const moreNeighbours = (feature: number, other: number): number => (neighbours.get(other) ?? 0) - (neighbours.get(feature) ?? 0);
  const sheetOf = new Int32Array(featureCount);
  const placed = new Set<number>();
  let sheetCount = 1;
  for (const [feature, others] of [...partners].sort((p, q) => p[1].length - q[1].length || moreNeighbours(p[0], q[0]) || compareExtents(all.extents, p[0], q[0]) || p[0] - q[0])) {
    const taken = new Set(others.filter((other) => placed.has(other)).map((other) => sheetOf[other]));
    let sheet = 0;
    while (taken.has(sheet)) sheet++;
    sheetOf[feature] = sheet;
    placed.add(feature);
    sheetCount = Math.max(sheetCount, sheet + 1);
  }
  const sheets = Array.from({ length: sheetCount }, (): number[] => []);
  for (let feature = 0; feature < featureCount; feature++) sheets[sheetOf[feature]].push(feature);
  return sheets.map((features) => Int32Array.from(features));
}

function compareExtents(extents: Float64Array, feature: number, other: number): number {
  for (let at = 0; at < 4; at++) {
    const difference = extents[4 * feature + at] - extents[4 * other + at];
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The overlaps that stay: those that are kept, and those whose features are in different sheets, where nothing matches them. */
export function keptAmong(sheets: readonly Int32Array[], lands: readonly CommonLand[], snapDistance: number): CommonLand[] {
  const kept = keptOverlaps(lands, snapDistance);
  return [...kept, ...apartIn(sheets, lands, kept)];
}

function sheetOfEach(sheets: readonly Int32Array[]): Map<number, number> {
  return new Map(sheets.flatMap((features, sheet) => Array.from(features, (feature): [number, number] => [feature, sheet])));
}

/** Overlaps that would be matched if their features were not in different sheets, where nothing examines them. */
function apartIn(sheets: readonly Int32Array[], lands: readonly CommonLand[], kept: readonly CommonLand[]): CommonLand[] {
  const sheetOf = sheetOfEach(sheets);
  const known = new Set(kept);
  return lands.filter((land) => !known.has(land) && sheetOf.get(land.feature) !== sheetOf.get(land.other));
}

/** For each sheet, the land of all others. It is indexed on first use, because there is hardly ever a gap to test. */
export function landBeyondSheets(layer: Layer, sheets: readonly Int32Array[]): (sheet: number) => LandElsewhere {
  const { xy, ringOffsets, partOffsets, featureOffsets, partKinds } = layer;
  const sheetOf = new Int32Array(featureOffsets.length - 1);
  for (const [sheet, features] of sheets.entries()) for (const feature of features) sheetOf[feature] = sheet;
  let index: Flatbush | null = null;
  const extents = featureExtents(layer);

  return (sheet) => ({
    mayCover([minX, minY, maxX, maxY], x, y) {
      index ??= indexOf(extents);
      return index.search(minX, minY, maxX, maxY, (feature) => sheetOf[feature] !== sheet && (entersExtent(feature, minX, minY, maxX, maxY) || windsAround(feature, x, y))).length > 0;
    },
  });

  function entersExtent(feature: number, minX: number, minY: number, maxX: number, maxY: number): boolean {
    return someSegment(feature, (ax, ay, bx, by) => Math.min(ax, bx) <= maxX && Math.max(ax, bx) >= minX && Math.min(ay, by) <= maxY && Math.max(ay, by) >= minY);
  }

  function windsAround(feature: number, x: number, y: number): boolean {
    let inside = false;
    someSegment(feature, (ax, ay, bx, by) => {
      if (ay > y !== by > y && ax + ((y - ay) / (by - ay)) * (bx - ax) < x) inside = !inside;
      return false;
    });
    return inside;
  }

  function someSegment(feature: number, isWanted: (ax: number, ay: number, bx: number, by: number) => boolean): boolean {
    for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
      if (partKinds[part] !== PartKind.Polygon) continue;
      for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
        const [first, end] = [ringOffsets[ring], ringOffsets[ring + 1]];
        for (let i = first; i < end; i++) {
          const j = i + 1 < end ? i + 1 : first;
          if (isWanted(xy[2 * i], xy[2 * i + 1], xy[2 * j], xy[2 * j + 1])) return true;
        }
      }
    }
    return false;
  }
}

/** Of all features. A feature without an extent lies nowhere and is never found. */
function indexOf(extents: Float64Array): Flatbush {
  const index = new Flatbush(extents.length / 4);
  for (let at = 0; at < extents.length; at += 4) index.add(extents[at], extents[at + 1], extents[at + 2], extents[at + 3]);
  index.finish();
  return index;
}
