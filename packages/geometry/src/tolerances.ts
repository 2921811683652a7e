import { edgeLengths } from './auto/edge-lengths.ts';
import { borderEvidence } from './auto/evidence.ts';
import { partExtents, sampleBorders } from './auto/border-sample.ts';
import type { PartExtents } from './auto/border-sample.ts';
import { coordinateStep } from './auto/precision.ts';
import { Ground } from './ground.ts';
import type { Layer } from './layer/layer.ts';
import { partExtentsOf } from './layer/part-extents.ts';
import { featuresOf } from './layer/placed-features.ts';
import type { PlacedFeatures } from './layer/placed-features.ts';
import type { CoordinateUnits, ToleranceEvidence, Tolerances } from './options.ts';
import type { RepairOptions } from './repair-options.ts';

/** Upper bound for the snap distance: borders digitised twice are no further apart than this share of the vertex spacing … */
const SNAP_SHARE = 1 / 100;
/** … and than this share of the size of the layer, in case there are few vertices. */
const EXTENT_SHARE = 1 / 500;
/** A sliver is narrower than this share of the vertex spacing; anything wider may be a lake … */
const GAP_SHARE = 2 / 5;
/** … and than this share of the size of the layer. */
const GAP_EXTENT_SHARE = 1 / 50;
/**
 * If vertices are close together on some borders only, as where fields logged by a GNSS receiver lie next to parcels with few corners, the edges of the
 * other borders limit the gap width: slivers are narrower than this share of their length …
 */
const GAP_COARSE_SHARE = 1 / 20;
/** … but no wider than this, because wider ones are not measured. */
const MOST_GAP_COARSE = 2;
/** The edges of the other borders: the longest ones, which make up this share of the length of all borders. */
const COARSE_SHARE = 1 / 4;
/** The snap distance without evidence from slivers; the gap width is twice as large. Less than the width of any road. */
const SNAP_UNPROVEN = 0.5;
/**
 * … but up to these values if coordinates are rounded: a vertex on another feature's edge may end up
 * beside it by up to one step.
 */
const MOST_SNAP_UNPROVEN = 1;
const MOST_GAP_UNPROVEN = 1.5;
/** A sliver is measured in many places, but its widest point may be missed. */
const GAP_OF_NOISE = 1.25;
/** The snap distance is at most this share of the width of the narrowest corridor, so that no road or stream is closed by matching its banks. */
const SNAP_OF_CORRIDOR = 0.8;
/** A vertex may be matched more than once, and so may an edge that was bent by it. In no test has a border moved by more than two and a half snap distances. */
const MATCHED_TIMES = 2.5;
/** Without evidence, the gap width is at most this share of the largest that the data allows. */
const UNPROVEN_SHARE = 1 / 2;

export interface AutoTolerances extends Tolerances {
  readonly evidence: ToleranceEvidence;
}

/** Tolerances are round numbers, so that a slightly different layer gets the same ones. */
const STEPS = [7, 5, 3, 2, 1.5, 1];

/** The tolerances for a layer, with `auto` taken from its data. */
export function resolveTolerances(layer: Layer | PlacedFeatures, options: RepairOptions): Tolerances {
  const { snapDistance, maxGapWidth, units } = options;
  if (snapDistance !== 'auto' && maxGapWidth !== 'auto') {
    return { snapDistance: Math.min(snapDistance, largestSnap(options)), maxGapWidth, unit: unitOf(new Ground(units)), ...(options.keepsCorridors === true ? { keepsCorridors: true } : {}) };
  }
  return asAsked('xy' in layer ? autoTolerances(layer, units) : measureTolerances(layer, units), options);
}

/**
 * The largest gap width that a repair of a layer may come to. With `auto` it may be raised once clear cases are repaired, and a repair with other
 * rules need not come to the same.
 */
export function largestGapWidth(layer: Layer, options: RepairOptions, { maxGapWidth }: Tolerances): number {
  if (options.maxGapWidth !== 'auto' && options.keepsCorridors !== true) return maxGapWidth;
  partExtentsOf(layer);
  return Math.max(maxGapWidth, boundsOf(featuresOf(layer), new Ground(options.units)).mostGap);
}

