import { FINDING_ACTIONS, FINDING_KINDS, repairNow } from '../src/index.ts';
import type { Findings, LandDecision, LandRules } from '../src/index.ts';
import { OVERLAP_KINDS } from '../src/layer/findings.ts';
import type { RepairOptions } from '../src/repair-options.ts';
import { roundingOf } from './faces.ts';
import { invalidReason } from './geos.ts';
import { areaOf, at, edgeLength, layerOf } from './layers.ts';
import type { Shape } from './layers.ts';
import { show } from './promises.ts';
import type { Broken } from './promises.ts';
import { commonArea, NO_RULES, repaired } from './ruled-repair.ts';

/** Borders of land that is left may cross by the rounding of their nodes: by this share of the largest feature. */
const ROUNDING_SHARE = 1e-6;
const SMALL_PIECES = { vertices: 40, mostCopies: Infinity, smallestLayer: 0 };

/** Rules of one of three kinds, by the number: the registrar's profile, limits, or a decision on each finding of a repair without rules. */
export function rulesBy(number: number, shapes: readonly Shape[], options: RepairOptions): LandRules {
  switch (number % 3) {
    case 0:
      return { ...NO_RULES, leavesOverlaps: true };
    case 1:
      return { ...NO_RULES, maxTransfer: at([5, 0.1, 1, 100], Math.floor(number / 3) % 4), maxDisplacement: at([3, 0.2, 1, Infinity], Math.floor(number / 12) % 4) };
    default:
      return { ...NO_RULES, decisions: decisionsOn(repairNow(layerOf(shapes), { ...options, overlaps: 'fix', gaps: 'fix' }).findings, number) };
  }
}

/** Give, split and leave, in rotation. */
function decisionsOn({ count, kind, feature, other, xy }: Findings, turn: number): LandDecision[] {
  return Array.from({ length: count }, (_, i) => i).flatMap((i): LandDecision[] => {
    const name = at(FINDING_KINDS, at(kind, i));
    if ((!OVERLAP_KINDS.has(name) && name !== 'gap') || at(other, i) < 0) return [];
    const action = at(['give', 'split', 'leave'] as const, (i + turn) % 3);
    return [{ kind: name === 'gap' ? 'gap' : 'overlap', x: at(xy, 2 * i), y: at(xy, 2 * i + 1), features: [at(feature, i), at(other, i)], action, to: action === 'give' ? at(feature, i) : -1 }];
  });
}

/** The promises that a repair with rules breaks on a layer, and how many pairs of features it left as they were. */
export function judgeRules(shapes: readonly Shape[], options: RepairOptions, rules: LandRules): { readonly broken: Broken[]; readonly left: number } {
  const ruled = { ...options, overlaps: 'fix', gaps: 'fix', landRules: rules } as const;
  const layer = layerOf(shapes);
  const { result, after, shapes: output } = repaired(layer, ruled);
  const broken: Broken[] = [];
  const breaks = (promise: Broken['promise'], message: string) => broken.push({ promise, message: `${message}\n    ${show(...shapes)}\n  after\n    ${show(...output)}` });
  output.forEach((shape, i) => {
    const reason = shape.length === 0 ? null : invalidReason(shape);
    if (reason !== null) breaks('valid', `feature ${i} came out invalid: ${reason}`);
  });
  if (broken.length > 0) return { broken, left: 0 };
  const size = Math.max(...output.map(areaOf));
  const { findings } = result;
  const left = new Set<string>();
  const named = new Set<number>();
  for (let i = 0; i < findings.count; i++) {
    const [feature, other] = [at(findings.feature, i), at(findings.other, i)];
    named.add(feature).add(other);
    if (at(FINDING_ACTIONS, at(findings.action, i)) !== 'reported') continue;
    left.add([feature, other].sort((p, q) => p - q).join(' '));
    if (options.units.kind !== 'planar' || !OVERLAP_KINDS.has(at(FINDING_KINDS, at(findings.kind, i)))) continue;
    const common = commonArea(at(output, feature), at(output, other));
    const slack = 1e-6 * at(findings.measure, i) + 1e-9 * size + 8 * roundingOf(shapes) * edgeLength(at(output, feature));
    if (common < at(findings.measure, i) - slack) breaks('reported', `features ${feature} and ${other} are said to share ${at(findings.measure, i)}, and share ${common}`);
  }
  output.forEach((shape, i) =>
    output.slice(i + 1).forEach((other, k) => {
      if (!left.has(`${i} ${i + 1 + k}`) && commonArea(shape, other) > ROUNDING_SHARE * size) breaks('coverage', `features ${i} and ${i + 1 + k} overlap, and no finding says so`);
    }),
  );
  for (const feature of result.patch?.features ?? []) if (!named.has(feature)) breaks('reported', `feature ${feature} was changed and no finding names it`);
  if (!result.isSettled) breaks('stable', 'does not settle');
  // A decision on land may meet other land in the result.
  if (rules.decisions.length === 0 && repairNow(after, ruled).patch !== null) breaks('stable', 'a second run changes the layer again');
  const { shapes: inPieces } = repaired(layer, ruled, SMALL_PIECES);
  const differ = inPieces.findIndex((shape, i) => Math.abs(areaOf(shape) - areaOf(at(output, i))) > 1e-9 * size);
  if (differ >= 0) breaks('order', `feature ${differ} has another area if the layer is cut into pieces`);
  return { broken, left: left.size };
}
