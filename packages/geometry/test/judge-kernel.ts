import { FINDING_KINDS } from '../src/layer/findings.ts';
import type { Findings } from '../src/layer/findings.ts';
import type { Layer, Patch } from '../src/layer/layer.ts';
import type { Tolerances } from '../src/options.ts';
import type { RepairOptions } from '../src/repair-options.ts';
import { regionsOf } from './faces.ts';
import type { Regions } from './faces.ts';
import { cleanRing, extentOf } from './rings.ts';
import type { Extent } from './rings.ts';
import { disagree } from './coverage.ts';
import { insidesMeet, invalidReason } from './geos.ts';
import { judgeLayers } from './judge.ts';
import { reachOf, show } from './promises.ts';
import type { Broken, Terms } from './promises.ts';
import { judgePatch } from './judge-patch.ts';
import { at, polygonParts, sameNumber, sameShape, shapesOf } from './layers.ts';
import type { Part, Position, Shape } from './layers.ts';
import { PartKind } from '../src/layer/layer.ts';

interface Outcome {
  readonly patch: Patch | null;
  readonly findings: Findings;
  readonly remaining: Findings;
  readonly tolerances: Tolerances;
  readonly emptied: ArrayLike<number>;
}

/** What the judge needs from a kernel. An interface, so that a kernel with a planted fault can take the place of the real one. */
export interface Kernel {
  repair(layer: Layer, options: RepairOptions): Promise<Outcome>;
  validate(layer: Layer, options: RepairOptions): Promise<{ readonly findings: Findings }>;
  applyPatch(layer: Layer, patch: Patch): Layer;
}

export interface Trial {
  readonly broken: Broken[];
  /** The repaired layer; null if the kernel threw. */
  readonly output: Layer | null;
  readonly findings: Findings | null;
}

/** Repairs a layer and checks everything that is returned against the promises. */
export async function judgeKernel(kernel: Kernel, layer: Layer, options: RepairOptions): Promise<Trial> {
  const kept = copyOf(layer);
  const before = shapesOf(layer);
  let run: Outcome;
  try {
    run = await kernel.repair(layer, options);
  } catch (error) {
    return { broken: [{ promise: 'crash', message: `repair threw ${String(error)}\n    ${show(...before)}` }], output: null, findings: null };
  }
  const { patch, findings, tolerances } = run;
  const broken: Broken[] = [];
  const terms: Terms = { units: options.units, snapDistance: tolerances.snapDistance, maxGapWidth: tolerances.maxGapWidth, keepsCorridors: tolerances.keepsCorridors === true, overlaps: options.overlaps, gaps: options.gaps };
  if (!sameLayer(kept, layer)) return { broken: [{ promise: 'untouched', message: 'the kernel wrote into the layer it was given' }], output: null, findings };
  if (patch !== null) broken.push(...judgePatch(layer, patch, terms));
  if (broken.length > 0) return { broken, output: null, findings };
  const output = patch === null ? layer : kernel.applyPatch(layer, patch);
  const was = regionsOf(before, terms.units);
  broken.push(...judgeLayers(layer, output, terms, was));
  broken.push(...judgeApplied(before, shapesOf(output), patch));
  broken.push(...judgeUntouched(before, patch, findings, terms, was));
  broken.push(...judgeReport(before, shapesOf(output), run, options));
  if (was?.isDelicate === false) broken.push(...judgeOverlapsFound(before, findings));
  if (broken.length === 0) broken.push(...(await judgeSecondRun(kernel, output, options, tolerances)));
  return { broken, output, findings };
}

function judgeApplied(before: readonly Shape[], after: readonly Shape[], patch: Patch | null): Broken[] {
  const changed = new Set(patch?.features ?? []);
  return before.flatMap((shape, i): Broken[] => (changed.has(i) || sameShape(shape, at(after, i)) ? [] : [{ promise: 'untouched', message: `applyPatch changed feature ${i}, which the patch does not name` }]));
}

