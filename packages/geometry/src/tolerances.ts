import { Ground } from './ground.ts';
import { PartKind } from './layer/layer.ts';
import type { Layer } from './layer/layer.ts';
import type { CoordinateUnits, Tolerances } from './options.ts';
import type { RepairOptions } from './repair-options.ts';

/** Vertices that are looked at: enough for steady quantiles, few enough to cost nothing. */
const SAMPLE = 20_000;
/** Borders digitised twice lie apart by no more than this share of the distance between vertices. */
const SNAP_SHARE = 1 / 100;
/** … and of the size of the layer, where vertices are few. */
const EXTENT_SHARE = 1 / 500;
/** A sliver is narrower than this share of the distance between vertices; what is wider may be a lake. */
const GAP_SHARE = 1 / 5;
/** … and than this share of the size of the layer. */
const GAP_EXTENT_SHARE = 1 / 100;
/** Tolerances are round numbers, so that a slightly different layer has the same. */
const STEPS = [7, 5, 3, 2, 1.5, 1];

/** The tolerances for a layer, with `auto` taken from its data. */
export function resolveTolerances(layer: Layer, options: RepairOptions): Tolerances {
  const auto = autoTolerances(layer, options.units);
  return {
    snapDistance: options.snapDistance === 'auto' ? auto.snapDistance : options.snapDistance,
    maxGapWidth: options.maxGapWidth === 'auto' ? auto.maxGapWidth : options.maxGapWidth,
    unit: auto.unit,
  };
}

/**
 * Tolerances from the data alone.
 *
 * s is the lower quartile of the lengths of polygon edges, e the diagonal of the extent, both on the ground. The snap distance
 * is the smaller of s/100 and e/500: borders digitised twice lie metres apart where vertices stand hundreds of metres apart. The
 * gap width is the smaller of s/5 and e/100: it closes what two such borders enclose, and never a void whose width is of the
 * order of the vertex spacing. Both are rounded down to 1, 1.5, 2, 3, 5 or 7 times a power of ten.
 */
export function autoTolerances(layer: Layer, units: CoordinateUnits): Tolerances {
  const ground = new Ground(units);
  const unit = ground.geographic ? 'metre' : 'coordinate unit';
  const { lengths, diagonal } = sampleEdges(layer, ground);
  if (lengths.length === 0) return { snapDistance: 0, maxGapWidth: 0, unit };
  const spacing = lengths[Math.floor(lengths.length / 4)];
  const snapDistance = roundDown(Math.min(spacing * SNAP_SHARE, diagonal * EXTENT_SHARE));
  const maxGapWidth = roundDown(Math.min(spacing * GAP_SHARE, diagonal * GAP_EXTENT_SHARE));
  return { snapDistance, maxGapWidth, unit };
}

function sampleEdges(layer: Layer, ground: Ground): { lengths: Float64Array; diagonal: number } {
  const { xy, ringOffsets, partOffsets, partKinds } = layer;
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  const stride = Math.max(1, Math.floor(xy.length / 2 / SAMPLE));
  const lengths: number[] = [];
  for (let part = 0; part < partKinds.length; part++) {
    if (partKinds[part] !== PartKind.Polygon) continue;
    const end = ringOffsets[partOffsets[part + 1]];
    for (let i = ringOffsets[partOffsets[part]]; i < end; i++) {
      const x = xy[2 * i];
      const y = xy[2 * i + 1];
      // Comparisons with NaN are false, so that only infinity needs a look of its own, and only where it would count.
      if (x < minX && isPlace(x, y)) minX = x;
      if (x > maxX && isPlace(x, y)) maxX = x;
      if (y < minY && isPlace(x, y)) minY = y;
      if (y > maxY && isPlace(x, y)) maxY = y;
    }
    for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
      for (let i = Math.ceil(ringOffsets[ring] / stride) * stride; i + 1 < ringOffsets[ring + 1]; i += stride) {
        const length = ground.length(xy[2 * i], xy[2 * i + 1], xy[2 * i + 2], xy[2 * i + 3]);
        if (length > 0 && Number.isFinite(length)) lengths.push(length);
      }
    }
  }
  const diagonal = maxX >= minX ? ground.length(minX, minY, maxX, maxY) : 0;
  return { lengths: Float64Array.from(lengths).sort(), diagonal };
}

function isPlace(x: number, y: number): boolean {
  return Number.isFinite(x) && Number.isFinite(y);
}

/** The largest of the steps times a power of ten that is not above the value. */
function roundDown(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  return (STEPS.find((step) => step * power <= value) ?? 1) * power;
}
