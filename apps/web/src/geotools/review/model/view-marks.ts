import { FINDING_WEIGHTS } from '@geoinsights/contract';
import type { FindingWeight } from '@geoinsights/contract';
import { PartKind } from '@geoinsights/geometry';
import type { ProjectedLayer } from '../../../map-drawing/projected-layer.ts';
import { symbolOf } from './kinds.ts';
import type { Symbol } from './kinds.ts';
import type { FindingColumns } from './sheet.ts';

/** A mark for findings in a view: a single one, or the number of those that lie together. */
export interface Mark {
  readonly x: number;
  readonly y: number;
  readonly count: number;
  /** The most serious of those here. */
  readonly finding: number;
  readonly kind: string;
  readonly weight: FindingWeight;
  readonly symbol: Symbol;
}

/** A finding large enough to be drawn in its true shape. */
export interface DrawnFinding {
  readonly finding: number;
  readonly weight: FindingWeight;
  readonly isLand: boolean;
  readonly coordinates: Float64Array<ArrayBuffer>;
  /** Where each ring or line ends, counted in numbers. */
  readonly ends: number[];
}

export interface ViewMarks {
  readonly marks: Mark[];
  readonly drawn: DrawnFinding[];
  /** The number of visible findings, and the most serious of them. */
  readonly seen: number;
  readonly weightiest: number | null;
}

export interface MarkedView {
  /** Left, bottom, right, top: the extent with marks, larger than the view, so that the map can be moved a little before the next request. */
  readonly extent: readonly [number, number, number, number];
  /** The part of it that is visible now. */
  readonly window: readonly [number, number, number, number];
  /** Map units per pixel. */
  readonly resolution: number;
}

/** Findings within a square of this side, in pixels, share a mark. */
const CELL = 44;
/** Marks closer together than this, in pixels, would hide each other. */
const NEAREST = 26;
/** Findings with a smaller box, in pixels, have only a mark. */
const SMALLEST_DRAWN = 6;
const MOST_DRAWN = 1500;
const MOST_VERTICES = 60_000;

/**
 * The findings of a view, clustered by a grid that stays fixed when the map moves: at most one mark per cell, hence some hundreds per view, however
 * many findings there are. One pass over all boxes handles half a million in a few milliseconds.
 * @param order the findings shown, the most serious first.
 */
export function marksIn(findings: FindingColumns, shapes: ProjectedLayer, order: Int32Array, { extent, window, resolution }: MarkedView): ViewMarks {
  const side = CELL * resolution;
  const [left, bottom, right, top] = extent;
  const columns = Math.ceil((right - left) / side) + 2;
  const firstColumn = Math.floor(left / side);
  const firstRow = Math.floor(bottom / side);
  const cells = new Map<number, Cluster>();
  const drawn: DrawnFinding[] = [];
  let vertices = 0;
  let seen = 0;
  let weightiest: number | null = null;
  const { boxes } = shapes;
  for (const finding of order) {
    const at = finding * 4;
    const [west, south, east, north] = [boxes[at] ?? NaN, boxes[at + 1] ?? NaN, boxes[at + 2] ?? NaN, boxes[at + 3] ?? NaN];
    // A box of NaN intersects nothing.
    if (!(west <= right && east >= left && south <= top && north >= bottom)) continue;
    if (hasShape(shapes, finding) && drawn.length < MOST_DRAWN && vertices < MOST_VERTICES && Math.max(east - west, north - south) >= SMALLEST_DRAWN * resolution) {
      const shape = shapeOf(findings, shapes, finding);
      vertices += shape.coordinates.length / 2;
      drawn.push(shape);
    }
    const x = (west + east) / 2;
    const y = (south + north) / 2;
    if (x >= window[0] && x <= window[2] && y >= window[1] && y <= window[3]) {
      seen += 1;
      weightiest ??= finding;
    }
    const cell = (Math.floor(y / side) - firstRow) * columns + (Math.floor(x / side) - firstColumn);
    const known = cells.get(cell);
    if (known === undefined) cells.set(cell, { finding, x, y, count: 1 });
    else known.count += 1;
  }
  const marks = apart([...cells.values()], NEAREST * resolution).map(({ finding, x, y, count }) => {
    const kind = findings.kind(finding);
    return { finding, x, y, count, kind, weight: findings.weight(finding), symbol: symbolOf(kind) };
  });
  // The last one drawn lies on top: the most serious.
  return { marks: marks.sort((a, b) => weightRank(b) - weightRank(a)), drawn: drawn.reverse(), seen, weightiest };
}

/** A finding that is only a point has only a mark, however large the land that it represents. */
function hasShape({ source: { geometry } }: ProjectedLayer, finding: number): boolean {
  return geometry.partKinds[geometry.featureOffsets[finding] ?? 0] !== PartKind.Point;
}

interface Cluster {
  readonly finding: number;
  readonly x: number;
  readonly y: number;
  count: number;
}

/** Clusters, the most serious first. Those of neighbouring cells may overlap: then the less serious one is counted with the other and gets no mark. */
function apart(clusters: readonly Cluster[], distance: number): Cluster[] {
  const kept = new Map<string, Cluster>();
  const cellOf = (place: number) => Math.floor(place / distance);
  const neighbourOf = ({ x, y }: Cluster): Cluster | undefined => {
    for (const column of [-1, 0, 1]) {
      for (const row of [-1, 0, 1]) {
        const other = kept.get(`${cellOf(x) + column} ${cellOf(y) + row}`);
        if (other !== undefined && Math.abs(other.x - x) < distance && Math.abs(other.y - y) < distance) return other;
      }
    }
    return undefined;
  };
  for (const cluster of clusters) {
    const neighbour = neighbourOf(cluster);
    if (neighbour === undefined) kept.set(`${cellOf(cluster.x)} ${cellOf(cluster.y)}`, cluster);
    else neighbour.count += cluster.count;
  }
  return [...kept.values()];
}

function weightRank({ weight }: Mark): number {
  return FINDING_WEIGHTS.findIndex((each) => each === weight);
}

/** The rings of all its parts, or its lines. */
export function shapeOf(findings: FindingColumns, { source }: ProjectedLayer, finding: number): DrawnFinding {
  const { xy, featureOffsets, partOffsets, ringOffsets, partKinds } = source.geometry;
  const firstPart = featureOffsets[finding] ?? 0;
  const firstRing = partOffsets[firstPart] ?? 0;
  const endRing = partOffsets[featureOffsets[finding + 1] ?? 0] ?? 0;
  const start = (ringOffsets[firstRing] ?? 0) * 2;
  const end = (ringOffsets[endRing] ?? 0) * 2;
  return {
    finding,
    weight: findings.weight(finding),
    isLand: partKinds[firstPart] === PartKind.Polygon,
    coordinates: xy.slice(start, end),
    ends: Array.from(ringOffsets.subarray(firstRing + 1, endRing + 1), (ring) => ring * 2 - start),
  };
}
