import { applyPatch, FINDING_ACTIONS, FINDING_KINDS, repairNow } from '../src/index.ts';
import type { Findings, LandRules } from '../src/index.ts';
import type { Layer } from '../src/layer/layer.ts';
import type { PieceSizes } from '../src/pieces/piecewise.ts';
import type { RepairOptions } from '../src/repair-options.ts';
import { intersectionOf } from './geos.ts';
import { areaOf, at, shapesOf } from './layers.ts';
import type { Shape } from './layers.ts';
import { PLANAR } from './planar.ts';

export const NO_RULES: LandRules = { leavesOverlaps: false, maxDisplacement: Infinity, maxTransfer: Infinity, decisions: [] };
export const withRules = (rules: Partial<LandRules>): RepairOptions => ({ ...PLANAR, snapDistance: 0.3, maxGapWidth: 1, landRules: { ...NO_RULES, ...rules } });

export interface Repaired {
  readonly shapes: readonly Shape[];
  readonly after: Layer;
  readonly result: ReturnType<typeof repairNow>;
}

export function repaired(layer: Layer, options: RepairOptions, pieceSizes?: PieceSizes): Repaired {
  const result = repairNow(layer, options, pieceSizes);
  const after = result.patch === null ? layer : applyPatch(layer, result.patch);
  return { shapes: shapesOf(after), after, result };
}

export function linesOf(findings: Findings): string[] {
  return Array.from({ length: findings.count }, (_, i) => `${at(FINDING_KINDS, at(findings.kind, i))} ${at(findings.feature, i)} ${at(findings.other, i)} ${at(FINDING_ACTIONS, at(findings.action, i))}`);
}

/** Computed by GEOS. */
export function commonArea(shape: Shape, other: Shape): number {
  const common = intersectionOf(shape, other);
  return common === null ? 0 : areaOf(common);
}
