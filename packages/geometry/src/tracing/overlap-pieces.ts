import { DisjointSets } from '../arrays/disjoint-sets.ts';
import { Int32List } from '../arrays/growable.ts';
import type { Cells } from '../faces/cells.ts';
import { CROWD } from '../faces/crowd.ts';
import { NO_OWNER } from '../faces/owner.ts';
import type { Ownership } from '../faces/owner.ts';
import type { FeatureRegions } from '../faces/regions.ts';

/** Connected land that two features share, whoever has which part of it afterwards. */
export interface OverlapPiece {
  /** Of the two, the one that loses more of the piece to the other; the lower one if a third has all of it. */
  readonly feature: number;
  readonly other: number;
  /** The first of its cells by anchor. */
  readonly cell: number;
  /** On the ground. */
  readonly area: number;
}

/**
 * The land that features share two by two, with each connected piece once: where three or more lie on top of each other, the borders of the
 * others cut the overlap of two into cells, of which each can be given to another feature. In a crowd, only what each loses to the one that has the
 * land, in one piece for each two.
 */
export function overlapPieces(cells: Cells, { featureSets }: FeatureRegions, { owner, featureArea }: Ownership): OverlapPiece[] {
  const { offsets, items } = featureSets;
  const pieces = new PieceList(cells, owner);
  const shares = new Shares(cells);
  /** By loser and winner. */
  const inCrowds = new Map<number, SharedPiece>();
  for (let cell = 1; cell < cells.count; cell++) {
    shares.beginCell(cell);
    const set = cells.featureSet[cell];
    const size = featureSets.sizeOf(set);
    // Nobody has slivers that all of their claimants give up.
    if (size < 2 || owner[cell] === NO_OWNER) continue;
    const end = offsets.data[set + 1];
    for (let i = offsets.data[set]; i < end; i++) {
      if (size <= CROWD) for (let j = i + 1; j < end; j++) shares.add(items.data[i], items.data[j], cell);
      else if (items.data[i] !== owner[cell]) pieces.add(items.data[i], owner[cell], cell, inCrowds, items.data[i] * featureArea.length + owner[cell]);
    }
  }
  const connected = new Map<number, SharedPiece>();
  shares.forEachInPiece((piece, lower, higher, cell) => pieces.add(lower, higher, cell, connected, piece));
  return pieces.all.map(({ features, lost, cell, area }) => {
    const [feature, other] = lost[1] > lost[0] ? [features[1], features[0]] : features;
    return { feature, other, cell, area };
  });
}

/** A piece to which cells are added. */
interface SharedPiece {
  readonly features: readonly [number, number];
  /** How much of the piece each of the two loses to the other. */
  readonly lost: [number, number];
  cell: number;
  area: number;
}

/** Pieces in the order of their first cells. */
class PieceList {
  readonly all: SharedPiece[] = [];
  private readonly cells: Cells;
  private readonly owner: Int32Array;

  constructor(cells: Cells, owner: Int32Array) {
    this.cells = cells;
    this.owner = owner;
  }

  /** Adds a cell that two features share to the known piece with a key, or to a new one. */
  add(one: number, other: number, cell: number, known: Map<number, SharedPiece>, key: number): void {
    const { cells } = this;
    let piece = known.get(key);
    if (piece === undefined) {
      piece = { features: [one, other], lost: [0, 0], cell, area: 0 };
      known.set(key, piece);
      this.all.push(piece);
    }
    piece.area += cells.area[cell];
    if (this.owner[cell] === other) piece.lost[0] += cells.area[cell];
    else if (this.owner[cell] === one) piece.lost[1] += cells.area[cell];
    if (cells.compareAnchors(cell, piece.cell) < 0) piece.cell = cell;
  }
}

/** Which two features share which cells that are not in a crowd. A share is one cell that two features share. */
class Shares {
  private readonly cells: Cells;
  /** By share: the lower and the higher feature, ascending for each cell, and the cells. */
  private readonly lower = new Int32List();
  private readonly higher = new Int32List();
  private readonly cellOf = new Int32List();
  /** The first share of each cell. */
  private readonly first: Int32Array;

  constructor(cells: Cells) {
    this.cells = cells;
    this.first = new Int32Array(cells.count + 1);
  }

  /** Call for each cell from 1 on, before its shares are added. */
  beginCell(cell: number): void {
    this.first[cell] = this.lower.length;
  }

  add(lower: number, higher: number, cell: number): void {
    this.lower.push(lower);
    this.higher.push(higher);
    this.cellOf.push(cell);
  }

  /** Calls back with every share and the piece that it belongs to. Call once, after all shares were added. */
  forEachInPiece(visit: (piece: number, lower: number, higher: number, cell: number) => void): void {
    const { lower, higher, cellOf, first, cells } = this;
    first[cells.count] = lower.length;
    const pieces = new DisjointSets(lower.length);
    for (let cell = 1; cell < cells.count; cell++) this.joinAcrossBorders(cell, pieces);
    for (let share = 0; share < lower.length; share++) visit(pieces.find(share), lower.data[share], higher.data[share], cellOf.data[share]);
  }

  /** Joins the shares of a cell with those of the same two features in adjacent cells. */
  private joinAcrossBorders(cell: number, pieces: DisjointSets): void {
    const { lower: { data: lower }, higher: { data: higher }, first, cells } = this;
    const [start, end] = [first[cell], first[cell + 1]];
    if (start === end) return;
    for (let border = cells.borderOffsets[cell]; border < cells.borderOffsets[cell + 1]; border++) {
      const other = cells.borderOther[border];
      if (other < cell) continue;
      const otherEnd = first[other + 1];
      for (let i = start, j = first[other]; i < end && j < otherEnd; ) {
        const order = lower[i] - lower[j] || higher[i] - higher[j];
        if (order === 0) pieces.union(i++, j++);
        else if (order < 0) i++;
        else j++;
      }
    }
  }
}
