import type { RepairOptions } from '../src/repair-options.ts';

/** Plain units; everything else as users have it by default. */
export const PLANAR: RepairOptions = {
  units: { kind: 'planar' },
  snapDistance: 'auto',
  maxGapWidth: 'auto',
  overlaps: 'fix',
  gaps: 'fix',
  shellWinding: 'counter-clockwise',
  threads: 1,
};
