import { FINDING_KINDS } from '../src/layer/findings.ts';
import type { RepairOptions } from '../src/repair-options.ts';
import type { Case } from './cases/case.ts';
import { NO_TOLERANCES } from './cases/case.ts';
import { judgeOrder } from './fuzz.ts';
import { regionsOf } from './faces.ts';
import { show } from './promises.ts';
import { judgeKernel } from './judge-kernel.ts';
import { PLANAR } from './planar.ts';
import type { Kernel } from './judge-kernel.ts';
import { areaOf, at, layerOf, polygonParts, sameNumber, shapesOf, signedArea } from './layers.ts';
import type { Shape } from './layers.ts';

/** The option sets that a case is run with. */
export function optionsOf(example: Case): RepairOptions[] {
  if (example.options !== undefined) return [{ ...PLANAR, ...example.options }];
  return [PLANAR, { ...PLANAR, ...NO_TOLERANCES }];
}

/** Runs a case with one set of options. @returns a sentence for each thing that is not as expected. */
export async function runCase(kernel: Kernel, example: Case, options: RepairOptions): Promise<string[]> {
  const { broken, output, findings } = await judgeKernel(kernel, layerOf(example.features), options);
  const wrong = broken.map(({ promise, message }) => `${promise}: ${message}`);
  if (output === null || findings === null) return wrong;
  const after = shapesOf(output);
  const text = `\n    ${show(...example.features)}\n  after\n    ${show(...after)}`;
  const areas = after.map(areaOf);
  const size = Math.max(1e-12, ...areas, ...(example.areas ?? []), example.total ?? 0);
  const tolerance = example.tolerance ?? 1e-9 * size;
  const differ = (is: number, should: number) => !(Math.abs(is - should) <= tolerance);
  example.areas?.forEach((area, i) => {
    if (differ(areas[i] ?? Number.NaN, area)) wrong.push(`area of feature ${i} is ${areas[i] ?? Number.NaN}, should be ${area}${text}`);
    if (area === 0 && polygonParts(after[i] ?? []).length > 0) wrong.push(`feature ${i} should have no geometry${text}`);
  });
  const total = areas.reduce((sum, area) => sum + area, 0);
  if (example.total !== undefined && differ(total, example.total)) wrong.push(`total area is ${total}, should be ${example.total}${text}`);
  if (example.each !== undefined) {
    const [least, most] = example.each;
    areas.forEach((area, i) => {
      if (area < least - tolerance || area > most + tolerance) wrong.push(`area of feature ${i} is ${area}, should be ${least} to ${most}${text}`);
    });
  }
  if (example.anyOrder === true) wrong.push(...(await judgeOrder(kernel, example.features, options)).map(({ message }) => `order: ${message}${text}`));
  wrong.push(...checkShapes(example, after).map((message) => message + text));
  const changed = after.flatMap((shape, i) => (JSON.stringify(shape) === JSON.stringify(example.features[i]) ? [] : [i]));
  if (example.unchanged === true && changed.length > 0) wrong.push(`features ${changed.join(', ')} changed, nothing should${text}`);
  const found = Array.from(findings.kind.subarray(0, findings.count), (kind) => at(FINDING_KINDS, kind));
  if (example.unchanged === true && found.length > 0) wrong.push(`nothing is wrong, but it found ${found.join(', ')}${text}`);
  for (const i of example.untouched ?? []) if (changed.includes(i)) wrong.push(`feature ${i} should not be touched${text}`);
  if (example.findsOnly !== undefined && found.length !== example.findsOnly) wrong.push(`should find ${example.findsOnly} faults, found ${found.join(', ') || 'nothing'}${text}`);
  for (const kind of example.finds ?? []) if (!found.includes(kind)) wrong.push(`should find ${kind}, found ${found.join(', ') || 'nothing'}${text}`);
  return wrong;
}

function checkShapes(example: Case, after: readonly Shape[]): string[] {
  const wrong: string[] = [];
  for (const [feature, position] of example.vertices ?? []) {
    const there = (after[feature] ?? []).some((part) => part.rings.some((ring) => ring.some((p) => position.every((value, k) => sameNumber(value, p[k] ?? Number.NaN) || Math.abs(value - (p[k] ?? Number.NaN)) <= 1e-9 * Math.abs(value)))));
    if (!there) wrong.push(`feature ${feature} should have a vertex ${position.join(' ')}`);
  }
  example.parts?.forEach((count, i) => {
    const is = polygonParts(after[i] ?? []).length;
    if (is !== count) wrong.push(`feature ${i} has ${is} polygon parts, should have ${count}`);
  });
  if (example.sharedBorder !== undefined) {
    const [a, b, least] = example.sharedBorder;
    const regions = regionsOf(after, { kind: 'planar' });
    const sole = (face: number, feature: number) => face >= 0 && regions?.faces.at(face)?.claimants.join(',') === String(feature);
    const length = (regions?.faces ?? []).reduce((sum, face, i) => sum + (sole(i, a) ? [...face.borders].reduce((s, [other, l]) => s + (sole(other, b) ? l : 0), 0) : 0), 0);
    if (length < least) wrong.push(`features ${a} and ${b} share a border of ${length}, should be ${least} at least`);
  }
  example.clockwise?.forEach((clockwise, i) => {
    const shell = after.at(i)?.at(0)?.rings.at(0);
    if (shell === undefined || signedArea(shell) < 0 !== clockwise) wrong.push(`the shell of feature ${i} should run ${clockwise ? 'clockwise' : 'counter-clockwise'}`);
  });
  return wrong;
}
