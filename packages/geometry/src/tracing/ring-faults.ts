import type { Arrangement } from '../faces/arrangement.ts';
import { originOf } from '../edges/half-edges.ts';
import type { SuspectFeatures } from './changes.ts';
import type { EdgeTable } from '../edges/edges.ts';
import { vertexRange } from '../layer/vertex-range.ts';
import type { FindingList } from '../layer/finding-list.ts';
import { DisjointSets } from '../arrays/disjoint-sets.ts';
import type { SequenceTable } from '../arrays/sequence-table.ts';
import type { FaceLabels } from '../faces/labels.ts';
import type { Noding } from '../noding/noding.ts';
import { orient2d } from '../edges/predicates.ts';
import type { PreparedLayer } from '../edges/prepare.ts';
import { featureOfUse } from '../edges/ring-owners.ts';
import type { FeatureRegions } from '../faces/regions.ts';
import type { VertexTable } from '../edges/vertices.ts';
import type { ArrangedTopology } from '../faces/arranged-topology.ts';

/** Reports what is wrong with the rings of features that change: spikes, self-intersections, rings that overlap. */
export class RingFaults {
  private readonly prepared: PreparedLayer;
  private readonly vertices: VertexTable;
  private readonly findings: FindingList;
  /**
   * The evidence for each feature: twice the vertex where a fault is, and one more for rings that overlap. Where hundreds of rings run over two edges
   * that cross, there are tens of thousands of pairs of them.
   */
  private readonly evidence = new Map<number, Set<number>>();

  constructor({ prepared, vertices, edges, arrangement, labels, regions, noding }: ArrangedTopology, suspects: SuspectFeatures, findings: FindingList) {
    this.prepared = prepared;
    this.vertices = vertices;
    this.findings = findings;
    this.collectCrossings(edges, noding);
    this.collectOverlappingRings(edges, arrangement, labels, regions);
    this.collectSelfTouches(edges, arrangement, suspects);
  }

  /** Notes a vertex that a feature gains on one of its segments. Snapping has already reported its own. */
  noteUnmatched(feature: number, vertex: number): void {
    const { x, y } = this.vertices;
    if (!this.findings.hasAt(feature, x[vertex], y[vertex])) this.findings.add({ kind: 'unmatched-vertex', feature, x: x[vertex], y: y[vertex], action: 'vertex-inserted' });
  }

  /** Reports the faults of a feature that changes. */
  report(feature: number): void {
    const { x, y } = this.vertices;
    const { findings } = this;
    this.reportSpikes(feature);
    for (const key of this.evidence.get(feature) ?? []) {
      const vertex = key >> 1;
      const isOverlap = (key & 1) === 1;
      findings.add({ kind: isOverlap ? 'ring-overlap' : 'self-intersection', feature, x: x[vertex], y: y[vertex], action: isOverlap ? 'parts-united' : 'ring-split' });
    }
    if (!findings.names(feature)) {
      const { layer, layer: { xy } } = this.prepared;
      const [first] = vertexRange(layer, feature);
      findings.add({ kind: 'self-intersection', feature, x: xy[2 * first], y: xy[2 * first + 1], action: 'ring-split' });
    }
  }

  private note(feature: number, kind: 'self-intersection' | 'ring-overlap', vertex: number): void {
    const key = 2 * vertex + (kind === 'ring-overlap' ? 1 : 0);
    const known = this.evidence.get(feature);
    if (known === undefined) this.evidence.set(feature, new Set([key]));
    else known.add(key);
  }

  private collectCrossings(edges: EdgeTable, noding: Noding): void {
    const { ringOfVertex, featureOfRing } = this.prepared;
    const { data, length } = noding.crossings;
    /** For each feature, its rings that run over the second edge, in the order of their uses. */
    const others = new Map<number, Set<number>>();
    for (let i = 0; i < length; i += 3) {
      others.clear();
      for (let use = data[i + 1]; use >= 0; use = edges.useNext[use]) {
        const ring = ringOfVertex[edges.useCode[use] >> 1];
        const known = others.get(featureOfRing[ring]);
        if (known === undefined) others.set(featureOfRing[ring], new Set([ring]));
        else known.add(ring);
      }
      for (let use = data[i]; use >= 0; use = edges.useNext[use]) {
        const ring = ringOfVertex[edges.useCode[use] >> 1];
        const crossed = others.get(featureOfRing[ring]);
        if (crossed === undefined) continue;
        const [first] = crossed;
        if (first !== ring) this.note(featureOfRing[ring], 'ring-overlap', data[i + 2]);
        if (crossed.has(ring)) this.note(featureOfRing[ring], 'self-intersection', data[i + 2]);
        if (first === ring && crossed.size > 1) this.note(featureOfRing[ring], 'ring-overlap', data[i + 2]);
      }
    }
  }

