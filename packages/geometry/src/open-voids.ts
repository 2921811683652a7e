import { addTo } from './arrays/multimap.ts';
import { startExamination } from './examination.ts';
import { Ground } from './ground.ts';
import type { Layer } from './layer/layer.ts';
import type { CoordinateUnits, Tolerances } from './options.ts';
import { BorderNetwork } from './screening/border-network.ts';
import { openSegmentsOf } from './screening/border-segments.ts';
import type { BorderSegments } from './screening/border-segments.ts';
import { featuresApart } from './screening/features-apart.ts';
import { pairSegments } from './screening/pairing.ts';
import { unlessTooTangled } from './tangled.ts';
import { largestCircle } from './widths/largest-circle.ts';

/** Voids that are wider than this many gap widths are lakes, reserves or land that nobody has registered, and not worth a mention. */
const WIDEST = 10;
/** So are those of more than this many that are not long … */
const WIDEST_COMPACT = 4;
/** … that is, whose area is less than this many squares of their width. */
const LONG = 3;
/** How many segments are measured for one void (some tenths of a second), and for all. Of more intricate ones, the width is the largest that was found by then. */
const MOST_WORK = 20_000_000;
const MOST_WORK_FOR_ALL = 100_000_000;

/** A void between features that is not closed. Lengths and areas are in metres for geographic coordinates, else in coordinate units. */
export interface OpenVoid {
  /** A corner of it: the westernmost vertex, of several the southernmost. */
  readonly x: number;
  readonly y: number;
  /** The diameter of the largest circle that fits inside, to two digits. */
  readonly width: number;
  /** To six digits: the last ones depend on the order of borders. */
  readonly area: number;
  /** The features around it, at least two, those with the longest border first. */
  readonly features: readonly number[];
}

/** How voids are told from others. */
interface OpenVoidOptions {
  readonly units: CoordinateUnits;
  readonly tolerances: Pick<Tolerances, 'maxGapWidth'>;
  /** Whether gaps stay and are findings. Then only wider voids are asked for. */
  readonly reportsGaps: boolean;
}

/**
 * The narrow voids between two features or more that a repair leaves open, narrowest first: wider than the gap width but up to four times as wide, or ten times
 * if they are long, or narrower and shaped like a road. They are no faults by the tolerances, but whoever knows the land may see gaps in them.
 *
 * @param layer without overlaps. @param openBorders its open borders, if they are known.
 */
export function findOpenVoids(layer: () => Layer, openBorders: readonly BorderSegments[] | null, { units, tolerances: { maxGapWidth }, reportsGaps }: OpenVoidOptions): OpenVoid[] {
  if (!(maxGapWidth > 0)) return [];
  const ground = new Ground(units);
  const widest = WIDEST * maxGapWidth;
  const allBorders = openBorders ?? openBordersOf(layer());
  const featureCount = 1 + allBorders.reduce((most, { feature }) => feature.reduce((max, one) => Math.max(max, one), most), 0);
  const borders = nearOthers(allBorders, featureCount, widest, ground);
  if (borders.every(({ feature }) => feature.length === 0)) return [];
  const network = new BorderNetwork(borders, () => true, ground);
  if (unlessTooTangled(() => network.node(new Uint8Array(featureCount), () => false)) !== true) return [];
  const found: { readonly face: number; readonly area: number; readonly least: number }[] = [];
  network.forEachVoid((face, area, perimeter) => {
    const least = (2 * area) / perimeter;
    if (least < widest) found.push({ face, area, least });
  });
  found.sort((p, q) => p.least - q.least);
  const voids: OpenVoid[] = [];
  let work = 0;
  for (const { face, area, least } of found) {
    const outline = new Outline(network.bordersOf(face), ground);
    const { diameter: width, work: ofOne } = largestCircle(outline.onGround(), least, widest, Math.min(MOST_WORK, MOST_WORK_FOR_ALL - work));
    work += ofOne;
    if (width >= widest || (reportsGaps && width < maxGapWidth)) continue;
    if (width < WIDEST_COMPACT * maxGapWidth || area >= LONG * width ** 2) voids.push({ ...outline.corner, width: rounded(width, 2), area: rounded(area, 6), features: outline.features() });
  }
  return voids.sort((p, q) => p.width - q.width || p.x - q.x || p.y - q.y);
}

