import { PartKind } from '@geoinsights/geometry';
import { Coordinates } from './coordinates.ts';
import { reaches } from './drawing.ts';
import type { Drawing } from './drawing.ts';
import type { Extent, ProjectedLayer } from './projected-layer.ts';
import { SMALL } from './small.ts';

/** In pixels. A renderer draws what is smaller than half a pixel not at all, and nobody finds a spot of three on a street map. */
const CELL = 4;
/** What is smaller is hardly drawn. */
const FAINT = 1.5;
/** Small features this many cells apart, or less, belong together. */
const REACH = 2;

/** Cells in each direction that have keys of their own; cells that far apart are never in one view. */
const CELLS = 2 ** 26;

/** Pairs of a group and a larger feature that are compared. With more of them, the larger features are seen, whatever else is. */
const MOST_COMPARISONS = 2e7;

/** Cells that are looked at for neighbours. With more of them, the view is full. */
const MOST_GROUPED = 40_000;

export interface MarkedView {
  /** Left, bottom, right, top each: features outside all of them are left out. */
  readonly extents: readonly Readonly<Extent>[];
  /** Metres per pixel. */
  readonly resolution: number;
}

/** Where small features are. */
interface Cell {
  readonly column: number;
  readonly row: number;
  readonly box: Extent;
  /** Whether all of them are hardly drawn. */
  isFaint: boolean;
  isGrouped: boolean;
}

/**
 * What shows where areas and lines are that are too small to be seen in a view: a dot where they lie apart from everything else, as a farm does
 * on the map of a country, and where they lie close together a square in each place, so that the whole has its shape.
 */
export function drawMarks(layers: readonly ProjectedLayer[], { extents, resolution }: MarkedView): Drawing {
  const large: Extent[] = [];
  const cells = new Map<number, Cell>();
  const size = CELL * resolution;
  for (const layer of layers) {
    for (let feature = 0; feature < layer.features; feature += 1) {
      if (!reaches(layer, feature, { extents })) continue;
      const box = boxOf(layer, feature);
      const extension = Math.max(box[2] - box[0], box[3] - box[1]);
      // Points have symbols.
      if (extension >= SMALL * resolution || hasPoint(layer, feature)) large.push(box);
      else addTo(cells, box, size, extension < FAINT * resolution);
    }
  }
  const dots = new Coordinates();
  const squares = new Coordinates();
  const groups = cells.size > MOST_GROUPED ? [[...cells.values()]] : groupsOf(cells);
  const isCompared = groups.length * large.length <= MOST_COMPARISONS;
  for (const group of groups) {
    const box = group.reduce<Extent>((sum, cell) => united(sum, cell.box), [Infinity, Infinity, -Infinity, -Infinity]);
    const isSmall = Math.max(box[2] - box[0], box[3] - box[1]) < SMALL * resolution;
    if (!isSmall) for (const { box: each, isFaint } of group) if (isFaint) addSquare(squares, each[0], each[1], size / 2);
    if (isSmall && !(isCompared && large.some((each) => areTouching(each, box)))) dots.push((box[0] + box[2]) / 2, (box[1] + box[3]) / 2);
  }
  const polygons = squares.finish();
  const ringEnds = Int32Array.from({ length: polygons.length / 10 }, (_, square) => (square + 1) * 10);
  return { polygons, ringEnds, bundleEnds: ringEnds.length > 0 ? Int32Array.of(ringEnds.length) : new Int32Array(0), lines: new Float64Array(0), lineEnds: new Int32Array(0), points: dots.finish() };
}

function boxOf({ boxes }: ProjectedLayer, feature: number): Extent {
  const at = feature * 4;
  return [boxes[at] ?? NaN, boxes[at + 1] ?? NaN, boxes[at + 2] ?? NaN, boxes[at + 3] ?? NaN];
}

function areTouching([left, bottom, right, top]: Extent, [west, south, east, north]: Readonly<Extent>): boolean {
  return left <= east && right >= west && bottom <= north && top >= south;
}

function united(one: Extent, other: Extent): Extent {
  return [Math.min(one[0], other[0]), Math.min(one[1], other[1]), Math.max(one[2], other[2]), Math.max(one[3], other[3])];
}

function hasPoint({ source: { geometry } }: ProjectedLayer, feature: number): boolean {
  const { featureOffsets, partKinds } = geometry;
  return partKinds.subarray(featureOffsets[feature], featureOffsets[feature + 1]).includes(PartKind.Point);
}

function addTo(cells: Map<number, Cell>, box: Extent, size: number, isFaint: boolean): void {
  const column = Math.floor((box[0] + box[2]) / 2 / size);
  const row = Math.floor((box[1] + box[3]) / 2 / size);
  const key = keyOf(column, row);
  const known = cells.get(key);
  cells.set(key, { column, row, box: known === undefined ? box : united(known.box, box), isFaint: isFaint && known?.isFaint !== false, isGrouped: false });
}

function keyOf(column: number, row: number): number {
  return (column % CELLS) * CELLS + (row % CELLS);
}

/** The cells that are connected. */
function groupsOf(cells: ReadonlyMap<number, Cell>): Cell[][] {
  const groups: Cell[][] = [];
  for (const first of cells.values()) {
    if (first.isGrouped) continue;
    first.isGrouped = true;
    const group = [first];
    for (const { column, row } of group) {
      for (let right = -REACH; right <= REACH; right += 1) {
        for (let up = -REACH; up <= REACH; up += 1) {
          const near = cells.get(keyOf(column + right, row + up));
          if (near === undefined || near.isGrouped) continue;
          near.isGrouped = true;
          group.push(near);
        }
      }
    }
    groups.push(group);
  }
  return groups;
}

/** Clockwise, like all shells. */
function addSquare(to: Coordinates, x: number, y: number, side: number): void {
  for (const [right, up] of [[0, 0], [0, side], [side, side], [side, 0], [0, 0]] as const) to.push(x + right, y + up);
}
