import type { Arrangement } from '../faces/arrangement.ts';
import type { Coverage } from '../faces/coverage.ts';
import type { EdgeTable } from '../edges/edges.ts';
import { Int32List } from '../arrays/growable.ts';
import { NO_OWNER } from '../faces/owner.ts';
import type { PreparedLayer } from '../edges/prepare.ts';
import type { CoveredTopology } from '../faces/arranged-topology.ts';

export interface SuspectFeatures {
  readonly isSuspect: Uint8Array;
  /** Border half-edges of each suspect: those of feature f are at offsets[f] … offsets[f + 1]. */
  readonly offsets: Int32Array;
  readonly borders: Int32Array;
  /** Pairs: a feature that touches itself in a vertex, and a half-edge that leaves the vertex. */
  readonly selfTouches: Int32List;
}

/**
 * Finds the features whose rings may have to change: a source segment that is no longer a border, or has the land on its other side (a
 * shell that is now a hole); a border that no segment of the feature makes; a vertex that was put on a border; a feature that touches
 * itself. Too many suspects only cost time: a traced ring that equals its source stays.
 */
export function findSuspects({ prepared, vertices, edges, arrangement, coverage, noding: { isInserted }, vertexOf, moves }: CoveredTopology): SuspectFeatures {
  const { faceOfHalfEdge, next } = arrangement;
  const { codeOfFace } = coverage;
  const { ringOfVertex, featureOfRing } = prepared;
  const isSuspect = prepared.changed.slice();
  for (let ring = 0; ring < featureOfRing.length; ring++) if (prepared.ringFirst[ring] >= 0 && prepared.undirected[ring] === 1) isSuspect[featureOfRing[ring]] = 1;
  if (moves.moved > 0) {
    for (let i = 0; i < vertexOf.length; i++) {
      if (prepared.next[i] >= 0 && moves.resolve(vertexOf[i]) !== vertexOf[i]) isSuspect[featureOfRing[ringOfVertex[i]]] = 1;
    }
  }
  const borderDegree = new Uint8Array(vertices.count);
  const outOf = new Int32Array(vertices.count).fill(-1);
  /** For each feature, the last edge on which one of its segments was seen, plus one. */
  const seenOn = new Int32Array(isSuspect.length);
  for (let edge = 0; edge < edges.count; edge++) {
    const left = faceOfHalfEdge[2 * edge];
    if (left < 0) continue;
    const leftCode = codeOfFace[left];
    const rightCode = codeOfFace[faceOfHalfEdge[2 * edge + 1]];
    if (isPlain(prepared, edges, edge, leftCode, rightCode)) {
      const a = edges.a[edge];
      const b = edges.b[edge];
      if (isInserted[a] === 1 || isInserted[b] === 1) {
        if (leftCode >= 0) isSuspect[leftCode] = 1;
        if (rightCode >= 0) isSuspect[rightCode] = 1;
      }
      outOf[a] = 2 * edge;
      outOf[b] = 2 * edge + 1;
      if (borderDegree[a] < 255) borderDegree[a]++;
      if (borderDegree[b] < 255) borderDegree[b]++;
      continue;
    }
    for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) {
      const feature = featureOfUse(prepared, edges, use);
      const isForward = (edges.useCode[use] & 1) === 0;
      if (!coverage.codeHas(isForward ? leftCode : rightCode, feature) || coverage.codeHas(isForward ? rightCode : leftCode, feature)) isSuspect[feature] = 1;
      if (seenOn[feature] === edge + 1) isSuspect[feature] = 1;
      seenOn[feature] = edge + 1;
    }
    if (leftCode === rightCode) continue;
    const a = edges.a[edge];
    const b = edges.b[edge];
    const isNoded = isInserted[a] === 1 || isInserted[b] === 1;
    const visit = (feature: number): void => {
      if (isNoded || seenOn[feature] !== edge + 1) isSuspect[feature] = 1;
    };
    coverage.forEachGain(leftCode, rightCode, visit);
    coverage.forEachGain(rightCode, leftCode, visit);
    outOf[a] = 2 * edge;
    outOf[b] = 2 * edge + 1;
    if (borderDegree[a] < 255) borderDegree[a]++;
    if (borderDegree[b] < 255) borderDegree[b]++;
  }

  const selfTouches = new Int32List();
  const wedges: number[] = [];
  for (let vertex = 0; vertex < vertices.count; vertex++) {
    if (borderDegree[vertex] < 4) continue;
    wedges.length = 0;
    let half = outOf[vertex];
    do {
      coverage.forEachGain(codeOfFace[faceOfHalfEdge[half]], codeOfFace[faceOfHalfEdge[half ^ 1]], (feature) => wedges.push(feature));
      half = next[half ^ 1];
    } while (half !== outOf[vertex]);
    wedges.sort((p, q) => p - q);
    for (let i = 1; i < wedges.length; i++) {
      if (wedges[i] !== wedges[i - 1] || wedges[i] === wedges[i - 2]) continue;
      isSuspect[wedges[i]] = 1;
      selfTouches.push(wedges[i]);
      selfTouches.push(outOf[vertex]);
    }
  }

  return { isSuspect, ...bordersOf(isSuspect, edges, arrangement, coverage), selfTouches };
}