function judgeReport(before: readonly Shape[], after: readonly Shape[], run: Outcome, options: RepairOptions): Broken[] {
  const { patch, findings } = run;
  const broken: Broken[] = [];
  if (run.remaining.count > 0 && options.overlaps === 'fix' && options.gaps === 'fix') broken.push({ promise: 'stable', message: `the kernel itself says that there remains ${kindsOf(run.remaining)}\n    ${show(...before)}` });
  const named = new Set([...findings.feature.subarray(0, findings.count), ...findings.other.subarray(0, findings.count)]);
  for (const feature of patch?.features ?? []) {
    if (!named.has(feature)) broken.push({ promise: 'reported', message: `feature ${feature} was changed and no finding names it\n    ${show(at(before, feature), at(after, feature))}` });
  }
  const emptied = Array.from(run.emptied).join(',');
  const really = after.flatMap((shape, i) => ((shape.length === 0 && at(before, i).length > 0) || (polygonParts(shape).length === 0 && polygonParts(at(before, i)).length > 0) ? [i] : [])).join(',');
  if (emptied !== really) broken.push({ promise: 'reported', message: `emptied is said to be [${emptied}] and is [${really}]\n    ${show(...before)}` });
  const reported = Array.from({ length: findings.count }, (_, i) => i).filter((i) => at(FINDING_KINDS, at(findings.kind, i)) === 'emptied').map((i) => at(findings.feature, i)).join(',');
  if (reported !== really) broken.push({ promise: 'reported', message: `findings name [${reported}] as emptied, those that are: [${really}]\n    ${show(...before)}` });
  return broken;
}

/** Whether features that are said to overlap do so in the input, as GEOS reads it, where that is valid; and whether land that they lose is some. */
function judgeOverlapsFound(before: readonly Shape[], { count, kind, feature, other, measure }: Findings): Broken[] {
  const broken: Broken[] = [];
  for (let i = 0; i < count; i++) {
    if (at(FINDING_KINDS, at(kind, i)) !== 'overlap') continue;
    const pair = [at(before, at(feature, i)), at(before, at(other, i))] as const;
    if (at(measure, i) < 0) broken.push({ promise: 'reported', message: `an overlap of ${at(measure, i)} is reported\n    ${show(...pair)}` });
    if (pair.every((shape) => invalidReason(shape) === null) && !insidesMeet(...pair)) broken.push({ promise: 'reported', message: `features ${at(feature, i)} and ${at(other, i)} are said to overlap, and do not\n    ${show(...pair)}` });
  }
  return broken;
}

async function judgeSecondRun(kernel: Kernel, output: Layer, options: RepairOptions, first: Tolerances): Promise<Broken[]> {
  const broken: Broken[] = [];
  const unstable = (message: string) => broken.push({ promise: 'stable', message: `${message}\n    ${show(...shapesOf(output))}` });
  try {
    const again = await kernel.repair(output, options);
    if (again.patch !== null) unstable(`a second run changes features ${again.patch.features.join(', ')} again, to\n    ${show(...shapesOf(again.patch.geometry))}\n  from`);
    const fixing = options.overlaps === 'fix' && options.gaps === 'fix';
    if (fixing && again.findings.count > 0) unstable(`a second run finds ${kindsOf(again.findings)}`);
    if (again.tolerances.snapDistance > first.snapDistance || again.tolerances.maxGapWidth > first.maxGapWidth) unstable('auto gives larger tolerances on its own result');
    const check = await kernel.validate(output, options);
    if (fixing && check.findings.count > 0) unstable(`validating the result finds ${kindsOf(check.findings)}`);
  } catch (error) {
    unstable(`a second run threw ${String(error)}`);
  }
  return broken;
}

function kindsOf(findings: Findings): string {
  return Array.from({ length: findings.count }, (_, i) => `${at(FINDING_KINDS, at(findings.kind, i))} of feature ${at(findings.feature, i)}`).join(', ');
}

/**
 * Features that have no fault of their own and meet no faulty one must not be in the patch; a layer of only such
 * features has no findings.
 */
function judgeUntouched(before: readonly Shape[], patch: Patch | null, findings: Findings, terms: Terms, was: Regions | null): Broken[] {
  const isClean = cleanliness(before, terms, was);
  const broken = [...(patch?.features ?? [])].flatMap((i): Broken[] => (isClean(i) ? [{ promise: 'untouched', message: `feature ${i} has no fault and was changed\n    ${show(...before)}` }] : []));
  if (findings.count > 0 && before.every((_, i) => isClean(i))) broken.push({ promise: 'untouched', message: `the layer has no fault; found: ${kindsOf(findings)}\n    ${show(...before)}` });
  return broken;
}

