import type { Arrangement } from './arrangement.ts';
import { originOf } from './cells.ts';
import type { Coverage } from './coverage.ts';
import type { EdgeTable } from './edges.ts';
import { Int32List } from './growable.ts';
import type { PreparedLayer } from './prepare.ts';
import type { VertexMoves, VertexTable } from './vertices.ts';

export interface SuspectFeatures {
  readonly isSuspect: Uint8Array;
  /** Border half-edges of each suspect: those of feature f are at offsets[f] … offsets[f + 1]. */
  readonly offsets: Int32Array;
  readonly borders: Int32Array;
  /** Vertices where a feature meets itself, with that feature: pairs. */
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
  const hasUse = (edge: number, feature: number): boolean => {
    for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) {
      if (featureOfRing[ringOfVertex[edges.useCode[use] >> 1]] === feature) return true;
    }
    return false;
  };
  for (let edge = 0; edge < edges.count; edge++) {
    const left = faceOfHalfEdge[2 * edge];
    if (left < 0) continue;
    const leftCode = codeOfFace[left];
    const rightCode = codeOfFace[faceOfHalfEdge[2 * edge + 1]];
    for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) {
      const feature = featureOfRing[ringOfVertex[edges.useCode[use] >> 1]];
      if (coverage.codeHas(leftCode, feature) === coverage.codeHas(rightCode, feature)) isSuspect[feature] = 1;
      for (let twin = edges.useNext[use]; twin >= 0; twin = edges.useNext[twin]) {
        if (featureOfRing[ringOfVertex[edges.useCode[twin] >> 1]] === feature) isSuspect[feature] = 1;
      }
    }
    if (leftCode === rightCode) continue;
    const a = edges.a[edge];
    const b = edges.b[edge];
    const isNoded = isInserted[a] === 1 || isInserted[b] === 1;
    const visit = (feature: number): void => {
      if (isNoded || !hasUse(edge, feature)) isSuspect[feature] = 1;
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
      selfTouches.push(vertex);
    }
  }

  const offsets = new Int32Array(isSuspect.length + 1);
  const forEachSuspectBorder = (visit: (feature: number, half: number) => void): void => {
    for (let half = 0; half < 2 * edges.count; half++) {
      const left = faceOfHalfEdge[half];
      if (left < 0) continue;
      const leftCode = codeOfFace[left];
      const rightCode = codeOfFace[faceOfHalfEdge[half ^ 1]];
      if (leftCode === rightCode) continue;
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