/** The half-edges with land of a suspect on their left and none of its land on their right, in order, suspect by suspect. */
export function bordersOf(isSuspect: Uint8Array, edges: EdgeTable, { faceOfHalfEdge }: Pick<Arrangement, 'faceOfHalfEdge'>, coverage: Coverage): { offsets: Int32Array; borders: Int32Array } {
  const { codeOfFace } = coverage;
  const owners = new Int32List();
  const halves = new Int32List();
  for (let half = 0; half < 2 * edges.count; half++) {
    const left = faceOfHalfEdge[half];
    if (left < 0) continue;
    const leftCode = codeOfFace[left];
    const rightCode = codeOfFace[faceOfHalfEdge[half ^ 1]];
    if (leftCode === rightCode || leftCode === NO_OWNER) continue;
    if (leftCode >= 0 && rightCode >= NO_OWNER) {
      if (isSuspect[leftCode] === 0) continue;
      owners.push(leftCode);
      halves.push(half);
      continue;
    }
    coverage.forEachGain(leftCode, rightCode, (feature) => {
      if (isSuspect[feature] === 0) return;
      owners.push(feature);
      halves.push(half);
    });
  }
  const offsets = new Int32Array(isSuspect.length + 1);
  for (let i = 0; i < owners.length; i++) offsets[owners.data[i] + 1]++;
  for (let feature = 0; feature < isSuspect.length; feature++) offsets[feature + 1] += offsets[feature];
  const position = offsets.slice();
  const borders = new Int32Array(owners.length);
  for (let i = 0; i < owners.length; i++) borders[position[owners.data[i]]++] = halves.data[i];
  return { offsets, borders };
}

function featureOfUse({ featureOfRing, ringOfVertex }: PreparedLayer, edges: EdgeTable, use: number): number {
  return featureOfRing[ringOfVertex[edges.useCode[use] >> 1]];
}

/** Whether an edge is as in a clean layer: a border of the features on its sides and of no other, used once by each with its land on the left. */
function isPlain(prepared: PreparedLayer, edges: EdgeTable, edge: number, leftCode: number, rightCode: number): boolean {
  const first = edges.firstUse[edge];
  if (first < 0) return false;
  const second = edges.useNext[first];
  const isForward = (edges.useCode[first] & 1) === 0;
  const feature = featureOfUse(prepared, edges, first);
  if (feature !== (isForward ? leftCode : rightCode)) return false;
  const beyond = isForward ? rightCode : leftCode;
  if (second < 0) return beyond === NO_OWNER;
  const isAgainst = ((edges.useCode[first] ^ edges.useCode[second]) & 1) === 1;
  return isAgainst && edges.useNext[second] < 0 && beyond !== feature && featureOfUse(prepared, edges, second) === beyond;
}
