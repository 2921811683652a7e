import { describe, expect, it } from 'vitest';
import { applyPatch, FINDING_ACTIONS, FINDING_KINDS, repairNow, validateNow } from '../src/index.ts';
import type { Findings, LandDecision, LandRules } from '../src/index.ts';
import type { Layer } from '../src/layer/layer.ts';
import { areaOf, box, layerOf, polygon, shapesOf } from './layers.ts';
import { PLANAR } from './planar.ts';

const NO_RULES: LandRules = { leavesOverlaps: false, maxDisplacement: Infinity, maxTransfer: Infinity, decisions: [] };
const withRules = (rules: Partial<LandRules>) => ({ ...PLANAR, snapDistance: 0.3, maxGapWidth: 1, landRules: { ...NO_RULES, ...rules } }) as const;
const told = (findings: Findings) => Array.from({ length: findings.count }, (_, i) => `${FINDING_KINDS[findings.kind[i]]} ${findings.feature[i]} ${findings.other[i]} ${findings.measure[i]} ${FINDING_ACTIONS[findings.action[i]]}`);
const overlap = (action: LandDecision['action'], to = -1): LandDecision => ({ kind: 'overlap', x: 10, y: 0, features: [0, 1], action, to });

/** A and B overlap in x from 8 to 10, C lies below both with its own vertices. */
const STRIP = [polygon(box(0, 0, 10, 10)), polygon(box(8, 0, 20, 10)), polygon(box(0, -10, 20, 0))];

function repaired(layer: Layer, rules: Partial<LandRules>): { after: Layer; areas: number[]; result: ReturnType<typeof repairNow> } {
  const result = repairNow(layer, withRules(rules));
  const after = result.patch === null ? layer : applyPatch(layer, result.patch);
  return { after, areas: shapesOf(after).map(areaOf), result };
}

describe('an overlap that is decided on', () => {
  it.each([['give', 0, [100, 100, 200]], ['give', 1, [80, 120, 200]], ['split', -1, [90, 110, 200]], ['leave', -1, [100, 120, 200]]] as const)('%s to %i', (action, to, expected) => {
    const layer = layerOf(STRIP);
    const rules = { decisions: [overlap(action, to)] };
    const { after, areas, result } = repaired(layer, rules);
    areas.forEach((area, i) => expect(area).toBeCloseTo(expected[i], 9));
    expect(result.ruled?.outcomes).toEqual(['done']);
    expect(result.isSettled).toBe(true);
    expect(repairNow(after, withRules(rules)).patch).toBeNull();
    console.log(told(result.findings), told(validateNow(after, withRules(rules)).findings), result.patch?.features);
  });
});