  /**
   * Rings that share edges, wind twice, or run inside land that their feature covers anyway. Each is reported once, at the first of its
   * vertices there by coordinates, wherever the ring starts and whichever way it runs.
   */
  private collectOverlappingRings(edges: EdgeTable, arrangement: Arrangement, labels: FaceLabels, regions: FeatureRegions): void {
    const { ringOfVertex, featureOfRing } = this.prepared;
    const { featureSets, featureSetOfFace, changedRing } = regions;
    const { faceOfHalfEdge } = arrangement;
    const faults = new Map<number, { readonly kind: 'self-intersection' | 'ring-overlap'; readonly vertex: number }>();
    /** How often each ring uses the current edge, forward minus backward, and how many rings of each feature do. */
    const net = new Int32Array(changedRing.length);
    const netOn = new Int32Array(changedRing.length);
    const rings = new Int32Array(this.prepared.changed.length);
    const ringsOn = new Int32Array(this.prepared.changed.length);
    for (let edge = 0; edge < edges.count; edge++) {
      const left = faceOfHalfEdge[2 * edge];
      if (left < 0) continue;
      const right = faceOfHalfEdge[2 * edge + 1];
      if (isPlain(this.prepared, edges, featureSets, edge, featureSetOfFace[left], featureSetOfFace[right])) continue;
      for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) {
        const ring = ringOfVertex[edges.useCode[use] >> 1];
        const feature = featureOfRing[ring];
        if (ringsOn[feature] !== edge + 1) {
          ringsOn[feature] = edge + 1;
          rings[feature] = 0;
        }
        if (netOn[ring] !== edge + 1) {
          netOn[ring] = edge + 1;
          net[ring] = 0;
          rings[feature]++;
        }
        net[ring] += edges.useCode[use] & 1 ? -1 : 1;
      }
      for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) {
        const ring = ringOfVertex[edges.useCode[use] >> 1];
        const feature = featureOfRing[ring];
        if (changedRing[ring] === 1) continue;
        const isBorder = featureSets.hasInAscending(featureSetOfFace[left], feature) !== featureSets.hasInAscending(featureSetOfFace[right], feature);
        if (isBorder && edges.useNext[edges.firstUse[edge]] < 0) continue;
        const isAlone = rings[feature] === 1;
        if (net[ring] === 0 || (isBorder && Math.abs(net[ring]) < 2 && isAlone)) continue;
        // A hole outside its shell: no other ring is on either side of it, and it does not wind around anything twice.
        const leavesShell = Math.abs(net[ring]) === 1 && windsAround(labels, left, ring) !== windsAround(labels, right, ring);
        const isOther = !isAlone || leavesShell || hasOtherRing(this.prepared, labels, left, ring) || hasOtherRing(this.prepared, labels, right, ring);
        const kind = isOther ? 'ring-overlap' : 'self-intersection';
        const vertex = this.isBefore(edges.b[edge], edges.a[edge]) ? edges.b[edge] : edges.a[edge];
        const known = faults.get(ring);
        if (known === undefined || this.isBefore(vertex, known.vertex) || (vertex === known.vertex && kind === 'ring-overlap')) faults.set(ring, { kind, vertex });
      }
    }
    for (const [ring, { kind, vertex }] of faults) this.note(featureOfRing[ring], kind, vertex);
  }

  private isBefore(vertex: number, other: number): boolean {
    const { x, y } = this.vertices;
    return x[vertex] < x[other] || (x[vertex] === x[other] && y[vertex] < y[other]);
  }

  /**
   * A ring that passes a vertex twice touches itself. Different rings may touch. But within a part, going from ring to ring
   * across touches must not lead back to the start, or the rings would cut its interior apart.
   */
  private collectSelfTouches(edges: EdgeTable, { next }: Arrangement, { selfTouches }: SuspectFeatures): void {
    const { ringOfVertex, featureOfRing, partOfRing } = this.prepared;
    const sets = new DisjointSets(featureOfRing.length);
    for (let i = 0; i < selfTouches.length; i += 2) {
      const feature = selfTouches.data[i];
      const out = selfTouches.data[i + 1];
      const ends = new Map<number, number>();
      let half = out;
      do {
        for (let use = edges.firstUse[half >> 1]; use >= 0; use = edges.useNext[use]) {
          const ring = ringOfVertex[edges.useCode[use] >> 1];
          if (featureOfRing[ring] === feature) ends.set(ring, (ends.get(ring) ?? 0) + 1);
        }
        half = next[half ^ 1];
      } while (half !== out);
      let isFault = false;
      const firstOfPart = new Map<number, number>();
      for (const [ring, count] of ends) {
        if (count > 2) isFault = true;
        const first = firstOfPart.get(partOfRing[ring]);
        if (first === undefined) firstOfPart.set(partOfRing[ring], ring);
        else if (sets.find(first) === sets.find(ring)) isFault = true;
        else sets.union(first, ring);
      }
      if (isFault) this.note(feature, 'self-intersection', originOf(edges, out));
    }
  }

  private reportSpikes(feature: number): void {
    const { layer, next, ringFirst } = this.prepared;
    const { xy } = layer;
    const firstRing = layer.partOffsets[layer.featureOffsets[feature]];
    const endRing = layer.partOffsets[layer.featureOffsets[feature + 1]];
    for (let ring = firstRing; ring < endRing; ring++) {
      const first = ringFirst[ring];
      if (first < 0) continue;
      let i = first;
      do {
        const j = next[i];
        const k = next[j];
        const px = xy[2 * i], py = xy[2 * i + 1], qx = xy[2 * j], qy = xy[2 * j + 1], rx = xy[2 * k], ry = xy[2 * k + 1];
        if ((px - qx) * (rx - qx) + (py - qy) * (ry - qy) > 0 && orient2d(px, py, qx, qy, rx, ry) === 0) {
          this.findings.add({ kind: 'spike', feature, x: qx, y: qy, action: 'vertex-removed' });
        }
        i = j;
      } while (i !== first);
    }
  }
}

