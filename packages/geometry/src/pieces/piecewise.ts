import { findBorderFaults } from '../screening/border-faults.ts';
import { FeatureExtents } from '../layer/feature-extents.ts';
import type { FindingList } from '../layer/finding-list.ts';
import { Ground } from '../ground.ts';
import { markedIndices } from '../arrays/growable.ts';
import { range } from '../arrays/range.ts';
import type { Patch } from '../layer/layer.ts';
import { MOST_SCREENED, screenLayer } from '../screening/screen-layer.ts';
import type { EditedLayer } from '../layer/edited-layer.ts';
import { findingsOfWhole, patchOfWhole } from '../layer/neighbourhood.ts';
import type { ExtractOrigins } from '../layer/neighbourhood.ts';
import type { BorderSegments } from '../screening/border-segments.ts';
import type { ExaminationOptions, Tolerances } from '../options.ts';
import { PieceOutcomes } from './piece-outcomes.ts';
import type { PieceResult, PieceTask } from './piece.ts';
import { Role, pieceAround, tile, tileTogether } from './pieces.ts';
import type { Piece } from './pieces.ts';
import { areLarger, optionsAmong } from '../options.ts';

/** The share of the work that is done once the whole layer has been screened. */
const SCREENING_SHARE = 0.2;
/** About two dozen other features around a single one are examined with it. */
const MOST_AROUND = 24;
/** A layer that has not settled after this many rounds is examined whole. */
const MOST_ROUNDS = 10;
/** Features that still disagree after being examined this many times more are examined in one piece. */
const MOST_TIMES_IN_PIECES = 3;

/** Pieces that can be repaired in any order and in parallel. */
export interface PieceBatch {
  readonly count: number;
  /** Prepares a piece. Call it only when work on the piece can start, because the piece is a copy. */
  task(index: number): PieceTask;
  finish(index: number, result: PieceResult): void;
}

export interface PieceSizes {
  /** The approximate number of vertices of a piece, without its surroundings. */
  readonly vertices: number;
  /** A layer is not cut if its pieces, with their surroundings, would have more than this many times its vertices. */
  readonly mostCopies: number;
  /** A layer with fewer vertices is not cut. Default: the vertices of four pieces. */
  readonly smallestLayer?: number;
}

/** The state of a layer during its repair. */
export interface PiecewiseState {
  readonly edited: EditedLayer;
  tolerances: Tolerances;
  readonly findings: FindingList;
}

/**
 * Repairs a layer piece by piece. Each piece includes the neighbours of its core and their neighbours, so that the core comes out as it
 * would in the whole layer.
 *
 * This is verified. Features that come out differently from what a neighbouring piece expected (see `PieceOutcomes`) are examined again in
 * their original state, together with everything around them, and nothing is applied before all pieces agree. Features that changed in the
 * last round of their piece are then examined again. At the end, the voids of the whole layer are searched for gaps that no piece saw
 * whole, and the tolerances are raised if the result asks for it. The pieces depend on the layer alone, and so does the result.
 *
 * @returns the open borders of the repaired layer; null if something is left to repair, or if too many features meet to cut the layer, which is then unchanged.
 */