/**
 * The tolerances for a layer; null if its data cannot ask for larger ones than these. Finding that out takes a fraction of the time for measuring
 * them.
 */
export function tolerancesAbove(tolerances: Tolerances, layer: Layer | PlacedFeatures, options: RepairOptions): Tolerances | null {
  if (options.snapDistance !== 'auto' && options.maxGapWidth !== 'auto') return null;
  // The measurement looks them up, and so do later stages.
  if ('xy' in layer) partExtentsOf(layer);
  const features = 'xy' in layer ? featuresOf(layer) : layer;
  const bounds = boundsOf(features, new Ground(options.units));
  const isLargestSnap = options.snapDistance !== 'auto' || tolerances.snapDistance >= Math.min(bounds.mostSnap, largestSnap(options));
  const isLargestGap = options.maxGapWidth !== 'auto' || tolerances.maxGapWidth >= bounds.mostGap;
  return isLargestSnap && isLargestGap ? null : asAsked(measureTolerances(features, options.units, bounds), options);
}

/** The measured values instead of each tolerance that is `auto`. */
function asAsked({ snapDistance, maxGapWidth, unit, evidence }: AutoTolerances, options: RepairOptions): Tolerances {
  const keepsCorridors = options.maxGapWidth === 'auto' || options.keepsCorridors === true;
  return {
    snapDistance: Math.min(options.snapDistance === 'auto' ? snapDistance : options.snapDistance, largestSnap(options)),
    maxGapWidth: options.maxGapWidth === 'auto' ? maxGapWidth : options.maxGapWidth,
    unit,
    evidence,
    ...(keepsCorridors ? { keepsCorridors } : {}),
  };
}

/** How far vertices may be matched, so that no border moves further than the rules for land allow. */
function largestSnap({ landRules }: RepairOptions): number {
  return (landRules?.maxDisplacement ?? Infinity) / MATCHED_TIMES;
}

/**
 * Tolerances from the data alone.
 *
 * Without evidence they are half a metre and a metre, or a little more if coordinates are rounded to steps that large: less than
 * any road. Slivers, that is slowly tapering strips between the borders of two features, are evidence that borders were digitised twice,
 * unless many others taper fast, and raise both tolerances to what closes them. The snap distance stays below the narrowest strip of nearly constant width, a
 * road or a stream. Neither ever exceeds what the data allows: with s the lower quartile of the lengths of polygon edges and e the
 * diagonal of the extent, s/100 and e/500 for the snap distance, 2s/5 and e/50 for the gap width. If the longest edges, which make up a quarter of the
 * length of all borders, have a length of at least c, a gap width of c/20, up to 2 m, is allowed as well. All are rounded to 1, 1.5, 2,
 * 3, 5 or 7 times a power of ten.
 */
export function autoTolerances(layer: Layer, units: CoordinateUnits): AutoTolerances {
  let ofLayer = known.get(layer);
  if (ofLayer === undefined) {
    ofLayer = new Map();
    known.set(layer, ofLayer);
  }
  let tolerances = ofLayer.get(units.kind);
  if (tolerances === undefined) {
    // The measurement looks them up, and so do later stages.
    partExtentsOf(layer);
    tolerances = measureTolerances(featuresOf(layer), units);
    ofLayer.set(units.kind, tolerances);
  }
  return tolerances;
}

/** Measurements of layers that are still in use: the tolerances of a repair are announced before the repair itself needs them. */
const known = new WeakMap<Layer, Map<CoordinateUnits['kind'], AutoTolerances>>();

/** The largest tolerances that the data of a layer allows. */
interface Bounds {
  /** The lower quartile of the lengths of polygon edges; NaN if there are none. */
  readonly spacing: number;
  readonly parts: PartExtents;
  /** Before it is rounded. */
  readonly gap: number;
  readonly mostSnap: number;
  readonly mostGap: number;
}

