/**
 * What fix-geometry can be told. This file is an entry of its own (`@geoinsights/contract/repair-options`) that imports no
 * library: the command line reads its few options itself, and starts sooner without the schemas.
 */
export interface FixGeometryOptions {
  /** Distances are metres on the ground for geographic coordinates, units of the CRS otherwise. */
  snapDistance: number | 'auto';
  maxGapWidth: number | 'auto';
  overlaps: 'fix' | 'keep';
  gaps: 'fix' | 'keep';
  /** The field by which the report calls features; left out, the format's own way. */
  labelField?: string;
}

export const DEFAULT_REPAIR_OPTIONS: Readonly<FixGeometryOptions> = { snapDistance: 'auto', maxGapWidth: 'auto', overlaps: 'fix', gaps: 'fix' };

/** 1 was the report without it; 2 has the land: positions from one on, weights, balance. A member that changes its meaning raises it. */
export const REPORT_VERSION = 2;

/** Wider than any map in metres or feet; beyond it lies only what was typed by mistake. */
export const LARGEST_DISTANCE = 1e8;
