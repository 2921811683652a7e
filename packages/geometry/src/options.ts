/** How coordinates measure the ground. */
export type CoordinateUnits =
  /** Degrees; tolerances are metres on the ground and the length of a degree of longitude follows the latitude. */
  | { readonly kind: 'geographic' }
  /** Any plane; tolerances are in the unit of the coordinates. */
  | { readonly kind: 'planar' };

/** What an examination needs to know beside the tolerances. */
export interface ExaminationOptions {
  readonly units: CoordinateUnits;
  readonly overlaps: 'fix' | 'keep';
  readonly gaps: 'fix' | 'keep';
  /** The direction of shells that did not exist before (holes run the other way). Changed rings keep theirs. */
  readonly shellWinding: 'clockwise' | 'counter-clockwise';
  /** Land of features that are not examined along, as their overlaps are kept: what it covers is no gap. */
  readonly landElsewhere?: LandElsewhere;
  /** Features from this place on are lots: land that stays as it is, and gets nothing of a gap. */
  readonly lotsFrom?: number;
}

export interface LandElsewhere {
  /**
   * Whether any of it may lie in an area: where a border of it comes into the extent of the area,
   * or a place on the border of the area lies in it.
   *
   * @param extent minX, minY, maxX, maxY.
   */
  mayCover(extent: readonly [number, number, number, number], x: number, y: number): boolean;
}

/** Why tolerances that were taken from the data are as they are; lengths as the tolerances have them. */
export interface ToleranceEvidence {
  /** How far borders that were drawn twice lie apart, but for the widest; 0 where none were seen. */
  readonly slivers: number;
  /** The narrowest strip of near constant width between features, a road or a stream; Infinity where none was seen. */
  readonly corridor: number;
  /** The step of the last decimal that coordinates have; 0 where they are not rounded. */
  readonly coordinateStep: number;
  /** A quarter of the edges of polygons are shorter. */
  readonly edgeLength: number;
}

/** The tolerances that were used, after `auto` was resolved. */
export interface Tolerances {
  readonly snapDistance: number;
  readonly maxGapWidth: number;
  readonly unit: 'metre' | 'coordinate unit';
  /** Whether voids of near constant width, roads and streams, are no gaps; so with a gap width that was taken from the data. */
  readonly keepsCorridors?: boolean;
  /** What those that were taken from the data rest on; absent where both were given. */
  readonly evidence?: ToleranceEvidence;
}

/** Whether tolerances reach farther than others in any way. */
export function areLarger(tolerances: Tolerances, others: Tolerances): boolean {
  return tolerances.snapDistance > others.snapDistance || tolerances.maxGapWidth > others.maxGapWidth;
}

/** The options for some of the features, which are ascending: lots have other places among them. */
export function optionsAmong(features: Int32Array, options: ExaminationOptions): ExaminationOptions {
  const { lotsFrom } = options;
  if (lotsFrom === undefined) return options;
  const first = features.findIndex((feature) => feature >= lotsFrom);
  return { ...options, lotsFrom: first < 0 ? features.length : first };
}
