import type { Arrangement } from '../faces/arrangement.ts';
import type { Coverage } from '../faces/coverage.ts';
import type { EdgeTable } from '../edges/edges.ts';
import { Int32List } from '../arrays/growable.ts';
import { grouped, valuesAt } from '../arrays/groups.ts';
import { featureOfUse, featureOfVertex } from '../edges/ring-owners.ts';
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
export function findSuspects(covered: CoveredTopology): SuspectFeatures {
  const search = new SuspectSearch(covered);
  search.markRings();
  search.markMoved();
  search.markAtBorders();
  const selfTouches = search.findSelfTouches();
  const { isSuspect } = search;
  return { isSuspect, ...bordersOf(isSuspect, covered.edges, covered.arrangement, covered.coverage), selfTouches };
}

class SuspectSearch {
  readonly isSuspect: Uint8Array;
  private readonly covered: CoveredTopology;
  /** For each vertex, the number of borders that meet there, up to 255, and a half-edge along one of them; -1: none. */
  private readonly borderDegree: Uint8Array;
  private readonly borderFrom: Int32Array;
  /** For each feature, the last edge on which one of its segments was seen, plus one. */
  private readonly seenOn: Int32Array;

  constructor(covered: CoveredTopology) {
    this.covered = covered;
    this.isSuspect = covered.prepared.changed.slice();
    this.borderDegree = new Uint8Array(covered.vertices.count);
    this.borderFrom = new Int32Array(covered.vertices.count).fill(-1);
    this.seenOn = new Int32Array(this.isSuspect.length);
  }

  /** Marks the features of rings whose direction other programs cannot tell. */
  markRings(): void {
    const { ringFirst, undirected, featureOfRing } = this.covered.prepared;
    for (let ring = 0; ring < featureOfRing.length; ring++) if (ringFirst[ring] >= 0 && undirected[ring] === 1) this.isSuspect[featureOfRing[ring]] = 1;
  }

  /** Marks the features of which a vertex was moved. */
  markMoved(): void {
    const { prepared, vertexOf, moves } = this.covered;
    if (moves.moved === 0) return;
    for (let i = 0; i < vertexOf.length; i++) {
      if (prepared.next[i] >= 0 && moves.resolve(vertexOf[i]) !== vertexOf[i]) this.isSuspect[featureOfVertex(prepared, i)] = 1;
    }
  }

  /** Compares segments with borders, edge by edge. */
  markAtBorders(): void {
    const { prepared, edges, arrangement: { faceOfHalfEdge }, coverage: { codeOfFace }, noding: { isInserted } } = this.covered;
    const { isSuspect } = this;
    for (let edge = 0; edge < edges.count; edge++) {
      const left = faceOfHalfEdge[2 * edge];
      if (left < 0) continue;
      const leftCode = codeOfFace[left];
      const rightCode = codeOfFace[faceOfHalfEdge[2 * edge + 1]];
      if (!isPlain(prepared, edges, edge, leftCode, rightCode)) this.markAt(edge, leftCode, rightCode);
      else if (isInserted[edges.a[edge]] === 1 || isInserted[edges.b[edge]] === 1) {
        if (leftCode >= 0) isSuspect[leftCode] = 1;
        if (rightCode >= 0) isSuspect[rightCode] = 1;
      }
      if (leftCode !== rightCode) this.countBorder(edge);
    }
  }

  /** @param edge not a plain one. */
  private markAt(edge: number, leftCode: number, rightCode: number): void {
    const { prepared, edges, coverage, noding: { isInserted } } = this.covered;
    const { isSuspect, seenOn } = this;
    for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) {
      const feature = featureOfUse(prepared, edges, use);
      const isForward = (edges.useCode[use] & 1) === 0;
      if (!coverage.codeHas(isForward ? leftCode : rightCode, feature) || coverage.codeHas(isForward ? rightCode : leftCode, feature)) isSuspect[feature] = 1;
      if (seenOn[feature] === edge + 1) isSuspect[feature] = 1;
      seenOn[feature] = edge + 1;
    }
    const isNoded = isInserted[edges.a[edge]] === 1 || isInserted[edges.b[edge]] === 1;
    const visit = (feature: number): void => {
      if (isNoded || seenOn[feature] !== edge + 1) isSuspect[feature] = 1;
    };
    coverage.forEachGain(leftCode, rightCode, visit);
    coverage.forEachGain(rightCode, leftCode, visit);
  }

  private countBorder(edge: number): void {
    const { edges: { a, b } } = this.covered;
    const { borderDegree, borderFrom } = this;
    borderFrom[a[edge]] = 2 * edge;
    borderFrom[b[edge]] = 2 * edge + 1;
    if (borderDegree[a[edge]] < 255) borderDegree[a[edge]]++;
    if (borderDegree[b[edge]] < 255) borderDegree[b[edge]]++;
  }

  /** Marks the features that touch themselves. @returns as in `SuspectFeatures`. */
  findSelfTouches(): Int32List {
    const { arrangement: { next, faceOfHalfEdge }, coverage, coverage: { codeOfFace } } = this.covered;
    const { borderDegree, borderFrom } = this;
    const selfTouches = new Int32List();
    /** For each wedge of land at a vertex, the features that have it. */
    const wedges: number[] = [];
    for (let vertex = 0; vertex < borderDegree.length; vertex++) {
      if (borderDegree[vertex] < 4) continue;
      wedges.length = 0;
      let half = borderFrom[vertex];
      do {
        coverage.forEachGain(codeOfFace[faceOfHalfEdge[half]], codeOfFace[faceOfHalfEdge[half ^ 1]], (feature) => wedges.push(feature));
        half = next[half ^ 1];
      } while (half !== borderFrom[vertex]);
      wedges.sort((p, q) => p - q);
      for (let i = 1; i < wedges.length; i++) {
        if (wedges[i] !== wedges[i - 1] || wedges[i] === wedges[i - 2]) continue;
        this.isSuspect[wedges[i]] = 1;
        selfTouches.push(wedges[i]);
        selfTouches.push(borderFrom[vertex]);
      }
    }
    return selfTouches;
  }
}

/** The half-edges with land of a suspect on their left and none of its land on their right, in order, suspect by suspect. */
export function bordersOf(isSuspect: Uint8Array, edges: EdgeTable, { faceOfHalfEdge }: Pick<Arrangement, 'faceOfHalfEdge'>, coverage: Coverage): { offsets: Int32Array; borders: Int32Array } {
  const { codeOfFace } = coverage;
  const owners = new Int32List();
  const halves = new Int32List();
  const addOwner = (feature: number): void => {
    if (isSuspect[feature] === 1) owners.push(feature);
  };
  for (let half = 0; half < 2 * edges.count; half++) {
    const left = faceOfHalfEdge[half];
    if (left < 0) continue;
    const leftCode = codeOfFace[left];
    const rightCode = codeOfFace[faceOfHalfEdge[half ^ 1]];
    if (leftCode === rightCode || leftCode === NO_OWNER) continue;
    if (leftCode >= 0 && rightCode >= NO_OWNER) addOwner(leftCode);
    else coverage.forEachGain(leftCode, rightCode, addOwner);
    while (halves.length < owners.length) halves.push(half);
  }
  const { offsets, items } = grouped(owners.data, owners.length, isSuspect.length);
  return { offsets, borders: valuesAt(halves.data, items) };
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
