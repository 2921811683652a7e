import type { Arrangement } from './arrangement.ts';
import type { EdgeTable } from '../edges/edges.ts';
import { comparePoints } from '../edges/predicates.ts';
import type { Ground } from '../ground.ts';
import { DisjointSets } from '../arrays/disjoint-sets.ts';
import { Float64List, Int32List } from '../arrays/growable.ts';
import type { FeatureRegions } from './regions.ts';
import type { VertexTable } from '../edges/vertices.ts';

/**
 * Connected faces with the same set of features form one cell. Overlaps and gaps are decided cell by cell. Cell 0 is
 * unbounded.
 */
export interface Cells {
  readonly count: number;
  readonly cellOfFace: Int32Array;
  readonly featureSet: Int32Array;
  readonly area: Float64Array;
  /** A half-edge on the border of the cell, chosen by geometry alone; -1 for cells that are neither overlap nor void. */
  readonly place: Int32Array;
  /** Orders cells by their `place`. The numbers of cells depend on how the rings are written; places do not. */
  readonly comparePlaces: (cell: number, other: number) => number;
  /** Borders of the overlaps and voids: those of cell c are at borderOffsets[c] … borderOffsets[c + 1]. */
  readonly borderOffsets: Int32Array;
  readonly borderOther: Int32Array;
  readonly borderLength: Float64Array;
  /** 1 for each cell along a border with land behind it that is not in the layer. Such a void is not a gap. */
  readonly isBeyond: Uint8Array;
}

export function gatherCells(vertices: VertexTable, edges: EdgeTable, arrangement: Arrangement, regions: FeatureRegions, isRim: Uint8Array | null, ground: Ground): Cells {
  const { faceOfHalfEdge, faceCount, faceArea } = arrangement;
  const { featureSetOfFace, featureSets } = regions;
  const sets = new DisjointSets(faceCount);
  for (let edge = 0; edge < edges.count; edge++) {
    const left = faceOfHalfEdge[2 * edge];
    if (left < 0) continue;
    const right = faceOfHalfEdge[2 * edge + 1];
    if (left !== right && featureSetOfFace[left] === featureSetOfFace[right]) sets.union(left, right);
  }
  const cellOfFace = new Int32Array(faceCount).fill(-1);
  let count = 0;
  for (let face = 0; face < faceCount; face++) if (sets.find(face) === face) cellOfFace[face] = count++;
  for (let face = 0; face < faceCount; face++) cellOfFace[face] = cellOfFace[sets.find(face)];
  const featureSet = new Int32Array(count);
  const area = new Float64Array(count);
  for (let face = 0; face < faceCount; face++) {
    featureSet[cellOfFace[face]] = featureSetOfFace[face];
    area[cellOfFace[face]] += faceArea[face];
  }

  const isOpen = new Uint8Array(count);
  for (let cell = 1; cell < count; cell++) if (featureSets.sizeOf(featureSet[cell]) !== 1) isOpen[cell] = 1;
  const place = new Int32Array(count).fill(-1);
  const isBeyond = new Uint8Array(count);
  const { x, y } = vertices;
  const recordCell = new Int32List();
  const recordOther = new Int32List();
  const recordLength = new Float64List();
  for (let edge = 0; edge < edges.count; edge++) {
    if (faceOfHalfEdge[2 * edge] < 0) continue;
    const left = cellOfFace[faceOfHalfEdge[2 * edge]];
    const right = cellOfFace[faceOfHalfEdge[2 * edge + 1]];
    if (left === right || (isOpen[left] === 0 && isOpen[right] === 0)) continue;
    const [a, b] = [edges.a[edge], edges.b[edge]];
    const length = ground.length(x[a], y[a], x[b], y[b]);
    if (isRim !== null && isOnRim(edge, isRim)) {
      isBeyond[left] = 1;
      isBeyond[right] = 1;
    }
    if (isOpen[left] === 1) addRecord(left, right, length, 2 * edge);
    if (isOpen[right] === 1) addRecord(right, left, length, 2 * edge + 1);
  }

  const borderOffsets = new Int32Array(count + 1);
  for (let i = 0; i < recordCell.length; i++) borderOffsets[recordCell.data[i] + 1]++;
  for (let cell = 0; cell < count; cell++) borderOffsets[cell + 1] += borderOffsets[cell];
  const position = borderOffsets.slice();
  const borderOther = new Int32Array(recordCell.length);
  const borderLength = new Float64Array(recordCell.length);
  for (let i = 0; i < recordCell.length; i++) {
    const at = position[recordCell.data[i]]++;
    borderOther[at] = recordOther.data[i];
    borderLength[at] = recordLength.data[i];
  }
  const comparePlaces = (cell: number, other: number): number => compareHalves(place[cell], place[other]);
  return { count, cellOfFace, featureSet, area, place, comparePlaces, borderOffsets, borderOther, borderLength, isBeyond };

  function isOnRim(edge: number, rim: Uint8Array): boolean {
    for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) if (rim[edges.useCode[use] >> 1] === 1) return true;
    return false;
  }

  function addRecord(cell: number, other: number, length: number, half: number): void {
    recordCell.push(cell);
    recordOther.push(other);
    recordLength.push(length);
    if (place[cell] < 0 || isBefore(half, place[cell])) place[cell] = half;
  }

  function isBefore(p: number, q: number): boolean {
    return compareHalves(p, q) < 0;
  }

  /** By where they start, then by where they end. */
  function compareHalves(p: number, q: number): number {
    const [vp, vq, wp, wq] = [originOf(edges, p), originOf(edges, q), originOf(edges, p ^ 1), originOf(edges, q ^ 1)];
    return comparePoints(x[vp], y[vp], x[vq], y[vq]) || comparePoints(x[wp], y[wp], x[wq], y[wq]);
  }
}

export function originOf(edges: EdgeTable, half: number): number {
  return half & 1 ? edges.b[half >> 1] : edges.a[half >> 1];
}