function rounded(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}

function openBordersOf(layer: Layer): BorderSegments[] {
  const { prepared } = startExamination(layer);
  return [openSegmentsOf(pairSegments(prepared, new Uint8Array(prepared.changed.length), null), () => true)];
}

/**
 * The borders of features that others come near. The open borders of a feature begin where others end, or run all around it, so one whose open borders
 * are apart from all others lies in a void wider than any that is mentioned.
 */
function nearOthers(borders: readonly BorderSegments[], featureCount: number, widest: number, ground: Ground): readonly BorderSegments[] {
  const extents = new Float64Array(4 * featureCount).map((_, side) => (side % 4 < 2 ? Infinity : -Infinity));
  for (const { ends, feature } of borders) {
    for (let i = 0; i < ends.length; i += 2) {
      const at = 4 * feature[i >> 2];
      if (ends[i] < extents[at]) extents[at] = ends[i];
      if (ends[i + 1] < extents[at + 1]) extents[at + 1] = ends[i + 1];
      if (ends[i] > extents[at + 2]) extents[at + 2] = ends[i];
      if (ends[i + 1] > extents[at + 3]) extents[at + 3] = ends[i + 1];
    }
  }
  const isApart = featuresApart(extents, { snapDistance: 0, maxGapWidth: widest }, ground);
  if (isApart === null) return borders;
  return borders.map(({ ends, feature }) => {
    const kept = feature.map((one) => 1 - isApart[one]);
    return { ends: ends.filter((_, i) => kept[i >> 2] === 1), feature: feature.filter((_, i) => kept[i] === 1) };
  });
}

/** The outline of a void, the same however the layer was cut for its repair. */
class Outline {
  readonly corner: { readonly x: number; readonly y: number };
  private readonly borders: BorderSegments;
  private readonly ground: Ground;

  constructor(borders: BorderSegments, ground: Ground) {
    this.borders = borders;
    this.ground = ground;
    const { ends } = borders;
    let [x, y] = [Infinity, Infinity];
    for (let i = 0; i < ends.length; i += 2) if (ends[i] < x || (ends[i] === x && ends[i + 1] < y)) [x, y] = [ends[i], ends[i + 1]];
    this.corner = { x, y };
  }

  features(): number[] {
    const { ends, feature } = this.borders;
    const lengths = new Map<number, number[]>();
    for (const [i, one] of feature.entries()) addTo(lengths, one, this.ground.length(ends[4 * i], ends[4 * i + 1], ends[4 * i + 2], ends[4 * i + 3]));
    // Added in ascending order: the order of borders must not decide between two features.
    const totals = Array.from(lengths, ([one, parts]) => [one, parts.sort((p, q) => p - q).reduce((sum, part) => sum + part, 0)] as const);
    return totals.sort(([p, longP], [q, longQ]) => longQ - longP || p - q).map(([one]) => one);
  }

  /** x and y of both ends of each segment, on the ground, from the corner. */
  onGround(): Float64Array {
    const { borders: { ends }, corner, ground } = this;
    const order = Array.from({ length: ends.length / 4 }, (_, i) => i).sort((p, q) => ends[4 * p] - ends[4 * q] || ends[4 * p + 1] - ends[4 * q + 1] || ends[4 * p + 2] - ends[4 * q + 2] || ends[4 * p + 3] - ends[4 * q + 3]);
    const outline = new Float64Array(ends.length);
    for (const [place, segment] of order.entries()) {
      for (let end = 0; end < 4; end += 2) {
        outline[4 * place + end] = (ends[4 * segment + end] - corner.x) * ground.scaleX(ends[4 * segment + end + 1]);
        outline[4 * place + end + 1] = (ends[4 * segment + end + 1] - corner.y) * ground.scaleY;
      }
    }
    return outline;
  }
}
