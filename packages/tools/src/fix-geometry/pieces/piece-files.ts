import { FINDING_ACTIONS, FINDING_KINDS, TooTangledError, settlePiece } from '@geoinsights/geometry';
import type { Findings, Layer, Patch, PieceResult, PieceTask } from '@geoinsights/geometry';
import { z } from 'zod';
import { decodeColumns, encodeColumns, MalformedColumns } from './columns.ts';
import type { Column } from './columns.ts';

/** The answer for a piece: its result, or why there is none. */
export type PieceAnswer = { readonly result: PieceResult } | { readonly tangled: number };

/** The size of a piece, which bounds the indices in its answer. */
export interface PieceShape {
  readonly features: number;
  readonly parts: number;
  readonly rings: number;
  readonly vertices: number;
}

const MOST_ROLES = 2;
const PART_KINDS = 3;

/** JSON has no Infinity and writes null for it. */
const limit = z.number().nonnegative().nullable().transform((value) => value ?? Infinity);
// Strict: with an option that is not known here, the piece would come out otherwise than where it was cut.
const taskMeta = z.object({
  options: z.strictObject({
    units: z.discriminatedUnion('kind', [z.object({ kind: z.literal('geographic') }), z.object({ kind: z.literal('planar') })]),
    overlaps: z.enum(['fix', 'keep']),
    gaps: z.enum(['fix', 'keep']),
    shellWinding: z.enum(['clockwise', 'counter-clockwise']),
    lotsFrom: z.int().nonnegative().exactOptional(),
    gapLimits: z.strictObject({ area: limit, shift: limit }).exactOptional(),
  }),
  tolerances: z.object({
    snapDistance: z.number().nonnegative(),
    maxGapWidth: z.number().nonnegative(),
    unit: z.enum(['metre', 'coordinate unit']),
    keepsCorridors: z.boolean().exactOptional(),
  }),
});
const answerMeta = z.union([z.object({ tangled: z.number() }), z.object({ isRepairable: z.boolean(), findings: z.int().nonnegative(), hasPatch: z.boolean(), hasNearPatch: z.boolean() })]);

/** A piece as a file, so that another machine can repair it. */
export function encodeTask({ layer, roles, options, tolerances }: PieceTask): Uint8Array {
  return encodeColumns({ options, tolerances }, [roles, ...columnsOfLayer(layer)]);
}

/** Reads the work for another machine. @throws MalformedColumns for anything that is not a piece */
export function decodeTask(bytes: Uint8Array): PieceTask {
  const { meta, columns } = decodeColumns(bytes);
  const { options, tolerances } = taskMeta.parse(meta);
  const reader = new ColumnReader(columns);
  const roles = reader.bytes(MOST_ROLES + 1);
  const layer = reader.layer();
  reader.end();
  if (roles.length !== layer.featureOffsets.length - 1) throw new MalformedColumns('Not every feature has a role.');
  return { layer, roles, options, tolerances };
}

export function shapeOf({ layer }: PieceTask): PieceShape {
  return { features: layer.featureOffsets.length - 1, parts: layer.partOffsets.length - 1, rings: layer.ringOffsets.length - 1, vertices: layer.xy.length / 2 };
}

/** Repairs a piece given as a file. @returns its answer as a file */
export function answerAsFile(task: Uint8Array): Uint8Array {
  try {
    return encodeAnswer({ result: settlePiece(decodeTask(task)) });
  } catch (error) {
    if (error instanceof TooTangledError) return encodeAnswer({ tangled: error.count });
    throw error;
  }
}

export function encodeAnswer(answer: PieceAnswer): Uint8Array {
  if ('tangled' in answer) return encodeColumns(answer, []);
  const { patch, nearPatch, findings, disturbed, openSegments, isRepairable } = answer.result;
  const { kind, feature, other, xy, measure, action, count } = findings;
  return encodeColumns({ isRepairable, findings: count, hasPatch: patch !== null, hasNearPatch: nearPatch !== null }, [
    ...[kind, feature, other, xy, measure, action, disturbed, openSegments.ends, openSegments.feature],
    ...(patch === null ? [] : columnsOfPatch(patch)),
    ...(nearPatch === null ? [] : columnsOfPatch(nearPatch)),
  ]);
}

/** Reads another machine's answer. @throws MalformedColumns for anything that is not an answer to a piece of this shape */
export function decodeAnswer(bytes: Uint8Array, shape: PieceShape): PieceAnswer {
  const { meta, columns } = decodeColumns(bytes);
  const stated = answerMeta.parse(meta);
  if ('tangled' in stated) return stated;
  const reader = new ColumnReader(columns);
  const findings = reader.findings(stated.findings, shape);
  const disturbed = reader.indices(shape.features);
  const openSegments = { ends: reader.doubles().slice(), feature: reader.indices(shape.features) };
  if (openSegments.ends.length !== 4 * openSegments.feature.length) throw new MalformedColumns('Its open borders lack ends.');
  const patch = stated.hasPatch ? reader.patch(shape) : null;
  const nearPatch = stated.hasNearPatch ? reader.patch(shape) : null;
  reader.end();
  return { result: { patch, nearPatch, findings, disturbed, openSegments, isRepairable: stated.isRepairable } };
}

