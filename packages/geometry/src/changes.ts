import type { Arrangement } from './arrangement.ts';
import { originOf } from './cells.ts';
import type { Coverage } from './coverage.ts';
import type { EdgeTable } from './edges.ts';
import { Int32List } from './growable.ts';
import { NO_OWNER } from './overlaps.ts';
import type { PreparedLayer } from './prepare.ts';
import type { VertexMoves, VertexTable } from './vertices.ts';

export interface SuspectFeatures {
  readonly isSuspect: Uint8Array;
  /** Border half-edges of each suspect: those of feature f are at offsets[f] … offsets[f + 1]. */
  readonly offsets: Int32Array;
  readonly borders: Int32Array;
  /** Features that meet themselves in a vertex, each with a half-edge out of it: pairs. */
  readonly selfTouches: Int32List;
}

/**
 * Finds the features whose rings may not stay as they are: a source segment that is no border in the end, a border that no
 * segment of the feature makes, a vertex put on a border, a feature that meets itself. Too many is only slower: what is
 * traced and equals its source stays.
 */
export function findSuspects(
  prepared: PreparedLayer,
  vertices: VertexTable,
  edges: EdgeTable,
  arrangement: Arrangement,
  coverage: Coverage,
  isInserted: Uint8Array,
  vertexOf: Int32Array,
  moves: VertexMoves,
): SuspectFeatures {
  const { faceOfHalfEdge, next } = arrangement;
  const { codeOfFace } = coverage;
  const { ringOfVertex, featureOfRing } = prepared;
  const isSuspect = prepared.changed.slice();
  if (moves.moved > 0) {
    for (let i = 0; i < vertexOf.length; i++) {
      if (prepared.next[i] >= 0 && moves.resolve(vertexOf[i]) !== vertexOf[i]) isSuspect[featureOfRing[ringOfVertex[i]]] = 1;
    }
  }
  const borderDegree = new Uint8Array(vertices.count);
  const outOf = new Int32Array(vertices.count).fill(-1);
  const featureOf = (use: number): number => featureOfRing[ringOfVertex[edges.useCode[use] >> 1]];
  /** For each feature the last edge, plus one, that a segment of it was seen on. */
  const seenOn = new Int32Array(isSuspect.length);
  /** Whether an edge is what it is in a clean layer: a border of the features on its sides and of no other, run over once by each. */
  const isPlain = (edge: number, leftCode: number, rightCode: number): boolean => {
    const first = edges.firstUse[edge];
    if (first < 0) return false;
    const second = edges.useNext[first];
    const isForward = (edges.useCode[first] & 1) === 0;
    if (featureOf(first) !== (isForward ? leftCode : rightCode)) return false;
    const beyond = isForward ? rightCode : leftCode;
    if (second < 0) return beyond === NO_OWNER;
    return edges.useNext[second] < 0 && featureOf(second) === beyond && beyond !== featureOf(first);
  };
  for (let edge = 0; edge < edges.count; edge++) {
    const left = faceOfHalfEdge[2 * edge];
    if (left < 0) continue;
    const leftCode = codeOfFace[left];
    const rightCode = codeOfFace[faceOfHalfEdge[2 * edge + 1]];
    if (isPlain(edge, leftCode, rightCode)) {
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
      const feature = featureOf(use);
      if (coverage.codeHas(leftCode, feature) === coverage.codeHas(rightCode, feature)) isSuspect[feature] = 1;
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

  const offsets = new Int32Array(isSuspect.length + 1);
  const forEachSuspectBorder = (visit: (feature: number, half: number) => void): void => {
    for (let half = 0; half < 2 * edges.count; half++) {
      const left = faceOfHalfEdge[half];
      if (left < 0) continue;
      const leftCode = codeOfFace[left];
      const rightCode = codeOfFace[faceOfHalfEdge[half ^ 1]];
      if (leftCode === rightCode || leftCode === NO_OWNER) continue;
      if (leftCode >= 0 && rightCode >= NO_OWNER) {
        if (isSuspect[leftCode] === 1) visit(leftCode, half);
        continue;
      }
      coverage.forEachGain(leftCode, rightCode, (feature) => {
        if (isSuspect[feature] === 1) visit(feature, half);
      });
    }
  };
  forEachSuspectBorder((feature) => offsets[feature + 1]++);
  for (let feature = 0; feature < isSuspect.length; feature++) offsets[feature + 1] += offsets[feature];
  const borders = new Int32Array(offsets[isSuspect.length]);
  const position = offsets.slice();
  forEachSuspectBorder((feature, half) => (borders[position[feature]++] = half));
  return { isSuspect, offsets, borders, selfTouches };
}

/** Where a half-edge starts. */
export function placeOf(vertices: VertexTable, edges: EdgeTable, half: number): [number, number] {
  const vertex = originOf(edges, half);
  return [vertices.x[vertex], vertices.y[vertex]];
}