/** Determines which features certainly have nothing to repair. False means nothing. */
function cleanliness(before: readonly Shape[], terms: Terms, was: Regions | null): (feature: number) => boolean {
  if (was === null) return () => false;
  const known = new Map<number, boolean>();
  const isSound = (i: number): boolean => {
    let sound = known.get(i);
    if (sound === undefined) known.set(i, (sound = at(before, i).every(isTidy) && invalidReason(at(before, i)) === null));
    return sound;
  };
  const boxes = before.map((shape) => extentOf(polygonParts(shape).flatMap((part) => part.rings.map(cleanRing))));
  const reach = reachOf(terms, before);
  return (i) => {
    const shape = at(before, i);
    if (was.isDelicate || !isSound(i)) return false;
    if (polygonParts(shape).length === 0) return true;
    const doubtful = was.faces.some((face) => {
      const { claimants, unsure, neighbours } = face;
      if (claimants.includes(i)) return claimants.length > 1 || unsure;
      return claimants.length === 0 && neighbours.includes(i) && neighbours.length > 1 && face.isNarrowerThan(terms.maxGapWidth * 1.03);
    });
    if (doubtful || at(was.duplicateOf, i) >= 0 || was.duplicateOf.includes(i)) return false;
    if (before.some((other, k) => k !== i && meet(at(boxes, i), at(boxes, k), 2 * reach) && (!isSound(k) || disagree(shape, other)))) return false;
    return reach === 0 || before.every((other, k) => k === i || !meet(at(boxes, i), at(boxes, k), 2 * reach) || farApart(shape, other, 2 * reach));
  };
}

function isTidy(part: Part): boolean {
  if (part.kind === PartKind.Point) return true;
  return part.rings.every((ring) => {
    if (part.kind === PartKind.Line) return ring.slice(1).every((p, i) => p[0] !== at(ring, i)[0] || p[1] !== at(ring, i)[1]);
    return ring.length > 3 && cleanRing(ring).length === ring.length;
  });
}

const meet = (a: Extent, b: Extent, by: number): boolean => a[0] <= b[2] + by && b[0] <= a[2] + by && a[1] <= b[3] + by && b[1] <= a[3] + by;

/** Whether edges of two shapes are further apart than a distance, except for the vertices that they share. */
function farApart(a: Shape, b: Shape, distance: number): boolean {
  const edges = (shape: Shape) => polygonParts(shape).flatMap((part) => part.rings.flatMap((ring) => ring.slice(1).map((to, i): [Position, Position] => [at(ring, i), to])));
  const same = (p: Position, q: Position) => p[0] === q[0] && p[1] === q[1];
  const far = (p: Position, r: Position, s: Position) => same(p, r) || same(p, s) || distanceTo(p, r, s) > distance;
  const others = edges(b);
  return edges(a).every(([p, q]) => others.every(([r, s]) => far(p, r, s) && far(q, r, s) && far(r, p, q) && far(s, p, q)));
}

function distanceTo(point: Position, a: Position, b: Position): number {
  const [dx, dy] = [at(b, 0) - at(a, 0), at(b, 1) - at(a, 1)];
  const [px, py] = [at(point, 0) - at(a, 0), at(point, 1) - at(a, 1)];
  const squared = dx * dx + dy * dy;
  const share = squared === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / squared));
  return Math.hypot(px - share * dx, py - share * dy);
}

function copyOf(layer: Layer): Layer {
  return { ...layer, xy: layer.xy.slice(), z: layer.z?.slice() ?? null, m: layer.m?.slice() ?? null, ringOffsets: layer.ringOffsets.slice(), partOffsets: layer.partOffsets.slice(), featureOffsets: layer.featureOffsets.slice(), partKinds: layer.partKinds.slice() };
}

function sameLayer(a: Layer, b: Layer): boolean {
  const same = (p: ArrayLike<number> | null, q: ArrayLike<number> | null): boolean =>
    p === null || q === null ? p === q : p.length === q.length && Array.from(p).every((value, i) => sameNumber(value, at(q, i)));
  return (
    same(a.xy, b.xy) && same(a.z, b.z) && same(a.m, b.m) && same(a.ringOffsets, b.ringOffsets) &&
    same(a.partOffsets, b.partOffsets) && same(a.featureOffsets, b.featureOffsets) && same(a.partKinds, b.partKinds)
  );
}
