import { examine, startExamination } from '../src/examination.ts';
import type { Stage } from '../src/examination.ts';
import type { MatchedTopology, Topology } from '../src/edges/topology.ts';
import type { AssignedTopology } from '../src/faces/arranged-topology.ts';
import type { Layer } from '../src/layer/layer.ts';
import { applyPatch } from '../src/layer/apply-patch.ts';
import { countByKind } from '../src/layer/finding-list.ts';
import type { Findings } from '../src/layer/findings.ts';
import type { NodedTopology } from '../src/noding/node-borders.ts';
import { holesAmongParts } from '../src/ring-order/holes-among-parts.ts';
import { orderRings } from '../src/ring-order/ring-order.ts';
import type { RepairOptions } from '../src/repair-options.ts';
import { BEFORE_MATCHING } from '../src/settling/begin-repair.ts';
import { SettlePolicy } from '../src/settling/settle-policy.ts';
import { resolveTolerances } from '../src/tolerances.ts';
import { Canvas } from './canvas.ts';

/** Number of rounds drawn. Whatever has not settled by then goes on in the same way. */
const MOST_ROUNDS = 8;
const STEP_NAMES: ReadonlyMap<(typeof BEFORE_MATCHING)[number], string> = new Map([
  [holesAmongParts, 'holes'],
  [orderRings, 'ring-order'],
]);
const [BORDER_OF_TWO, BORDER_OF_ONE, BORDER_OF_MORE, PUT_IN, CROSSING] = ['#9aa5ad', '#b3541e', '#8a1c7c', '#0b6e4f', '#d4002a'];

/** A picture of a layer after one stage of a round. */
export interface StagePicture {
  /** For example `1-2-matched`: the round, the stage in it, and its name. Round 0 is what is done before matching. */
  readonly name: string;
  readonly svg: string;
}

/**
 * Draws each stage of a repair: the layer after its rings were put in order and copies were removed, if it had such faults. Then, round by round
 * until nothing changes, the edges as they were, after matching and after noding, the faces with their owners, and the
 * resulting layer. Here every round examines the whole layer, with the same tolerances; a repair leaves out what screening shows to be clean,
 * and raises tolerances if the result asks for more.
 */
export function drawStages(layer: Layer, options: RepairOptions): StagePicture[] {
  const pictures: StagePicture[] = [];
  let current = layer;
  let before = 0;
  for (const begin of BEFORE_MATCHING) {
    const found = begin(current, options, resolveTolerances(current, options).snapDistance);
    if (found === null) continue;
    current = applyPatch(current, found.patch);
    pictures.push({ name: `0-${++before}-${STEP_NAMES.get(begin) ?? 'copies-removed'}`, svg: drawLayer(`before matching: ${summaryOf(found.findings)}`, current) });
  }
  const tolerances = resolveTolerances(current, options);
  const policy = new SettlePolicy();
  const { snapDistance, maxGapWidth, unit } = tolerances;
  const given = `snap distance ${snapDistance}, gap width ${maxGapWidth} (${unit}s)`;
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    let step = 0;
    const add = (name: string, svg: string): void => {
      pictures.push({ name: `${round}-${++step}-${name}`, svg });
    };
    const onStage = (stage: Stage, topology: Topology): void => {
      add(stage, drawStage(`round ${round}, ${stage}; ${given}`, topology));
    };
    const { patch, findings } = examine(startExamination(current), { options, tolerances, isRim: null, isUnmatched: null, isLate: policy.isLate, progress: () => undefined, onStage });
    if (patch === null) break;
    current = applyPatch(current, patch);
    policy.wasDone(current.xy.length / 2);
    add('result', drawLayer(`round ${round}, result: ${summaryOf(findings.finish(false))}`, current));
  }
  return pictures;
}

function summaryOf(findings: Findings): string {
  return [...countByKind(findings)].map(([kind, count]) => `${count} ${kind}`).join(', ');
}

function drawStage(title: string, topology: Topology): string {
  const canvas = new Canvas(title, topology.prepared.layer.xy);
  if (isAssigned(topology)) fillFaces(canvas, topology);
  const { edges, vertices: { x, y } } = topology;
  for (let edge = 0; edge < edges.count; edge++) {
    if (edges.isDead(edge)) continue;
    let uses = 0;
    for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) uses++;
    const [a, b] = [edges.a[edge], edges.b[edge]];
    canvas.line(x[a], y[a], x[b], y[b], uses === 1 ? BORDER_OF_ONE : uses === 2 ? BORDER_OF_TWO : BORDER_OF_MORE);
  }
  if (isMatched(topology)) for (const vertex of topology.inserted.toArray()) canvas.dot(x[vertex], y[vertex], PUT_IN);
  if (isNoded(topology)) {
    const crossings = topology.noding.crossings.toArray();
    for (let i = 2; i < crossings.length; i += 3) canvas.ring(x[crossings[i]], y[crossings[i]], CROSSING);
  }
  canvas.legend([
    ['border of one', BORDER_OF_ONE],
    ['of two', BORDER_OF_TWO],
    ['of more', BORDER_OF_MORE],
    ...(isMatched(topology) ? [['vertex inserted', PUT_IN] as const] : []),
    ...(isNoded(topology) ? [['crossing', CROSSING] as const] : []),
  ]);
  return canvas.svg();
}

/** Each face in the colour of its owner. */
function fillFaces(canvas: Canvas, { arrangement, coverage, edges, vertices: { x, y } }: AssignedTopology): void {
  const { next, cycleOffsets, cycleStarts, faceCount } = arrangement;
  for (let face = 1; face < faceCount; face++) {
    const code = coverage.codeOfFace[face];
    if (code === -1) continue;
    const rings: [number, number][][] = [];
    for (let cycle = cycleOffsets[face]; cycle < cycleOffsets[face + 1]; cycle++) {
      const ring: [number, number][] = [];
      let half = cycleStarts[cycle];
      do {
        const vertex = half & 1 ? edges.b[half >> 1] : edges.a[half >> 1];
        ring.push([x[vertex], y[vertex]]);
        half = next[half];
      } while (half !== cycleStarts[cycle]);
      rings.push(ring);
    }
    canvas.area(rings, code);
  }
}

function drawLayer(title: string, { xy, ringOffsets, partOffsets, featureOffsets }: Layer): string {
  const canvas = new Canvas(title, xy);
  for (let feature = 0; feature + 1 < featureOffsets.length; feature++) {
    for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
      const rings: [number, number][][] = [];
      for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
        rings.push(Array.from({ length: ringOffsets[ring + 1] - ringOffsets[ring] }, (_, i) => [xy[2 * (ringOffsets[ring] + i)], xy[2 * (ringOffsets[ring] + i) + 1]]));
      }
      canvas.area(rings, feature);
      for (const ring of rings) for (const [x, y] of ring) canvas.dot(x, y, BORDER_OF_TWO);
    }
  }
  return canvas.svg();
}

function isMatched(topology: Topology): topology is MatchedTopology {
  return 'inserted' in topology;
}

function isNoded(topology: Topology): topology is NodedTopology {
  return 'noding' in topology;
}

function isAssigned(topology: Topology): topology is AssignedTopology {
  return 'coverage' in topology;
}