function columnsOfLayer({ xy, z, m, ringOffsets, partOffsets, featureOffsets, partKinds }: Layer): Column[] {
  return [xy, z, m, ringOffsets, partOffsets, featureOffsets, partKinds];
}

function columnsOfPatch({ features, geometry, sourcePart, sourceRing, sourceVertex }: Patch): Column[] {
  return [features, sourcePart, sourceRing, sourceVertex, ...columnsOfLayer(geometry)];
}

/** Takes columns in order, and refuses those whose indices would be out of range. */
class ColumnReader {
  readonly #columns: readonly Column[];
  #at = 0;

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
  }

  end(): void {
    if (this.#at !== this.#columns.length) throw new MalformedColumns('It has more columns than it needs.');
  }

  doubles(): Float64Array {
    return this.#next(Float64Array);
  }

  /** @param end exclusive upper bound of the values */
  bytes(end: number): Uint8Array {
    const bytes = this.#next(Uint8Array);
    if (bytes.some((byte) => byte >= end)) throw new MalformedColumns('A code is none.');
    return bytes;
  }

  /** Indices below `end`, and -1 for none where that is allowed. */
  indices(end: number, least: 0 | -1 = 0): Int32Array {
    const indices = this.#next(Int32Array);
    if (indices.some((index) => index < least || index >= end)) throw new MalformedColumns('An index leads nowhere.');
    return indices;
  }

  layer(): Layer {
    const [xy, z, m] = [this.doubles(), this.#ordinates(), this.#ordinates()];
    const vertices = xy.length / 2;
    if ([z, m].some((column) => column !== null && column.length !== vertices)) throw new MalformedColumns('Not every vertex has its ordinates.');
    const ringOffsets = this.#offsets(vertices);
    const partOffsets = this.#offsets(ringOffsets.length - 1);
    const featureOffsets = this.#offsets(partOffsets.length - 1);
    const partKinds = this.bytes(PART_KINDS + 1);
    if (partKinds.length !== partOffsets.length - 1) throw new MalformedColumns('Not every part is of a kind.');
    return { xy, z, m, ringOffsets, partOffsets, featureOffsets, partKinds };
  }

  patch(shape: PieceShape): Patch {
    const features = this.indices(shape.features);
    const [sourcePart, sourceRing, sourceVertex] = [this.indices(shape.parts, -1), this.indices(shape.rings, -1), this.indices(shape.vertices, -1)];
    const geometry = this.layer();
    const isWhole = features.length === geometry.featureOffsets.length - 1 && sourcePart.length === geometry.partOffsets.length - 1 && sourceRing.length === geometry.ringOffsets.length - 1 && sourceVertex.length === geometry.xy.length / 2;
    if (!isWhole || features.some((feature, i) => i > 0 && feature <= (features[i - 1] ?? -1))) throw new MalformedColumns('It is no patch.');
    return { features, geometry, sourcePart, sourceRing, sourceVertex };
  }

  findings(count: number, shape: PieceShape): Findings {
    const kind = this.bytes(FINDING_KINDS.length);
    const [feature, other] = [this.indices(shape.features, -1), this.indices(shape.features, -1)];
    const [xy, measure] = [this.doubles(), this.doubles()];
    const action = this.bytes(FINDING_ACTIONS.length);
    const lengths = [kind.length, feature.length, other.length, xy.length / 2, measure.length, action.length];
    if (lengths.some((length) => length !== count)) throw new MalformedColumns('Some of its findings are not complete.');
    // Copies: findings outlive the rest of the answer, whose buffer they would keep alive.
    return { count, kind: kind.slice(), feature, other, xy: xy.slice(), measure: measure.slice(), action: action.slice() };
  }

  #ordinates(): Float64Array | null {
    const column = this.#columns[this.#at];
    if (column !== null) return this.doubles();
    this.#at++;
    return null;
  }

  /** Ascending from 0 to `end`. */
  #offsets(end: number): Int32Array {
    const offsets = this.#next(Int32Array);
    if (offsets[0] !== 0 || offsets.at(-1) !== end || offsets.some((offset, i) => i > 0 && offset < (offsets[i - 1] ?? 0))) throw new MalformedColumns('Offsets do not ascend to their end.');
    return offsets;
  }

  #next<Kind extends Float64Array | Int32Array | Uint8Array>(kind: new (length: number) => Kind): Kind {
    const column = this.#columns[this.#at++];
    if (column instanceof kind) return column;
    throw new MalformedColumns('A column is not of its kind.');
  }
}