export function* settlePiecewise(state: PiecewiseState, options: ExaminationOptions, sizes: PieceSizes, raise: (tolerances: Tolerances) => Tolerances, progress: (share: number) => void): Generator<PieceBatch, readonly BorderSegments[] | null> {
  const { edited, findings } = state;
  const { featureCount } = edited;
  const ground = new Ground(options.units);
  const { units, overlaps, gaps, shellWinding, lotsFrom, gapLimits } = options;
  const examination = { units, overlaps, gaps, shellWinding, ...(lotsFrom === undefined ? {} : { lotsFrom }), ...(gapLimits === undefined ? {} : { gapLimits }) };
  const borders = new OpenBorderRecord(featureCount);
  const screening = edited.vertexCount > MOST_SCREENED ? null : screenLayer(edited.whole(), state.tolerances, ground, (share) => progress(SCREENING_SHARE * share));
  if (screening !== null) {
    if (screening.suspects.length === 0) return [screening.openSegments];
    borders.startWith(screening.openSegments);
  }
  edited.forgetWhole();
  let suspects = screening?.suspects ?? range(featureCount);
  /** Whether this round examines only features found by `findBorderFaults`. */
  let isBorderRound = false;
  let outcomes = new PieceOutcomes(edited);
  /** The features of pieces that did not agree; all of them are examined together. */
  const toReexamine = new Set<number>();
  /** How many times features were examined since the layer last changed. */
  let timesExamined = 0;

  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { tolerances } = state;
    const extents = new FeatureExtents(edited.extentsOfAll(), tolerances, ground);
    const pieces = round === 0 ? cut(edited, suspects, extents, sizes) : cutLeftOver(edited, suspects, extents, timesExamined < MOST_TIMES_IN_PIECES ? sizes.vertices : Infinity);
    if (pieces === null) return null;
    // The work after the first round is at most a tenth of it.
    const batch = new PiecesInWork(state, pieces, examination, outcomes, borders, (share) => progress(SCREENING_SHARE + (1 - SCREENING_SHARE) * (1 - 0.1 ** round + 0.9 * 0.1 ** round * share)));
    yield batch;
    if (!batch.isRepairable) return null;
    const disagreeing = outcomes.disagreeing(extents);
    if (disagreeing.size > 0) {
      for (const feature of withNeighbours(disagreeing, extents)) toReexamine.add(feature);
      suspects = Int32Array.from(toReexamine).sort();
      timesExamined++;
      continue;
    }
    const applied = outcomes.apply(findings);
    outcomes = new PieceOutcomes(edited);
    toReexamine.clear();
    timesExamined = 0;
    if (applied !== null && applied.disturbed.size > 0) {
      isBorderRound = false;
      suspects = withNeighbours(applied.disturbed, new FeatureExtents(edited.extentsOfAll(), tolerances, ground));
      continue;
    }
    state.tolerances = raise(tolerances);
    const isRaised = areLarger(state.tolerances, tolerances);
    if (isBorderRound && applied === null && !isRaised) return borders.segments();
    isBorderRound = true;
    suspects = findBorderFaults(borders.segments(), featureCount, ground, state.tolerances, isRaised);
    if (suspects.length === 0) return borders.segments();
  }
  return null;
}

/** The pieces of one round while they are being examined. */
class PiecesInWork implements PieceBatch {
  readonly count: number;
  /** Whether all pieces finished so far could be repaired. */
  isRepairable = true;
  private readonly edited: EditedLayer;
  private readonly tolerances: Tolerances;
  private readonly pieces: readonly Piece[];
  private readonly examination: ExaminationOptions;
  private readonly outcomes: PieceOutcomes;
  private readonly borders: OpenBorderRecord;
  private readonly progress: (share: number) => void;
  /** Of the pieces being worked on. Their geometry belongs to whoever is working on them. */
  private readonly extracts = new Map<number, ExtractOrigins>();
  private finished = 0;

  constructor({ edited, tolerances }: PiecewiseState, pieces: readonly Piece[], examination: ExaminationOptions, outcomes: PieceOutcomes, borders: OpenBorderRecord, progress: (share: number) => void) {
    this.count = pieces.length;
    this.edited = edited;
    this.tolerances = tolerances;
    this.pieces = pieces;
    this.examination = examination;
    this.outcomes = outcomes;
    this.borders = borders;
    this.progress = progress;
  }

  task(index: number): PieceTask {
    const { features, roles } = this.pieces[index];
    const { layer, origins } = this.edited.extract(features);
    this.extracts.set(index, { features, origins });
    return { layer, roles, options: optionsAmong(features, this.examination), tolerances: this.tolerances };
  }

