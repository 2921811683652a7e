import { LayerBuilder } from '../layer/layer-builder.ts';
import { hasPolygons, PartKind } from '../layer/layer.ts';
import type { Layer, Patch } from '../layer/layer.ts';
import type { CoordinateUnits } from '../options.ts';
import { Area } from './area.ts';
import { overlay } from './overlay.ts';
import type { Overlay } from './overlay.ts';
import { INSIDE, OUTSIDE, placeByExtents } from './placement.ts';
import { LinesAndPoints } from './place-features.ts';
import { traceClipped } from './trace-clipped.ts';

export interface ClipOptions {
  readonly units: CoordinateUnits;
}

/** What happened to a feature when a layer was clipped. */
export const ClipOutcome = { Whole: 0, Cut: 1, Gone: 2 } as const;
export type ClipOutcome = (typeof ClipOutcome)[keyof typeof ClipOutcome];

export interface ClipResult {
  /** The same number of features as before, in the same order. A feature with nothing left has no part. */
  readonly layer: Layer;
  /** A `ClipOutcome` for each feature. A feature without geometry counts as whole. */
  readonly cut: Uint8Array;
}

/**
 * Keeps the part of every feature that lies in the polygons of an area. These may be many and overlap; they count as one.
 *
 * Features that lie wholly inside come back unchanged, bit for bit, except that they get the vertices of the area on their border. Their
 * neighbours get these, too, so a polygon that is cut on the other side of a border has the same vertices there. Polygons are
 * cut in one arrangement with the area (see `overlay`): borders that features share stay shared, and so do the ends at which they are
 * cut. Overlaps of features stay. A cut polygon has simple rings afterwards, whatever it had before; polygons that are not cut are not repaired.
 * Lines are cut into pieces, each of them a part. Pieces along the border of the area, and points on the border, count as inside.
 * Z and M are interpolated at new vertices.
 *
 * @throws TooTangledError if thousands of features lie on top of each other along the border of the area.
 */
export function clip(layer: Layer, area: Layer, { units }: ClipOptions): ClipResult {
  const clippingArea = new Area(area, units);
  const { bits, undecided } = placeByExtents(layer, clippingArea);
  const polygonal = undecided.filter((feature) => hasPolygons(layer, feature));
  const pieces = polygonal.length === 0 ? null : new Pieces(overlay(layer, polygonal, area, units), polygonal);
  const builder = new LayerBuilder(layer.z !== null, layer.m !== null);
  const lines = new LinesAndPoints(clippingArea, layer, builder);
  const cut = new Uint8Array(bits.length);
  for (let feature = 0, at = 0; feature < bits.length; feature++) {
    const isUndecided = undecided[at] === feature;
    if (isUndecided) at++;
    if (isUndecided && !isWhollyInside(layer, feature)) {
      pieces?.write(feature, layer, builder);
      const all = lines.take(feature) | (pieces?.bitsOf(feature) ?? 0);
      builder.endFeature();
      cut[feature] = (all & INSIDE) === 0 ? ClipOutcome.Gone : (all & OUTSIDE) === 0 ? ClipOutcome.Whole : ClipOutcome.Cut;
    } else if (!isUndecided && bits[feature] !== INSIDE) {
      builder.endFeature();
      cut[feature] = hasParts(layer, feature) ? ClipOutcome.Gone : ClipOutcome.Whole;
    } else builder.addFeature(layer, feature);
  }
  return { layer: builder.finish(), cut };

  /** Whether an undecided feature stays unchanged. */
  function isWhollyInside(of: Layer, feature: number): boolean {
    const placed = new LinesAndPoints(clippingArea, of, null).take(feature) | (pieces?.bitsOf(feature) ?? 0);
    return (placed & INSIDE) !== 0 && (placed & OUTSIDE) === 0 && pieces?.isBent(feature) !== true;
  }
}

/** The polygons of undecided features inside the area. */
class Pieces {
  private readonly overlaid: Overlay;
  private readonly patch: Patch;
  /** For each feature of the layer, its index among the features that were overlaid with the area. */
  private readonly memberOf: Map<number, number>;
  /** For each of those features, its index in the patch. */
  private readonly entryOf: Map<number, number>;

  constructor(overlaid: Overlay, features: Int32Array) {
    this.overlaid = overlaid;
    this.memberOf = new Map(Array.from(features, (feature, member) => [feature, member]));
    this.patch = traceClipped(overlaid, overlaid.bits.subarray(0, features.length).map((bits, member) => ((bits & INSIDE) !== 0 && ((bits & OUTSIDE) !== 0 || overlaid.isBent[member] === 1) ? 1 : 0)));
    this.entryOf = new Map(Array.from(this.patch.features, (member, entry) => [member, entry]));
  }

  bitsOf(feature: number): number {
    const member = this.memberOf.get(feature);
    return member === undefined ? 0 : this.overlaid.bits[member];
  }

  isBent(feature: number): boolean {
    const member = this.memberOf.get(feature);
    return member !== undefined && this.overlaid.isBent[member] === 1;
  }

  /** Writes the part of a feature's polygons that lies inside. */
  write(feature: number, layer: Layer, builder: LayerBuilder): void {
    const member = this.memberOf.get(feature);
    if (member === undefined || (this.overlaid.bits[member] & INSIDE) === 0) return;
    const entry = this.entryOf.get(member);
    const [from, at] = entry === undefined ? [layer, feature] : [this.patch.geometry, entry];
    for (let part = from.featureOffsets[at]; part < from.featureOffsets[at + 1]; part++) if (from.partKinds[part] === PartKind.Polygon) builder.addPart(from, part);
  }
}

function hasParts({ featureOffsets }: Layer, feature: number): boolean {
  return featureOffsets[feature + 1] > featureOffsets[feature];
}
