import { DisjointSets } from '../arrays/disjoint-sets.ts';
import { Int32List } from '../arrays/growable.ts';
import type { Cells } from '../faces/cells.ts';
import { NO_OWNER } from '../faces/owner.ts';
import type { Ownership } from '../faces/owner.ts';
import type { FeatureRegions } from '../faces/regions.ts';

/** Where more features than this lie on top of each other, all land that one of them loses to another counts as one piece. */
const CROWD = 6;

/** Connected land that a feature loses to another. */
export interface OverlapPiece {
  readonly feature: number;
  readonly winner: number;
  /** The first of its cells by anchor. */
  cell: number;
  /** On the ground. */
  area: number;
}

/**
 * The land that features lose, with each connected piece once: where three or more lie on top of each other, the borders of the
 * others cut an overlap of two into cells.
 */
export function overlapPieces(cells: Cells, { featureSets }: FeatureRegions, { owner, featureArea }: Ownership): OverlapPiece[] {
  const { offsets, items } = featureSets;
  const pieces = new PieceList(cells, owner);
  const losses = new Losses(cells, owner);
  /** By loser and winner. */
  const inCrowds = new Map<number, OverlapPiece>();
  for (let cell = 1; cell < cells.count; cell++) {
    losses.beginCell(cell);
    const set = cells.featureSet[cell];
    const size = featureSets.sizeOf(set);
    // Nobody has slivers that all of their claimants give up.
    if (size < 2 || owner[cell] === NO_OWNER) continue;
    for (let i = offsets.data[set]; i < offsets.data[set + 1]; i++) {
      const loser = items.data[i];
      if (loser === owner[cell]) continue;
      if (size > CROWD) pieces.add(loser, cell, inCrowds, loser * featureArea.length + owner[cell]);
      else losses.add(loser, cell);
    }
  }
  const connected = new Map<number, OverlapPiece>();
  losses.forEachInPiece((piece, loser, cell) => pieces.add(loser, cell, connected, piece));
  return pieces.all;
}

/** Pieces in the order of their first cells. */
class PieceList {
  readonly all: OverlapPiece[] = [];
  private readonly cells: Cells;
  private readonly owner: Int32Array;

  constructor(cells: Cells, owner: Int32Array) {
    this.cells = cells;
    this.owner = owner;
  }

  /** Adds a cell to the known piece with a key, or to a new one. */
  add(feature: number, cell: number, known: Map<number, OverlapPiece>, key: number): void {
    const { cells, owner } = this;
    const piece = known.get(key);
    if (piece === undefined) {
      const begun = { feature, winner: owner[cell], cell, area: cells.area[cell] };
      known.set(key, begun);
      this.all.push(begun);
      return;
    }
    piece.area += cells.area[cell];
    if (cells.compareAnchors(cell, piece.cell) < 0) piece.cell = cell;
  }
}

/** Who loses which cells that are not in a crowd. A loss is one cell that one feature loses. */
class Losses {
  private readonly cells: Cells;
  private readonly owner: Int32Array;
  /** By loss: the features, ascending for each cell, and the cells. */
  private readonly losers = new Int32List();
  private readonly cellOf = new Int32List();
  /** The first loss of each cell. */
  private readonly first: Int32Array;

  constructor(cells: Cells, owner: Int32Array) {
    this.cells = cells;
    this.owner = owner;
    this.first = new Int32Array(cells.count + 1);
  }

  /** Call for each cell from 1 on, before its losses are added. */
  beginCell(cell: number): void {
    this.first[cell] = this.losers.length;
  }

  add(loser: number, cell: number): void {
    this.losers.push(loser);
    this.cellOf.push(cell);
  }

  /** Calls back with every loss and the piece that it belongs to. Call once, after all losses were added. */
  forEachInPiece(visit: (piece: number, loser: number, cell: number) => void): void {
    const { losers, cellOf, first, cells } = this;
    first[cells.count] = losers.length;
    const pieces = new DisjointSets(losers.length);
    for (let cell = 1; cell < cells.count; cell++) this.joinAcrossBorders(cell, pieces);
    for (let loss = 0; loss < losers.length; loss++) visit(pieces.find(loss), losers.data[loss], cellOf.data[loss]);
  }

  /** Joins the losses of a cell with those of the same losers in adjacent cells that have the same winner. */
  private joinAcrossBorders(cell: number, pieces: DisjointSets): void {
    const { losers: { data: losers }, first, cells, owner } = this;
    const [start, end] = [first[cell], first[cell + 1]];
    if (start === end) return;
    for (let border = cells.borderOffsets[cell]; border < cells.borderOffsets[cell + 1]; border++) {
      const other = cells.borderOther[border];
      if (other < cell || owner[other] !== owner[cell]) continue;
      const otherEnd = first[other + 1];
      for (let i = start, j = first[other]; i < end && j < otherEnd; ) {
        if (losers[i] === losers[j]) pieces.union(i++, j++);
        else if (losers[i] < losers[j]) i++;
        else j++;
      }
    }
  }
}
