import type { Patch } from '../layer/layer.ts';
import type { PieceResult, PieceTask } from '../pieces/piece.ts';

/** The answer of a thread: the result, or why there is none. */
export type PieceAnswer = { readonly result: PieceResult } | { readonly tangled: number };

/** The buffers transferred with a task, except for the one that says which features are the core. */
export function buffersOfTask({ layer }: PieceTask): ArrayBuffer[] {
  return distinctBuffers([layer.xy, layer.z, layer.m, layer.ringOffsets, layer.partOffsets, layer.featureOffsets, layer.partKinds]);
}

export function buffersOfResult({ patch, nearPatch, findings, disturbed, openSegments }: PieceResult): ArrayBuffer[] {
  const { kind, feature, other, xy, measure, action } = findings;
  const columns = [kind, feature, other, xy, measure, action, disturbed, openSegments.ends, openSegments.feature];
  return distinctBuffers([...columns, ...columnsOf(patch), ...columnsOf(nearPatch)]);
}

function columnsOf(patch: Patch | null): (ArrayBufferView | null)[] {
  if (patch === null) return [];
  const { geometry, features, sourcePart, sourceRing, sourceVertex } = patch;
  const { ringOffsets, partOffsets, featureOffsets, partKinds } = geometry;
  return [features, sourcePart, sourceRing, sourceVertex, geometry.xy, geometry.z, geometry.m, ringOffsets, partOffsets, featureOffsets, partKinds];
}

function distinctBuffers(columns: readonly (ArrayBufferView | null)[]): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  for (const column of columns) if (column?.buffer instanceof ArrayBuffer) buffers.add(column.buffer);
  return [...buffers];
}
