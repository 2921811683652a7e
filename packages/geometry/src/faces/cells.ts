import { DisjointSets } from '../arrays/disjoint-sets.ts';
import { Float64List, Int32List } from '../arrays/growable.ts';
import { grouped, valuesAt } from '../arrays/groups.ts';
import type { EdgeTable } from '../edges/edges.ts';
import { originOf } from '../edges/half-edges.ts';
import { comparePoints } from '../edges/predicates.ts';
import type { VertexTable } from '../edges/vertices.ts';
import type { ClaimedTopology } from './regions.ts';

/**
 * Connected faces with the same set of features form one cell. Overlaps and gaps are decided cell by cell. Cell 0 is
 * unbounded.
 */
export interface Cells {
  readonly count: number;
  readonly cellOfFace: Int32Array;
  readonly featureSet: Int32Array;
  readonly area: Float64Array;
  /** The first half-edge on the border of the cell, by coordinates; -1 for cells that are neither overlap nor void. */
  readonly anchor: Int32Array;
  /** Orders cells by their anchors. The numbers of cells depend on how the rings are written; anchors do not. */
  readonly compareAnchors: (cell: number, other: number) => number;
  /** Borders of the overlaps and voids, with the cell beyond each: those of cell c are at borderOffsets[c] … borderOffsets[c + 1]. */
  readonly borderOffsets: Int32Array;
  readonly borderOther: Int32Array;
  /** On the ground. */
  readonly borderLength: Float64Array;
  /** 1 for each cell along a border with land behind it that is not in the layer. Such a void is not a gap. */
  readonly isBeyond: Uint8Array;
}

/** @param isRim as in `Examination`. */
export function gatherCells(claimed: ClaimedTopology, isRim: Uint8Array | null): Cells {
  const { arrangement: { faceCount, faceArea }, regions: { featureSetOfFace, featureSets } } = claimed;
  const { cellOfFace, count } = joinFaces(claimed);
  const featureSet = new Int32Array(count);
  const area = new Float64Array(count);
  for (let face = 0; face < faceCount; face++) {
    featureSet[cellOfFace[face]] = featureSetOfFace[face];
    area[cellOfFace[face]] += faceArea[face];
  }
  const isOpen = new Uint8Array(count);
  for (let cell = 1; cell < count; cell++) if (featureSets.sizeOf(featureSet[cell]) !== 1) isOpen[cell] = 1;
  return { count, cellOfFace, featureSet, area, ...bordersOfCells(claimed, cellOfFace, isOpen, isRim) };
}

/** The cell of each face, in the order of their first faces. */
function joinFaces({ edges, arrangement: { faceOfHalfEdge, faceCount }, regions: { featureSetOfFace } }: ClaimedTopology): { cellOfFace: Int32Array; count: number } {
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
  return { cellOfFace, count };
}

/** The borders of open cells. @param isOpen 1 for overlaps and voids. */
function bordersOfCells({ vertices, edges, ground, arrangement: { faceOfHalfEdge } }: ClaimedTopology, cellOfFace: Int32Array, isOpen: Uint8Array, isRim: Uint8Array | null): Pick<Cells, 'anchor' | 'compareAnchors' | 'borderOffsets' | 'borderOther' | 'borderLength' | 'isBeyond'> {
  const { x, y } = vertices;
  const anchor = new Int32Array(isOpen.length).fill(-1);
  const isBeyond = new Uint8Array(isOpen.length);
  const cells = new Int32List();
  const others = new Int32List();
  const lengths = new Float64List();
  const add = (cell: number, other: number, length: number, half: number): void => {
    cells.push(cell);
    others.push(other);
    lengths.push(length);
    if (anchor[cell] < 0 || compareHalves(vertices, edges, half, anchor[cell]) < 0) anchor[cell] = half;
  };
  for (let edge = 0; edge < edges.count; edge++) {
    if (faceOfHalfEdge[2 * edge] < 0) continue;
    const left = cellOfFace[faceOfHalfEdge[2 * edge]];
    const right = cellOfFace[faceOfHalfEdge[2 * edge + 1]];
    if (left === right || (isOpen[left] === 0 && isOpen[right] === 0)) continue;
    const a = edges.a[edge];
    const b = edges.b[edge];
    const length = ground.length(x[a], y[a], x[b], y[b]);
    if (isRim !== null && isOnRim(edges, edge, isRim)) isBeyond[left] = isBeyond[right] = 1;
    if (isOpen[left] === 1) add(left, right, length, 2 * edge);
    if (isOpen[right] === 1) add(right, left, length, 2 * edge + 1);
  }
  const { offsets, items } = grouped(cells.data, cells.length, isOpen.length);
  const borderLength = new Float64Array(items.length);
  for (let border = 0; border < items.length; border++) borderLength[border] = lengths.data[items[border]];
  return {
    anchor,
    compareAnchors: (cell, other) => compareHalves(vertices, edges, anchor[cell], anchor[other]),
    borderOffsets: offsets,
    borderOther: valuesAt(others.data, items),
    borderLength,
    isBeyond,
  };
}

function isOnRim(edges: EdgeTable, edge: number, isRim: Uint8Array): boolean {
  for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) if (isRim[edges.useCode[use] >> 1] === 1) return true;
  return false;
}

/** Orders half-edges by where they start, then by where they end. */
function compareHalves({ x, y }: VertexTable, edges: EdgeTable, p: number, q: number): number {
  const vp = originOf(edges, p);
  const vq = originOf(edges, q);
  const wp = originOf(edges, p ^ 1);
  const wq = originOf(edges, q ^ 1);
  return comparePoints(x[vp], y[vp], x[vq], y[vq]) || comparePoints(x[wp], y[wp], x[wq], y[wq]);
}