  finish(index: number, result: PieceResult): void {
    const { roles } = this.pieces[index];
    const extract = this.extracts.get(index);
    if (extract === undefined) throw new Error('a piece was finished that was not begun');
    this.extracts.delete(index);
    const having = (role: number): Int32Array => extract.features.filter((_, feature) => roles[feature] === role);
    const ofBase = (patch: Patch | null): Patch | null => (patch === null ? null : patchOfWhole(patch, extract));
    this.outcomes.add({
      core: having(Role.Core),
      patch: ofBase(result.patch),
      findings: findingsOfWhole(result.findings, extract),
      beside: having(Role.Near),
      besidePatch: ofBase(result.nearPatch),
      disturbed: Array.from(result.disturbed, (feature) => extract.features[feature]),
    });
    this.borders.replace(result.openSegments, extract, roles);
    if (!result.isRepairable) this.isRepairable = false;
    this.finished++;
    this.progress(this.finished / this.count);
  }
}

/** The pieces for some features. They are made larger if they would contain too much of their surroundings. */
function cut({ featureCount, vertexCount: whole, vertexCountOf }: EditedLayer, features: Int32Array, extents: FeatureExtents, { vertices, mostCopies }: PieceSizes): Piece[] | null {
  const all = weightOf(features, vertexCountOf);
  // Scattered features have more around them. The fewer they are, the smaller a piece is without its
  // surroundings.
  const scattered = scatteredSize(vertices, all / whole);
  for (let size = extents.isCrowded() ? Infinity : scattered; size < all; size *= 2) {
    const pieces: Piece[] = [];
    let held = 0;
    for (const core of tile(features, vertexCountOf, extents, size)) {
      const piece = pieceAround(core, extents);
      held += weightOf(piece.features, vertexCountOf);
      if (held > mostCopies * whole) break;
      pieces.push(piece);
    }
    if (held <= mostCopies * whole && pieces.length > 1) return pieces;
  }
  return features.length === featureCount ? null : [pieceAround(features, extents)];
}

/** The pieces for features that are examined again. Features that meet stay together, because pieces disagreed about them. */
function cutLeftOver({ vertexCount: whole, vertexCountOf }: EditedLayer, features: Int32Array, extents: FeatureExtents, vertices: number): Piece[] {
  const all = weightOf(features, vertexCountOf);
  const size = scatteredSize(vertices, all / whole);
  const cores = all <= size ? [features] : tileTogether(features, vertexCountOf, extents, size);
  return cores.map((core) => pieceAround(core, extents));
}

/** Total number of vertices of some features. */
function weightOf(features: Int32Array, vertexCountOf: (feature: number) => number): number {
  return features.reduce((sum, feature) => sum + vertexCountOf(feature), 0);
}

/**
 * The number of vertices for a piece of features that make up this share of a layer, so that with its surroundings it has about
 * `vertices`.
 */
function scatteredSize(vertices: number, share: number): number {
  return Math.max(vertices * share, vertices / MOST_AROUND);
}

function withNeighbours(features: ReadonlySet<number>, extents: FeatureExtents): Int32Array<ArrayBuffer> {
  const list = [...features];
  return Int32Array.from([...list, ...extents.neighboursOf(list, (feature) => features.has(feature))]).sort();
}

/** The open borders of each feature as of the last time it was in the core of a piece. */
class OpenBorderRecord {
  private records: BorderSegments[] = [];
  private readonly recordOf: Int32Array;

  constructor(featureCount: number) {
    this.recordOf = new Int32Array(featureCount).fill(-1);
  }

  startWith(segments: BorderSegments): void {
    this.recordOf.fill(this.records.length);
    this.records.push(segments);
  }

  replace({ ends, feature }: BorderSegments, extract: ExtractOrigins, roles: Uint8Array): void {
    extract.features.forEach((whole, index) => {
      if (roles[index] === Role.Core) this.recordOf[whole] = this.records.length;
    });
    this.records.push({ ends, feature: feature.map((index) => extract.features[index]) });
  }

  segments(): BorderSegments[] {
    this.records = this.records.map(({ ends, feature }, record) => {
      const kept = markedIndices(Uint8Array.from(feature, (owner) => (this.recordOf[owner] === record ? 1 : 0)));
      if (kept.length === feature.length) return { ends, feature };
      return { ends: Float64Array.from({ length: 4 * kept.length }, (_, i) => ends[4 * kept[i >> 2] + (i & 3)]), feature: kept.map((i) => feature[i]) };
    });
    return this.records;
  }
}