function boundsOf(layer: PlacedFeatures, ground: Ground): Bounds {
  const parts = partExtents(layer);
  const lengths = edgeLengths(layer, parts, ground);
  if (lengths.length === 0) return { spacing: NaN, parts, gap: 0, mostSnap: 0, mostGap: 0 };
  const spacing = lengths[Math.floor(lengths.length / 4)];
  const diagonal = ground.length(parts.minX, parts.minY, parts.maxX, parts.maxY);
  const ofCoarse = Math.min(MOST_GAP_COARSE, coarseSpacing(lengths) * GAP_COARSE_SHARE);
  const gap = Math.min(Math.max(spacing * GAP_SHARE, ofCoarse), diagonal * GAP_EXTENT_SHARE);
  return { spacing, parts, gap, mostSnap: roundDown(Math.min(spacing * SNAP_SHARE, diagonal * EXTENT_SHARE)), mostGap: roundDown(gap) };
}

/** The minimum length of the longest edges that together make up a quarter of the length of all borders. @param lengths ascending. */
function coarseSpacing(lengths: Float64Array): number {
  let left = COARSE_SHARE * lengths.reduce((sum, length) => sum + length, 0);
  let i = lengths.length;
  while (i > 1 && left > 0) left -= lengths[--i];
  return lengths[Math.min(i, lengths.length - 1)];
}

/** Like `autoTolerances`, for features wherever they are stored, and measured each time. */
function measureTolerances(layer: PlacedFeatures, units: CoordinateUnits, bounds: Bounds = boundsOf(layer, new Ground(units))): AutoTolerances {
  const ground = new Ground(units);
  const unit = unitOf(ground);
  const { spacing, parts, gap: mostGapExactly, mostSnap, mostGap } = bounds;
  if (Number.isNaN(spacing)) return { snapDistance: 0, maxGapWidth: 0, unit, evidence: { slivers: 0, corridor: Infinity, coordinateStep: 0, edgeLength: 0 } };
  const reach = mostGap;
  const sample = sampleBorders(layer, parts, reach / ground.smallestScaleX(parts.minY, parts.maxY), reach / ground.scaleY);
  const step = coordinateStep(sample.vertices, ground);
  const snap = Math.min(MOST_SNAP_UNPROVEN, Math.max(SNAP_UNPROVEN, step));
  const gap = Math.min(MOST_GAP_UNPROVEN, 2 * snap, roundDown(UNPROVEN_SHARE * mostGapExactly));
  const { noise, corridor } = borderEvidence(sample, ground, reach);
  const belowCorridors = roundDown(SNAP_OF_CORRIDOR * corridor);
  return {
    snapDistance: Math.min(mostSnap, Math.max(roundDown(snap), Math.min(roundUp(noise), belowCorridors))),
    maxGapWidth: Math.min(mostGap, Math.max(roundDown(gap), roundUp(GAP_OF_NOISE * noise))),
    unit,
    evidence: { slivers: estimate(noise), corridor: estimate(corridor), coordinateStep: estimate(step), edgeLength: estimate(spacing) },
  };
}

/** The last digits mean nothing. */
function estimate(length: number): number {
  return Number(length.toPrecision(4));
}

function unitOf(ground: Ground): Tolerances['unit'] {
  return ground.geographic ? 'metre' : 'coordinate unit';
}

/** The largest of the steps times a power of ten that is not above the value. */
function roundDown(value: number): number {
  if (!(value > 0)) return 0;
  if (value === Infinity) return Infinity;
  const power = Math.floor(Math.log10(value));
  return scaled(STEPS.find((step) => scaled(step, power) <= value) ?? 1, power);
}

/** The smallest of the steps times a power of ten that is not below the value; Infinity stays. */
function roundUp(value: number): number {
  const below = roundDown(value);
  if (below === 0 || below >= value) return below;
  const power = Math.floor(Math.log10(value));
  return scaled(STEPS.findLast((step) => scaled(step, power) >= value) ?? 10, power);
}

/** `step` times ten to the `power`, as it would be written: 1.5 * 0.1 is not 0.15. */
function scaled(step: number, power: number): number {
  return power < 0 ? step / 10 ** -power : step * 10 ** power;
}
