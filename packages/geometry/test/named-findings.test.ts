import { describe, expect, it } from 'vitest';
import { FINDING_ACTIONS, FINDING_KINDS, repairNow } from '../src/index.ts';
import type { LandDecision } from '../src/index.ts';
import type { RepairOptions } from '../src/repair-options.ts';
import { dirtyLayer } from './dirty-layers.ts';
import { intersectionOf, invalidReason } from './geos.ts';
import { areaOf, at, box, layerOf, multiPolygon, polygon } from './layers.ts';
import type { Ring } from './layers.ts';
import { PLANAR } from './planar.ts';
import { commonArea, NO_RULES, repaired, withRules } from './ruled-repair.ts';

describe('overlaps that meet in a point, which is where the finding of one of them is', () => {
  const rings: Ring[] = [box(0, 0, 100, 100), [[0, 0], [15, 20], [30, 0], [45, 40], [60, 0], [80, 10], [100, 0], [100, -100], [0, -100], [0, 0]]];
  const layers = [rings, rings.map((ring) => ring.map(([x, y]): [number, number] => [x, -y]))].map((both) => layerOf(both.map((ring) => polygon(ring))));

  it.each([
    ['the first', 0, 300],
    ['the second', 1, 600],
    ['the third', 2, 200],
  ])('%s alone is left, if it is decided on', (_, place, area) => {
    for (const layer of layers) {
      const { findings } = repaired(layer, withRules({})).result;
      const overlaps = Array.from(findings.kind.keys()).filter((i) => FINDING_KINDS[at(findings.kind, i)] === 'overlap');
      const i = at(overlaps, place);
      const options = withRules({ decisions: [{ kind: 'overlap', x: at(findings.xy, 2 * i), y: at(findings.xy, 2 * i + 1), features: [0, 1], action: 'leave', to: -1 }] });
      const { shapes } = repaired(layer, options);
      expect(commonArea(at(shapes, 0), at(shapes, 1))).toBeCloseTo(area, 6);
    }
  });
});

it('leaves an overlap that is decided on though the result has smaller tolerances, with which its point would be far away', () => {
  const tips: Ring[] = [
    [[-0.0097060002759099, -0.0014092124067246914], [10, 0], [9.8079, 1.9509], [-0.0097060002759099, -0.0014092124067246914]],
    [[-0.0009128619264811278, 0.00907653973903507], [5.5557, 8.3147], [3.7462112250695845, 9.281874837707905], [-0.0009128619264811278, 0.00907653973903507]],
    [[0.002283571301959455, -0.005863918461836874], [3.8268, 9.2388], [1.9509, 9.8079], [0.002283571301959455, -0.005863918461836874]],
  ];
  const layer = layerOf(tips.map((ring) => polygon(ring)));
  const options: RepairOptions = { ...PLANAR, snapDistance: 'auto', maxGapWidth: 'auto' };
  const { findings } = repairNow(layer, options);
  const i = Array.from(findings.kind.keys()).findIndex((place) => FINDING_KINDS[at(findings.kind, place)] === 'overlap' && [1, 2].includes(at(findings.other, place)));
  const decision: LandDecision = { kind: 'overlap', x: at(findings.xy, 2 * i), y: at(findings.xy, 2 * i + 1), features: [1, 2], action: 'leave', to: -1 };
  const { shapes } = repaired(layer, { ...options, landRules: { ...NO_RULES, decisions: [decision] } });
  expect(commonArea(at(shapes, 1), at(shapes, 2))).toBeCloseTo(0.4966, 3);
});

it('leaves the gap that has the area, of two that lie near the point', () => {
  // A wide slit and a narrow one of the same two, at whose ends they touch.
  const layer = layerOf([multiPolygon([box(0, 0, 10, 40)], [box(0, -10, 30, 0)], [box(0, 40, 30, 50)], [box(10, 19.85, 11, 20)]), polygon([[11, 0], [30, 0], [30, 40], [10.2, 40], [10.2, 20], [11, 20], [11, 0]])]);
  const gapsLeft = (area?: number) => {
    const decision: LandDecision = { kind: 'gap', x: 10.1, y: 19.92, features: [0, 1], ...(area === undefined ? {} : { area }), action: 'leave', to: -1 };
    const { result } = repaired(layer, { ...withRules({ decisions: [decision] }), snapDistance: 0.1, maxGapWidth: 2 });
    return Array.from(result.findings.kind.keys()).filter((i) => FINDING_KINDS[at(result.findings.kind, i)] === 'gap' && FINDING_ACTIONS[at(result.findings.action, i)] === 'reported').map((i) => Math.round(at(result.findings.measure, i)));
  };
  expect([gapsLeft(19), gapsLeft(4), gapsLeft(100)]).toEqual([[20], [4], []]);
});

it('leaves the very overlap of a generated layer that a decision names, and no other', () => {
  let [done, missed] = [0, 0];
  for (let seed = 1200; seed < 1300; seed++) {
    const { shapes, options } = dirtyLayer(seed);
    if (options.units.kind !== 'planar' || shapes.some((shape) => shape.length > 0 && invalidReason(shape) !== null)) continue;
    const layer = layerOf(shapes);
    const fixing = { ...options, overlaps: 'fix', gaps: 'fix' } as const;
    const { findings } = repairNow(layer, fixing);
    const size = Math.max(...shapes.map(areaOf));
    const overlaps = Array.from(findings.kind.keys()).filter((i) => FINDING_KINDS[at(findings.kind, i)] === 'overlap' && at(findings.measure, i) > 1e-3 * size);
    for (const i of overlaps.slice(0, 3)) {
      const [one, other] = [at(findings.feature, i), at(findings.other, i)];
      const decision: LandDecision = { kind: 'overlap', x: at(findings.xy, 2 * i), y: at(findings.xy, 2 * i + 1), features: [one, other], action: 'leave', to: -1 };
      const { result, shapes: output } = repaired(layer, { ...fixing, landRules: { ...NO_RULES, decisions: [decision] } });
      if (at(result.ruled?.outcomes ?? [], 0) === 'met-nothing') missed++;
      else {
        const [left, measure] = [commonArea(at(output, one), at(output, other)), at(findings.measure, i)];
        const inFile = (intersectionOf(at(shapes, one), at(shapes, other)) ?? []).map((part) => areaOf([part]));
        // Matching changes the measure of a narrow one, but not which of them is most like it.
        const meant = inFile.reduce((a, b) => (Math.abs(a - measure) < Math.abs(b - measure) ? a : b), Infinity);
        expect(Math.abs(left / meant - 1), `seed ${seed}, finding ${i}`).toBeLessThan(0.2);
      }
      done++;
    }
  }
  expect(done).toBeGreaterThan(30);
  expect(missed).toBeLessThan(0.05 * done);
});
