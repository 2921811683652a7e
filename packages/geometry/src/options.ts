/** How coordinates relate to the ground. */
export type CoordinateUnits =
  /** Degrees. Tolerances are in metres on the ground, and the length of a degree of longitude depends on the latitude. */
  | { readonly kind: 'geographic' }
  /** Any plane. Tolerances are in the unit of the coordinates. */
  | { readonly kind: 'planar' };

/** The direction in which a ring runs, with y upwards. */
export type Winding = 'clockwise' | 'counter-clockwise';

/** The options of an examination besides the tolerances. */
export interface ExaminationOptions {
  readonly units: CoordinateUnits;
  readonly overlaps: 'fix' | 'keep';
  readonly gaps: 'fix' | 'keep';
  /** The direction of new shells (holes run the other way). Changed rings keep their direction. */
  readonly shellWinding: Winding;
  /**
   * Land of features that are not part of this examination because their overlaps are kept. A void that it
   * covers is not a gap.
   */
  readonly landElsewhere?: LandElsewhere;
  /** Features from this index on are lots: land that stays unchanged and gets no part of a gap. */
  readonly lotsFrom?: number;
  /** Gaps beyond these limits stay. */
  readonly gapLimits?: GapLimits;
}

/** Gaps with more land than this, or whose closing would move a border further, are not closed. Distances are in ground units, areas in their square. */
export interface GapLimits {
  readonly area: number;
  readonly shift: number;
}

export interface LandElsewhere {
  /**
   * Whether any of this land may lie in an area: one of its borders enters the extent of the area,
   * or a point on the border of the area lies in it.
   *
   * @param extent minX, minY, maxX, maxY.
   */
  mayCover(extent: readonly [number, number, number, number], x: number, y: number): boolean;
}

/** The evidence behind tolerances taken from the data; lengths are in the unit of the tolerances. */
export interface ToleranceEvidence {
  /** How far apart borders that were digitised twice lie, except for the widest; 0 if none were seen. */
  readonly slivers: number;
  /** The narrowest strip of nearly constant width between features, such as a road or a stream; Infinity if none was seen. */
  readonly corridor: number;
  /** The step of the last decimal of the coordinates; 0 if they are not rounded. */
  readonly coordinateStep: number;
  /** The lower quartile of the lengths of polygon edges. */
  readonly edgeLength: number;
}

/** The tolerances that were used, after `auto` was resolved. */
export interface Tolerances {
  readonly snapDistance: number;
  readonly maxGapWidth: number;
  readonly unit: 'metre' | 'coordinate unit';
  /**
   * Whether voids of nearly constant width (roads and streams) do not count as gaps. True for a gap width taken from the data.
   */
  readonly keepsCorridors?: boolean;
  /** The evidence for tolerances taken from the data; absent if both were given. */
  readonly evidence?: ToleranceEvidence;
}

/** Whether either tolerance is larger than the other's. */
export function areLarger(tolerances: Tolerances, others: Tolerances): boolean {
  return tolerances.snapDistance > others.snapDistance || tolerances.maxGapWidth > others.maxGapWidth;
}

/** The options for some of the features, in ascending order. The index of the first lot is different among them. */
export function optionsAmong(features: Int32Array, options: ExaminationOptions): ExaminationOptions {
  const { lotsFrom } = options;
  if (lotsFrom === undefined) return options;
  const first = features.findIndex((feature) => feature >= lotsFrom);
  return { ...options, lotsFrom: first < 0 ? features.length : first };
}