/** Whether two segments of different features run over the edge in opposite directions, with each feature alone on its side. */
function isPlain(prepared: PreparedLayer, edges: EdgeTable, featureSets: SequenceTable, edge: number, leftSet: number, rightSet: number): boolean {
  const first = edges.firstUse[edge];
  const second = edges.useNext[first];
  if (second < 0 || edges.useNext[second] >= 0 || ((edges.useCode[first] ^ edges.useCode[second]) & 1) === 0) return false;
  const feature = featureOfUse(prepared, edges, first);
  const other = featureOfUse(prepared, edges, second);
  const isForward = (edges.useCode[first] & 1) === 0;
  return feature !== other && onlyItem(featureSets, isForward ? leftSet : rightSet) === feature && onlyItem(featureSets, isForward ? rightSet : leftSet) === other;
}

/** The only item of a set, -1 if there are several or none. */
function onlyItem(sets: SequenceTable, set: number): number {
  return sets.sizeOf(set) === 1 ? sets.items.data[sets.offsets.data[set]] : -1;
}

function windsAround({ setOfFace, sets: { offsets, items } }: FaceLabels, face: number, ring: number): boolean {
  for (let i = offsets.data[setOfFace[face]]; i < offsets.data[setOfFace[face] + 1]; i += 2) if (items.data[i] === ring) return true;
  return false;
}

/** Whether another ring of the same feature winds around a face. */
function hasOtherRing({ featureOfRing }: PreparedLayer, labels: FaceLabels, face: number, ring: number): boolean {
  const set = labels.setOfFace[face];
  const { offsets, items } = labels.sets;
  for (let i = offsets.data[set]; i < offsets.data[set + 1]; i += 2) {
    if (items.data[i] !== ring && featureOfRing[items.data[i]] === featureOfRing[ring]) return true;
  }
  return false;
}
