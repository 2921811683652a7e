import { transformationBetween, type CoordinateTransformation } from '@geoinsights/crs/transformation-between';
import type { FeatureLayer } from '@geoinsights/formats';
import type { Layer } from '@geoinsights/geometry';
import { crsNeeded } from '../features/crs-needed.ts';
import { systemCalled } from '../features/called-system.ts';
import { isKnown } from '../features/source-system.ts';
import { nextTo, tornInPlane, type IsTorn } from '../features/torn-edges.ts';
import type { Rings } from '../geos.ts';

/** Degrees on the ellipsoid of SIRGAS 2000, on which the ground is measured. */
const DEGREES = 'EPSG:4674';
const ROUND = 360;
/** In degrees, on either side of the date line. */
const BESIDE_DATE_LINE = 1e-6;

/**
 * The system of a layer, and the way from there to degrees and back. A transformation gives every longitude within half a turn, so that what lies on both
 * sides of the 180th meridian would be torn apart: here, positions of a feature stay beside each other.
 */
export class OwnSystem {
  readonly isGeographic: boolean;
  readonly #toDegrees: CoordinateTransformation;
  readonly #fromDegrees: CoordinateTransformation;
  readonly #isTorn: IsTorn;
  /** The first longitude of the layer: its features are put on the side where it is, so that they are neighbours in degrees, too. */
  #home: number | null = null;

  /** @param file its name in messages @throws ProblemError crs-needed */
  constructor({ name, crs }: Pick<FeatureLayer, 'name' | 'crs'>, file: string) {
    this.isGeographic = crs.units.kind === 'geographic';
    if (!isKnown(crs) && !this.isGeographic) throw crsNeeded(file, name);
    const degrees = systemCalled(DEGREES);
    const own = isKnown(crs) ? crs : degrees;
    this.#toDegrees = transformationBetween(own, degrees, file);
    this.#fromDegrees = transformationBetween(degrees, own, file);
    this.#isTorn = this.isGeographic ? () => false : tornInPlane(this.#toDegrees, this.#fromDegrees, crs.metresPerUnit);
  }

  /** Longitudes and latitudes of the positions of features; NaN for positions outside the system. */
  degreesOf(features: Layer): Float64Array {
    if (this.#toDegrees.isIdentity) return features.xy;
    const degrees = features.xy.slice();
    this.#toDegrees.apply(degrees);
    if (this.isGeographic) keepTurns(degrees, features.xy);
    else this.#keepTogether(degrees, features);
    return degrees;
  }

  /**
   * Moves polygons from degrees into the system, in place.
   * @returns false if one of them has no place in it, or lies on both sides of its edge
   */
  take(polygons: readonly Rings[]): boolean {
    for (const rings of polygons) for (const ring of rings) if (!this.#takeRing(ring)) return false;
    return true;
  }

  /** Whether places beside each other on both sides of the date line are far apart in this plane, as on a map of the world. */
  isTornAtDateLine(latitude: number): boolean {
    const sides = Float64Array.of(ROUND / 2 - BESIDE_DATE_LINE, latitude, ROUND / 2 + BESIDE_DATE_LINE, latitude);
    return this.#fromDegrees.apply(sides) === 0 && this.#isTorn(sides, 0);
  }

  #takeRing(ring: Float64Array): boolean {
    const before = this.isGeographic && !this.#fromDegrees.isIdentity ? ring.slice() : null;
    if (this.#fromDegrees.apply(ring) > 0) return false;
    if (before !== null) keepTurns(ring, before);
    for (let at = 0; at + 3 < ring.length; at += 2) if (this.#isTorn(ring, at)) return false;
    return true;
  }

  #keepTogether(degrees: Float64Array, { ringOffsets, partOffsets, featureOffsets }: Layer): void {
    for (let feature = 0; feature + 1 < featureOffsets.length; feature++) {
      let first = this.#home;
      let isFirst = true;
      for (let ring = partOffsets[featureOffsets[feature]]; ring < partOffsets[featureOffsets[feature + 1]]; ring++) {
        let before = first;
        for (let vertex = ringOffsets[ring]; vertex < ringOffsets[ring + 1]; vertex++) {
          if (Number.isNaN(degrees[2 * vertex])) continue;
          before = before === null ? degrees[2 * vertex] : nextTo(before, degrees[2 * vertex]);
          degrees[2 * vertex] = before;
          if (isFirst) first = before;
          isFirst = false;
        }
      }
      this.#home ??= first;
    }
  }
}

/** Longitudes that continued past the date line before a transformation do so after it. */
function keepTurns(degrees: Float64Array, before: Float64Array): void {
  for (let at = 0; at < degrees.length; at += 2) degrees[at] = nextTo(before[at], degrees[at]);
}
